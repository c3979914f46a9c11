/** The image types that are decoded in this process. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

const SIGNATURES: [ImageType, number, number[]][] = [
  ['image/png', 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', 0, [0xff, 0xd8, 0xff]],
  ['image/gif', 0, [0x47, 0x49, 0x46, 0x38]],
  ['image/webp', 8, [0x57, 0x45, 0x42, 0x50]],
];

/** The type of a file by its first bytes; null for any other. The decoder uses the same signatures. */
export function sniffImageType(bytes: Uint8Array): ImageType | null {
  for (const [type, offset, signature] of SIGNATURES) {
    if (signature.every((byte, i) => bytes[offset + i] === byte)) return type;
  }
  return null;
}
