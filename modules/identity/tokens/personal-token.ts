import { crc32 } from 'node:zlib';
import { brand } from '#shared/brand.ts';
import { randomText } from '#shared/ids.ts';
import { sha256 } from '#shared/keys.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6; // 62^6 > 2^32
const SHOWN_LENGTH = brand.personalTokenPrefix.length + 4;
const FORM = new RegExp(`^${brand.personalTokenPrefix}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** A token, its prefix, which may be displayed later, and its hash, which is stored. */
export interface NewPersonalToken {
  token: string;
  prefix: string;
  hash: string;
}

/** A token has a prefix, 32 random base62 characters (190 bits), and the CRC-32 of these in 6 base62 characters. */
export function makePersonalToken(): NewPersonalToken {
  const body = brand.personalTokenPrefix + randomText(RANDOM_LENGTH, ALPHABET);
  const token = body + checksum(body);
  return { token, prefix: token.slice(0, SHOWN_LENGTH), hash: hashPersonalToken(token) };
}

/** Whether the text has the form and the checksum of a token. Mistyped tokens are refused without a query. */
export function isPersonalToken(text: string): boolean {
  return FORM.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

export function hashPersonalToken(token: string): string {
  return sha256(token);
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
