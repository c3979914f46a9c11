import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { access, chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { parseTar } from 'nanotar';

const run = promisify(execFile);

/** Version of the unpacking: increase it when the unpacked files change. */
const UNPACKING_VERSION = 2;
/** Older versions lack features that the portal uses (`light-dark()`, Trusted Types in report mode). */
const MIN_VERSION = 124;
const NAMES = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'];
const MAC_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Finds the machine's Chromium or Chrome if it is new enough, or else unpacks that of `@sparticuz/chromium`, so that
 * nothing has to be installed by hand.
 */
export async function findChromium(): Promise<string> {
  const installed = await installedChromium();
  if (installed) return installed;
  if (hasPackagedChromium) return packagedChromium();
  throw new Error(
    `No Chromium ${MIN_VERSION} or newer is on this machine, and there is no package with one for ${platform()} on ${arch()}: ` +
      'install Chromium or Chrome (Debian: apt-get install chromium).',
  );
}

/** Whether the package has one for this kind of machine. */
export const hasPackagedChromium = platform() === 'linux' && arch() === 'x64';

/** The path of the machine's Chromium; null if there is none that is new enough. */
async function installedChromium(): Promise<string | null> {
  const look = `for name in ${NAMES.join(' ')}; do command -v "$name"; done; true`;
  const { stdout } = await run('/bin/sh', ['-c', look]);
  for (const path of [...stdout.split('\n').filter(Boolean), ...MAC_PATHS]) {
    if (!existsSync(path)) continue;
    const version = await run(path, ['--version'], { timeout: 20_000 }).catch(() => null);
    const major = Number(version?.stdout.match(/\b(\d+)\.\d+\.\d+/)?.[1] ?? 0);
    if (major >= MIN_VERSION) return path;
  }
  return null;
}

/** Unpacks the package's Chromium once, into npm's cache folder of this installation. */
export async function packagedChromium(): Promise<string> {
  const main = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const root = dirname(dirname(main));
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const folder = join(
    import.meta.dirname,
    '../../node_modules/.cache/chromium',
    `${version}-${UNPACKING_VERSION}`,
  );
  if (!existsSync(folder)) await unpack(join(root, 'bin'), folder);
  return join(folder, 'chromium.sh');
}

/**
 * Complete or absent: test files that start at the same time each unpack their own copy, and the first complete one
 * is kept.
 */
async function unpack(bin: string, folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const draft = await mkdtemp(`${folder}-`);
  const brotli = (name: string) => createReadStream(join(bin, name)).pipe(createBrotliDecompress());
  await Promise.all([
    pipeline(brotli('chromium.br'), createWriteStream(join(draft, 'chromium'), { mode: 0o755 })),
    ...['al2023', 'fonts', 'swiftshader'].map(async (name) => {
      const target = name === 'swiftshader' ? draft : join(draft, name);
      for (const file of parseTar(await buffer(brotli(`${name}.tar.br`)))) {
        if (file.type !== 'file' || !file.data) continue;
        const path = join(target, file.name);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, file.data);
        await chmod(path, 0o755);
      }
    }),
    writeFile(join(draft, 'fonts.conf'), fontSettings(folder)),
    writeFile(join(draft, 'chromium.sh'), startScript(folder), { mode: 0o755 }),
  ]);
  await rename(draft, folder).catch(async (error) => {
    await rm(draft, { recursive: true, force: true });
    await access(join(folder, 'chromium')).catch(() => {
      throw error;
    });
  });
}

/**
 * NSS and Expat come from the package, because not every machine has them: all of NSS, because its parts must be of
 * one version.
 */
function startScript(folder: string): string {
  return `#!/bin/sh
export LD_LIBRARY_PATH='${folder}/al2023/lib' FONTCONFIG_FILE='${folder}/fonts.conf'
exec '${folder}/chromium' "$@"
`;
}

/**
 * Prefers the package's fonts, so that pages have the same widths on every machine; the machine's fonts serve other
 * scripts. The binding is strong, because otherwise a font of the machine with a better weight would be chosen.
 */
function fontSettings(folder: string): string {
  const open = '<string>Open Sans</string>';
  const generic = ['sans', 'sans-serif', 'system-ui'].map(
    (family) =>
      `<match><test name="family"><string>${family}</string></test><edit name="family" mode="prepend" binding="strong">${open}</edit></match>`,
  );
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<dir>${folder}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/font-cache</cachedir>
${generic.join('\n')}
<match><edit name="family" mode="append_last" binding="strong">${open}</edit></match>
</fontconfig>
`;
}
