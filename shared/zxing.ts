import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export type Zxing = typeof import('zxing-wasm/full');

let loaded: Promise<Zxing> | undefined;

/** Loads ZXing on first use from the file of the package, without a download. */
export function loadZxing(): Promise<Zxing> {
  loaded ??= import('zxing-wasm/full').then((module) => {
    const file = createRequire(import.meta.url).resolve('zxing-wasm/full/zxing_full.wasm');
    const bytes = readFileSync(file);
    const wasmBinary = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    module.prepareZXingModule({ overrides: { wasmBinary } });
    return module;
  });
  return loaded;
}
