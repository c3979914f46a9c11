import { countWords } from '#shared/count-words.ts';
import { plainName } from './names.ts';

/** Names of texts that are shown without their name. */
export const SELF_EXPLANATORY_NAMES =
  /^(?:content|text|body|detailed_forecast|message|messages|commits|description|summary|notes?|details|comments?|excerpt|abstract|explanation|instructions?|reason|remarks|title|name|hinweise?|bemerkung(?:en)?|anmerkung(?:en)?|notiz(?:en)?|beschreibung|remarques?|opmerking(?:en)?|observaciones)$/;
/** Limits from which texts are shortened: number of rows, and letters of all their notes. */
const MIN_MANY_ROWS = 4;
const MAX_NOTE_LETTERS = 700;
/** Least letters of a sentence, and limit of the letters of a shortened text. */
const MIN_SENTENCE_LETTERS = 24;
const MAX_SHORTENED_LETTERS = 140;
const SENTENCE_END = /[.!?;。！？](?=\s|$)/gu;

/** Share of the rows with the same text above which the text is left out. */
const MAX_COMMON_SHARE = 0.5;

/**
 * The notes below each row. If there are many rows, texts that most of them share are left out, and long texts are shortened to the
 * first sentence. The other words are counted.
 */
export function rowNotes(names: string[], rows: Map<string, string>[]): { notes: string[]; omitted: number } {
  const own = rows.length < MIN_MANY_ROWS ? rows : rows.map((row) => removeCommonTexts(row, names, rows));
  const notes = own.map((row) => noteOf(names, row, (text) => text));
  const whole = rows.map((row) => noteOf(names, row, (text) => text));
  let omitted = countWords(whole.join(' ')) - countWords(notes.join(' '));
  const letters = notes.reduce((sum, note) => sum + note.length, 0);
  if (rows.length < MIN_MANY_ROWS || letters <= MAX_NOTE_LETTERS) return { notes, omitted };
  const brief = (text: string) => {
    const kept = firstSentence(text);
    omitted += countWords(text.slice(kept.length));
    return kept;
  };
  return { notes: own.map((row) => noteOf(names, row, brief)), omitted };
}

/** Removes the texts that most rows share. */
function removeCommonTexts(
  row: Map<string, string>,
  names: string[],
  rows: Map<string, string>[],
): Map<string, string> {
  const isCommon = (name: string) => {
    const same = rows.filter((one) => one.get(name) === row.get(name)).length;
    return same > MAX_COMMON_SHARE * rows.length;
  };
  return new Map([...row].filter(([name]) => !names.includes(name) || !isCommon(name)));
}

function firstSentence(text: string): string {
  for (const { index } of text.slice(0, MAX_SHORTENED_LETTERS).matchAll(SENTENCE_END))
    if (index >= MIN_SENTENCE_LETTERS) return text.slice(0, index + 1);
  if (text.length <= MAX_SHORTENED_LETTERS) return text;
  const space = text.lastIndexOf(' ', MAX_SHORTENED_LETTERS);
  return space > MIN_SENTENCE_LETTERS ? text.slice(0, space) : text;
}

/** Whether another text of the row contains it, as the content of a feed contains the description. */
function isWithinOther(name: string, names: string[], one: Map<string, string>): boolean {
  const value = one.get(name) ?? '';
  if (value.length < MIN_SENTENCE_LETTERS || !SELF_EXPLANATORY_NAMES.test(plainName(name))) return false;
  return names.some((other) => {
    const text = one.get(other) ?? '';
    return (
      other !== name &&
      SELF_EXPLANATORY_NAMES.test(plainName(other)) &&
      text.length > value.length &&
      text.includes(value)
    );
  });
}

function noteOf(names: string[], one: Map<string, string>, cut: (text: string) => string): string {
  return names
    .flatMap((name) => {
      const value = one.get(name);
      if (!value || value === 'false' || isWithinOther(name, names, one)) return [];
      if (value === 'true') return [name];
      return [SELF_EXPLANATORY_NAMES.test(plainName(name)) ? cut(value) : `${name} ${value}`];
    })
    .join(' · ');
}
