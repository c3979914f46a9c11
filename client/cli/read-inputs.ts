import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { NamedBytes, PushInput } from '../push-input.ts';
import { typeOf } from '../push-input.ts';
import { usageError } from './exit-codes.ts';
import { decodeText, sniffType } from './sniff-type.ts';

/** Above the limit of any box, and small enough for the memory. */
const MAX_BYTES = 256 * 2 ** 20;
/** Longer texts go as a file. */
const MAX_TEXT_CHARACTERS = 100_000;
const ADDRESS = /^https?:\/\/\S+$/i;
const PATH = /^(?:~|\.{0,2})\//;

/**
 * The inputs of `placard push`: `-` is standard input, an address a link, the name of a file that file. Other neighbouring
 * words are one text.
 * @throws {CommandError} of exit code 2 for what cannot be read or pushed
 */
export async function readInputs(words: string[], stdin: NodeJS.ReadStream): Promise<PushInput[]> {
  if (words.length === 0) {
    if (stdin.isTTY) throw usageError('Push what?', 'A text, files, addresses, or - for standard input.');
    return [await readStandardInput(stdin)];
  }
  const inputs: PushInput[] = [];
  let text: string[] = [];
  const endText = () => {
    if (text.length > 0) inputs.push({ text: text.join(' ') });
    text = [];
  };
  for (const word of words) {
    const input = await readWord(word, stdin);
    if (input === null) text.push(word);
    else {
      endText();
      inputs.push(input);
    }
  }
  endText();
  return inputs;
}

/** Null when the word is part of a text. */
async function readWord(word: string, stdin: NodeJS.ReadStream): Promise<PushInput | null> {
  if (word === '-') return readStandardInput(stdin);
  if (ADDRESS.test(word)) return { link: word };
  const found = await stat(word).catch(() => null);
  if (found?.isFile() || found?.isFIFO()) return readNamedFile(word, found.size);
  if (found) throw usageError(`${word} is not a file.`, 'Name the files in it.');
  // A mistyped file name must not be shown as text.
  const looksLikeFile = !/\s/.test(word) && (PATH.test(word) || typeOf(word) !== undefined);
  if (looksLikeFile && word.includes('.'))
    throw usageError(
      `There is no file ${word}.`,
      'To push these words, pipe them: `echo … | placard push -`.',
    );
  return null;
}

async function readNamedFile(path: string, size: number): Promise<PushInput> {
  if (size > MAX_BYTES) throw usageError(`${path} is too large.`);
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw usageError(`${path} cannot be read (${error.code}).`);
  });
  const filename = basename(path);
  const type = typeOf(filename);
  return type ? { data: bytes, filename, type } : fromBytes(bytes, filename);
}

async function readStandardInput(stdin: NodeJS.ReadStream): Promise<PushInput> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stdin) {
    length += chunk.length;
    if (length > MAX_BYTES) throw usageError('Standard input is too large.');
    chunks.push(chunk);
  }
  if (length === 0) throw usageError('Standard input is empty.', 'Push a text, files or addresses.');
  return fromBytes(Buffer.concat(chunks), 'input');
}

function fromBytes(bytes: Buffer<ArrayBuffer>, filename: string): PushInput {
  const type = sniffType(bytes);
  if (type) return { data: bytes, filename, type } satisfies NamedBytes;
  const text = decodeText(bytes);
  if (text === null)
    throw usageError(
      `${filename} is neither a picture, a PDF nor a text.`,
      'Placard takes PNG, JPEG, GIF, WebP, SVG, PDF and UTF-8.',
    );
  if (text.length > MAX_TEXT_CHARACTERS)
    return { data: bytes, filename: `${filename}.txt`, type: 'text/plain' };
  return ADDRESS.test(text.trim()) ? { link: text.trim() } : { text };
}
