import type { AssetInput } from './types.ts';

/** Bytes with a name. `type` is guessed from the name when it is left out. */
export interface NamedBytes {
  data: Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;
  filename: string;
  type?: string;
}

/** A text, or a link if it consists of one http(s) address; a File; or bytes with a name. */
export type PushInput = string | URL | { text: string } | { link: string } | Blob | NamedBytes;

const TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/markdown',
  markdown: 'text/markdown',
  json: 'application/json',
};

/** The assets of a request, and the bytes of images and files by asset index. */
export async function toAssets(
  inputs: PushInput[],
): Promise<{ assets: AssetInput[]; files: Map<number, Blob> }> {
  const files = new Map<number, Blob>();
  const assets = inputs.map((input, index): AssetInput => {
    if (typeof input === 'string') return fromText(input);
    if (input instanceof URL) return { type: 'link', url: input.href };
    if ('text' in input && typeof input.text === 'string') return { type: 'text', text: input.text };
    if ('link' in input) return { type: 'link', url: input.link };
    const { blob, filename } = toFile(input as Blob | NamedBytes);
    files.set(index, blob);
    const type = blob.type.startsWith('image/') ? 'image' : 'file';
    return { type, filename, contentType: blob.type, sizeBytes: blob.size };
  });
  return { assets, files };
}

function fromText(text: string): AssetInput {
  const url = text.trim();
  return /^https?:\/\/\S+$/i.test(url) ? { type: 'link', url } : { type: 'text', text };
}

function toFile(input: Blob | NamedBytes): { blob: Blob; filename: string } {
  if (!(input instanceof Blob)) {
    const type = input.type ?? typeOf(input.filename) ?? (input.data instanceof Blob ? input.data.type : '');
    return { blob: new Blob([input.data], { type }), filename: input.filename };
  }
  const filename = 'name' in input && typeof input.name === 'string' && input.name ? input.name : 'file';
  const type = input.type.split(';')[0]?.trim() || typeOf(filename) || '';
  return { blob: type === input.type ? input : input.slice(0, input.size, type), filename };
}

/** The media type for the ending of a file name; undefined when Placard does not take it. */
export function typeOf(filename: string): string | undefined {
  return TYPES[filename.split('.').at(-1)?.toLowerCase() ?? ''];
}
