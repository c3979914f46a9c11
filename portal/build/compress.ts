import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { BuiltFile } from './file.ts';

/** Pictures are compressed already. */
const COMPRESSIBLE = /^(text\/|image\/svg|application\/(json|manifest))/;

/** The file itself and its smaller, compressed forms: suffix and bytes of each. */
export async function compress({ type, bytes }: BuiltFile): Promise<[suffix: string, bytes: Uint8Array][]> {
  const plain: [string, Uint8Array] = ['', bytes];
  if (!COMPRESSIBLE.test(type)) return [plain];
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length, [constants.BROTLI_PARAM_QUALITY]: 11 },
    }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  const smaller = [['.br', br] as const, ['.gz', gz] as const].filter(
    ([, made]) => made.length < bytes.length,
  );
  return [plain, ...smaller.map(([suffix, made]): [string, Uint8Array] => [suffix, made])];
}
