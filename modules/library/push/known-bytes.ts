/** Bytes of a body that are read to recognise its type. */
export const HEAD_BYTES = 4_096;

type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/svg+xml';
export type KnownType = ImageType | 'application/pdf';

/** First bytes as Latin-1. RIFF contains many formats; WebP is named after the length. */
const SIGNATURES: [KnownType, (head: string) => boolean][] = [
  ['image/png', (head) => head.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (head) => head.startsWith('\xff\xd8\xff')],
  ['image/gif', (head) => head.startsWith('GIF87a') || head.startsWith('GIF89a')],
  ['image/webp', (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8)],
  ['application/pdf', (head) => head.startsWith('%PDF-')],
];

/** The type of bytes by their first bytes; null when they do not identify one. */
export function knownType(head: Uint8Array): KnownType | null {
  const bytes = Buffer.from(head.subarray(0, HEAD_BYTES));
  const latin1 = bytes.toString('latin1');
  const found = SIGNATURES.find(([, isOf]) => isOf(latin1));
  if (found) return found[0];
  return isSvg(bytes.toString('utf8')) ? 'image/svg+xml' : null;
}

/**
 * Brands of ISO base media files whose pictures are coded with HEVC (ISO/IEC 23008-12, annex B), as phones store them.
 */
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']);

/** Whether bytes are a HEIC photograph, which cannot be decoded here. */
export function isHeic(head: Uint8Array): boolean {
  const box = Buffer.from(head.subarray(0, 64)).toString('latin1');
  if (!box.startsWith('ftyp', 4)) return false;
  const [major = '', , ...compatible] = box.slice(8, head[3]).match(/.{4}/gs) ?? [];
  return HEIC_BRANDS.has(major) || (major === 'mif1' && compatible.some((brand) => HEIC_BRANDS.has(brand)));
}

/** Whether the first XML element is `svg`. */
function isSvg(head: string): boolean {
  let rest = head.replace(/^\ufeff/, '').trimStart();
  for (;;) {
    const end = prologLength(rest);
    if (end === 0) return /^<(?:[\w-]{1,40}:)?svg[\s>/]/.test(rest);
    rest = rest.slice(end).trimStart();
  }
}

/** The length of a declaration, comment or document type at the start of a text; 0 if there is none. */
function prologLength(text: string): number {
  const delimiters = [
    ['<?', '?>'],
    ['<!--', '-->'],
    ['<!DOCTYPE', '>'],
  ] as const;
  for (const [start, end] of delimiters) {
    if (!text.startsWith(start)) continue;
    const at = text.indexOf(end, start.length);
    return at < 0 ? 0 : at + end.length;
  }
  return 0;
}
