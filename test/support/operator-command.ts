import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { COMPILE_CACHE } from './compile-cache.ts';
import { TEST_SECRET } from './secret.ts';

/** Runs a command for operators as `make` does; `path` is below `modules/`. Returns what it printed. */
export async function runOperatorCommand(
  path: string,
  environment: Record<string, string>,
): Promise<{ code: number; text: string }> {
  const env = { ...COMPILE_CACHE, PLACARD_SECRET: TEST_SECRET, ...environment };
  const script = join(import.meta.dirname, '../../modules', path);
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [script], { env });
    return { code: 0, text: stdout };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, text: stderr };
  }
}
