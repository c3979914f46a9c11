/** Two invisible joiners that some scripts and emoji need; they are harmless. */
const JOINERS = '(?![\\u200c\\u200d])';
/** Control characters (and so escape sequences), direction marks, line separators, unpaired surrogates. */
const COMMANDING = new RegExp(`${JOINERS}[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]`, 'gu');
/** Those of them that JSON does not escape. */
const COMMANDING_IN_JSON = new RegExp(`${JOINERS}[\\x7f-\\x9f\\p{Cf}\\p{Zl}\\p{Zp}]`, 'gu');
const BLANKS = /[\t\n\v\f\r]+/g;

/** Outside text as one harmless line: line breaks become blanks, control characters such as `\u{1b}` are escaped. */
export function safeLine(text: string): string {
  const line = text.replace(BLANKS, ' ').trim();
  return line.replace(COMMANDING, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** The JSON of a value with all control characters escaped. */
export function safeJson(value: unknown, indent?: number): string {
  const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value, null, indent).replace(COMMANDING_IN_JSON, (character) =>
    character.split('').map(escapeUnit).join(''),
  );
}
