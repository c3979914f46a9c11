import { sha256 } from '#shared/keys.ts';

/**
 * TRMNL's firmware removes a file from its flash when another one arrives whose first 13 characters are the same, or
 * when the ten digits at its end, which it takes for a time, are a day old (`filesystem_purge_old_file`). One constant
 * prefix keeps one file there, whatever it is.
 */
const PREFIX = 'placard-frame';

/**
 * The file name that a panel keeps a picture under: 30 characters, all that SPIFFS takes. It follows from the bytes alone:
 * 36 bits of their hash, and ten digits that pass for a time. `salt` makes another name of the same bytes.
 */
export function pictureName(bytes: Uint8Array, salt: number): string {
  const hash = sha256(salt === 0 ? bytes : `${salt} ${sha256(bytes)}`);
  const letters = BigInt(`0x${hash.slice(0, 12)}`) % 36n ** 7n;
  const digits = 1_000_000_000 + (Number.parseInt(hash.slice(12, 22), 16) % 1_000_000_000);
  return `${PREFIX}${letters.toString(36).padStart(7, '0')}${digits}`;
}
