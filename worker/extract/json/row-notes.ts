import { countWords } from '#shared/count-words.ts';
import { plainName } from './names.ts';

/** Names of sentences that speak for themselves. */
export const SPEAKING =
  /^(?:content|text|body|detailed_forecast|message|messages|commits|description|summary|notes?|details|comments?|excerpt|abstract|explanation|instructions?|reason|remarks|title|name)$/;
/** Rows from which texts of so many letters in all would leave no room for the last of them. */
const MANY_ROWS = 4;
const MANY_LETTERS = 700;
/** Letters of a sentence, at least, and those of a text that ends in no sentence. */
const MIN_SENTENCE = 24;
const MAX_SENTENCE = 140;
const SENTENCE_END = /[.!?;。！？](?=\s|$)/gu;

/** Share of the rows with the same text from which it does not distinguish them. */
const COMMON = 0.5;

/**
 * The notes below each row. Of many rows what most of them have in common is left out, and of long texts only the first sentence
 * is shown. The other words are counted.
 */
export function rowNotes(names: string[], rows: Map<string, string>[]): { notes: string[]; omitted: number } {
  const own = rows.length < MANY_ROWS ? rows : rows.map((row) => withoutCommon(row, names, rows));
  const notes = own.map((row) => noteOf(names, row, (text) => text));
  const whole = rows.map((row) => noteOf(names, row, (text) => text));
  let omitted = countWords(whole.join(' ')) - countWords(notes.join(' '));
  const letters = notes.reduce((sum, note) => sum + note.length, 0);
  if (rows.length < MANY_ROWS || letters <= MANY_LETTERS) return { notes, omitted };
  const brief = (text: string) => {
    const kept = firstSentence(text);
    omitted += countWords(text.slice(kept.length));
    return kept;
  };
  return { notes: own.map((row) => noteOf(names, row, brief)), omitted };
}

/** Without texts that are those of most rows. */
function withoutCommon(
  row: Map<string, string>,
  names: string[],
  rows: Map<string, string>[],
): Map<string, string> {
  const isCommon = (name: string) => {
    const same = rows.filter((one) => one.get(name) === row.get(name)).length;
    return same > COMMON * rows.length;
  };
  return new Map([...row].filter(([name]) => !names.includes(name) || !isCommon(name)));
}

function firstSentence(text: string): string {
  for (const { index } of text.slice(0, MAX_SENTENCE).matchAll(SENTENCE_END))
    if (index >= MIN_SENTENCE) return text.slice(0, index + 1);
  if (text.length <= MAX_SENTENCE) return text;
  const space = text.lastIndexOf(' ', MAX_SENTENCE);
  return space > MIN_SENTENCE ? text.slice(0, space) : text;
}

/** Whether another text of the row has all of it, as the content of a feed has its description. */
function isWithinOther(name: string, names: string[], one: Map<string, string>): boolean {
  const value = one.get(name) ?? '';
  if (value.length < MIN_SENTENCE || !SPEAKING.test(plainName(name))) return false;
  return names.some((other) => {
    const text = one.get(other) ?? '';
    return (
      other !== name && SPEAKING.test(plainName(other)) && text.length > value.length && text.includes(value)
    );
  });
}

function noteOf(names: string[], one: Map<string, string>, cut: (text: string) => string): string {
  return names
    .flatMap((name) => {
      const value = one.get(name);
      if (!value || value === 'false' || isWithinOther(name, names, one)) return [];
      if (value === 'true') return [name];
      return [SPEAKING.test(plainName(name)) ? cut(value) : `${name} ${value}`];
    })
    .join(' · ');
}
