import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import test from 'ava';

const COMPOSE = new URL('../../modules/compose.ts', import.meta.url).href;
const SHOW_LIBRARIES = `
  await import('${COMPOSE}');
  console.log(process.report.getReport().sharedObjects.join('\\n'));`;

test('a process that reads no material loads none of the code that reads or draws pictures', async (t) => {
  const args = ['--input-type=module', '--eval', SHOW_LIBRARIES];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  t.regex(stdout, /argon2/, 'libraries are seen');
  t.notRegex(stdout, /sharp|vips|canvas|skia/);
});
