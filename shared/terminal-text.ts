/** Excludes two invisible characters that some scripts and emoji need and that a terminal does not interpret. */
const JOINERS = '(?![\\u200c\\u200d])';
/**
 * Characters that a terminal interprets or that can disguise a line: control characters (which begin escape sequences),
 * direction marks and other invisible characters, line separators, unpaired surrogates.
 */
const UNSAFE_CHARACTERS = new RegExp(`${JOINERS}[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]`, 'gu');
/** Those of them that JSON does not escape. */
const UNSAFE_IN_JSON = new RegExp(`${JOINERS}[\\x7f-\\x9f\\p{Cf}\\p{Zl}\\p{Zp}]`, 'gu');

/** Escapes the characters above as `\u{1b}`, so that a terminal prints untrusted text as one line. */
export function terminalText(text: string): string {
  return text.replace(UNSAFE_CHARACTERS, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** The same JSON with these characters escaped. Line breaks between values stay. */
export function terminalJson(json: string): string {
  const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json.replace(UNSAFE_IN_JSON, (character) => character.split('').map(escapeUnit).join(''));
}

/** Writes lines to a terminal, each escaped by `terminalText`: a line break within a line does not end it. */
export function writeLines(stream: Pick<NodeJS.WritableStream, 'write'>, lines: string[]): void {
  stream.write(lines.map((line) => `${terminalText(line)}\n`).join(''));
}
