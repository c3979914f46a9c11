/** First bytes, as Latin-1. RIFF holds many formats: WebP has its name after the length. */
const SIGNATURES: [string, (head: string) => boolean][] = [
  ['image/png', (head) => head.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (head) => head.startsWith('\xff\xd8\xff')],
  ['image/gif', (head) => head.startsWith('GIF87a') || head.startsWith('GIF89a')],
  ['image/webp', (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8)],
  ['application/pdf', (head) => head.startsWith('%PDF-')],
];
const HEAD_BYTES = 4_096;
/** The first element, after a declaration, comments and a document type. */
const SVG =
  /^\ufeff?\s*(?:<\?[^?]{0,1000}\?>\s*|<!--[^-]{0,1000}-->\s*|<!DOCTYPE[^>]{0,1000}>\s*){0,5}<svg[\s>/]/;

/** The media type of bytes by their signature; undefined when it is unknown. */
export function sniffType(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES));
  const latin1 = head.toString('latin1');
  const found = SIGNATURES.find(([, isOf]) => isOf(latin1));
  return found?.[0] ?? (SVG.test(head.toString('utf8')) ? 'image/svg+xml' : undefined);
}

/** The text that bytes are; null when they are not UTF-8. */
export function decodeText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
