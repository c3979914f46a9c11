import { DAY_SECONDS } from '#shared/clock.ts';
import { sha256 } from '#shared/keys.ts';

/**
 * TRMNL's firmware removes a file from its flash when another one with the same first 13 characters arrives, or when
 * the ten digits at its end, which are a time, are a day old (`filesystem_purge_old_file`). With a constant prefix the
 * flash always holds one file.
 */
const PREFIX = 'placard-frame';

/**
 * The file name of a picture on a panel: 30 characters, the limit of SPIFFS. It consists of the prefix, 36 bits of the
 * hash of the bytes, and the Unix time in seconds, ten digits, at which the pixels were first drawn. The same bytes of
 * one user keep their name while a frame with them exists, and other bytes never get it. A different `salt` gives the
 * same bytes another name.
 */
export function pictureName(bytes: Uint8Array, salt: number, epoch: number): string {
  const hash = sha256(salt === 0 ? bytes : `${salt} ${sha256(bytes)}`);
  const letters = BigInt(`0x${hash.slice(0, 12)}`) % 36n ** 7n;
  return `${PREFIX}${letters.toString(36).padStart(7, '0')}${epoch}`;
}

/**
 * Seconds that are subtracted from the time in a name for firmware 1.7.8 to 1.8.1. That firmware compares the prefix
 * with a name that begins with a slash, so it never matches, and all pictures of a day would stay in its flash and be
 * drawn from there without a request. With times of last year only one picture stays.
 */
export const BACKDATED_SECONDS = 365 * DAY_SECONDS;
