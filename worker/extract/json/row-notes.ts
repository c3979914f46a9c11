import { countWords } from '#shared/count-words.ts';
import { plainName } from './names.ts';

/** Names of sentences that speak for themselves. */
export const SPEAKING =
  /^(?:content|text|body|detailed_forecast|message|messages|commits|description|summary|notes?|details|comments?|excerpt|abstract|explanation|instructions?|reason|title|name)$/;
/** Rows from which texts of so many letters in all would leave no room for the last of them. */
const MANY_ROWS = 4;
const MANY_LETTERS = 700;
/** Letters of a sentence, at least, and those of a text that ends in no sentence. */
const MIN_SENTENCE = 24;
const MAX_SENTENCE = 140;
const SENTENCE_END = /[.!?;。！？](?=\s|$)/gu;

/** The notes below each row. Of many rows only the first sentence of each text is shown; the other words are counted. */
export function rowNotes(names: string[], rows: Map<string, string>[]): { notes: string[]; omitted: number } {
  const notes = rows.map((row) => noteOf(names, row, (text) => text));
  const letters = notes.reduce((sum, note) => sum + note.length, 0);
  if (rows.length < MANY_ROWS || letters <= MANY_LETTERS) return { notes, omitted: 0 };
  let omitted = 0;
  const brief = (text: string) => {
    const kept = firstSentence(text);
    omitted += countWords(text.slice(kept.length));
    return kept;
  };
  return { notes: rows.map((row) => noteOf(names, row, brief)), omitted };
}

function firstSentence(text: string): string {
  for (const { index } of text.slice(0, MAX_SENTENCE).matchAll(SENTENCE_END))
    if (index >= MIN_SENTENCE) return text.slice(0, index + 1);
  if (text.length <= MAX_SENTENCE) return text;
  const space = text.lastIndexOf(' ', MAX_SENTENCE);
  return space > MIN_SENTENCE ? text.slice(0, space) : text;
}

function noteOf(names: string[], one: Map<string, string>, cut: (text: string) => string): string {
  return names
    .flatMap((name) => {
      const value = one.get(name);
      if (!value || value === 'false') return [];
      if (value === 'true') return [name];
      return [SPEAKING.test(plainName(name)) ? cut(value) : `${name} ${value}`];
    })
    .join(' · ');
}
