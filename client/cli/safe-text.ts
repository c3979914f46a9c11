/** Two invisible marks that letters of some scripts and emoji need; they command nothing. */
const JOINERS = '(?![\\u200c\\u200d])';
/** Control characters and so escape sequences, marks of direction, separators of lines, halves of characters. */
const COMMANDING = new RegExp(`${JOINERS}[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]`, 'gu');
/** Those of them that JSON leaves as they are. */
const COMMANDING_IN_JSON = new RegExp(`${JOINERS}[\\x7f-\\x9f\\p{Cf}\\p{Zl}\\p{Zp}]`, 'gu');
const BLANKS = /[\t\n\v\f\r]+/g;

/** Text from outside as one line that a terminal only shows: line breaks become blanks, the rest `\u{1b}`. */
export function safeLine(text: string): string {
  const line = text.replace(BLANKS, ' ').trim();
  return line.replace(COMMANDING, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** The JSON of a value, written so that a terminal only shows it. */
export function safeJson(value: unknown, indent?: number): string {
  const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value, null, indent).replace(COMMANDING_IN_JSON, (character) =>
    character.split('').map(escapeUnit).join(''),
  );
}
