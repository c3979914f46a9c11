import { sha256 } from '#shared/keys.ts';

/**
 * TRMNL's firmware removes a file from its flash when another one arrives whose first 13 characters are the same, or
 * when the ten digits at its end, which are a time, are a day old (`filesystem_purge_old_file`). One constant prefix keeps
 * one file there, whatever it is.
 */
const PREFIX = 'placard-frame';

/**
 * The file name that a panel keeps a picture under: 30 characters, all that SPIFFS takes. 36 bits of the hash of the bytes,
 * and the Unix time in seconds, of ten digits, at which their pixels were drawn first. The same bytes of one user have
 * one name for as long as a frame of them is kept; other bytes never have it, whatever was removed meanwhile.
 * `salt` makes another name of the same bytes.
 */
export function pictureName(bytes: Uint8Array, salt: number, epoch: number): string {
  const hash = sha256(salt === 0 ? bytes : `${salt} ${sha256(bytes)}`);
  const letters = BigInt(`0x${hash.slice(0, 12)}`) % 36n ** 7n;
  return `${PREFIX}${letters.toString(36).padStart(7, '0')}${epoch}`;
}

/**
 * By how much the time in a name is earlier for firmware 1.7.8 to 1.8.1, in seconds. It compares the prefix with a name
 * that has a slash in front, so that it never matches: times of today would keep all pictures of a day in its flash, from
 * which it draws them again without a word. Times of last year keep one there.
 */
export const BACKDATED_SECONDS = 365 * 86_400;
