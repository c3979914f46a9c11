import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { loadEldData } from './eld.ts';
import { writeNgrams } from './ngram-table.ts';

/** Writes the data of the languages into the file given, for `guessLanguage`. */
const target = process.argv[2];
if (!target) throw new Error('The file of the languages is missing.');
const { type, languages, ngrams } = loadEldData();
await mkdir(dirname(target), { recursive: true });
// A worker that starts meanwhile reads the old file or the new one.
await writeFile(`${target}.new`, `${JSON.stringify({ type, languages })}\n${writeNgrams(ngrams)}`, 'latin1');
await rename(`${target}.new`, target);
