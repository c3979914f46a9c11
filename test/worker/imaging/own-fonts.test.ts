import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const canvas = new URL('../../../worker/imaging/canvas.ts', import.meta.url).href;

test('fonts that are installed on the machine are not used', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'fonts-'));
  t.teardown(() => rm(home, { recursive: true }));
  await mkdir(join(home, '.fonts'));
  await copyFile(
    require.resolve('@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff'),
    join(home, '.fonts', 'installed.woff'),
  );
  const families = async (module: string) => {
    const script = `const { GlobalFonts } = await import(${JSON.stringify(module)}); console.log(GlobalFonts.families.length)`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
      env: { HOME: home },
      cwd: join(import.meta.dirname, '../../..'),
    });
    return Number(stdout);
  };
  t.true((await families('@napi-rs/canvas')) > 0, 'the machine has a font');
  t.is(await families(canvas), 0);
});
