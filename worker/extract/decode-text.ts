import { UnreadableError } from '../sandbox/errors.ts';

/** Byte order marks (Unicode 16, table 23-6), longest first: UTF-32LE begins like UTF-16LE. */
const BYTE_ORDER_MARKS: [number[], string][] = [
  [[0xff, 0xfe, 0x00, 0x00], 'utf-32le'],
  [[0x00, 0x00, 0xfe, 0xff], 'utf-32be'],
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** Number of bytes that are examined to guess the encoding. */
const SAMPLE_BYTES = 4096;

/**
 * Decodes text of unknown encoding. A byte order mark decides, then the declared encoding, then UTF-16 by the positions of zero
 * bytes, then UTF-8 if it is valid, else Windows-1252, which the WHATWG standard uses for Latin-1. Line ends become `\n`; NUL and
 * lone surrogates, which cannot be stored, are removed.
 * @throws {UnreadableError} when the bytes are not text
 */
export function decodeText(bytes: Uint8Array, declared?: string | null): string {
  const text = decodeAs(bytes, chooseEncoding(bytes, declared)).replace(/^\ufeff/, '');
  if (looksBinary(text)) throw new UnreadableError('the file is not text');
  return tidyText(text);
}

/** Escape sequences of terminals: colours and cursor movements (ECMA-48). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with one.
const TERMINAL_CODES = /\x1b\[[0-9;?]{0,40}[A-Za-z]/g;
const ACCENT = '[\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f]';
/** More accents on one letter than any language uses. */
const MANY_ACCENTS = new RegExp(`${ACCENT}{5}`);
/** Several accents on one letter, which are removed with all their accents. */
const ACCENTS = new RegExp(`${ACCENT}{2,}`, 'g');

/** Removes characters that cannot be stored, terminal codes and piled accents; line ends become `\n`. */
export function tidyText(text: string): string {
  const stored = text.toWellFormed().replaceAll('\0', '').replace(/\r\n?/g, '\n');
  const plain = stored.replace(TERMINAL_CODES, '');
  return MANY_ACCENTS.test(plain) ? plain.replace(ACCENTS, '') : plain;
}

function chooseEncoding(bytes: Uint8Array, declared: string | null | undefined): string {
  for (const [mark, encoding] of BYTE_ORDER_MARKS) {
    if (mark.every((byte, i) => bytes[i] === byte)) return encoding;
  }
  if (declared && isKnown(declared)) return declared;
  const wide = guessUtf16(bytes.subarray(0, SAMPLE_BYTES));
  if (wide) return wide;
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

function isKnown(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}

/** In UTF-16, ASCII characters such as spaces and line ends have a zero byte. */
function guessUtf16(sample: Uint8Array): string | null {
  if (sample.length < 4 || sample.length % 2 === 1) return null;
  const zeros = [0, 0];
  for (let i = 0; i < sample.length; i++) if (sample[i] === 0) zeros[i % 2]!++;
  const pairs = sample.length / 2;
  if (zeros[1]! > pairs / 8 && zeros[0]! < pairs / 64) return 'utf-16le';
  if (zeros[0]! > pairs / 8 && zeros[1]! < pairs / 64) return 'utf-16be';
  return null;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function decodeAs(bytes: Uint8Array, encoding: string): string {
  if (!encoding.startsWith('utf-32')) return new TextDecoder(encoding).decode(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = encoding === 'utf-32le';
  let text = '';
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, little);
    text += code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  }
  return text;
}

/** Text has hardly any control characters or undecodable bytes; programs, archives and pictures have many. */
function looksBinary(text: string): boolean {
  const sample = text.slice(0, SAMPLE_BYTES);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: counting them is the point
  const odd = sample.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/g);
  return odd !== null && odd.length * 20 > sample.length;
}
