/** Two invisible marks that letters of some scripts and emoji need; they command nothing. */
const JOINERS = '(?![\\u200c\\u200d])';
/**
 * What a terminal would obey instead of showing it, or that lets a line look like another: control characters and so
 * escape sequences, marks that turn the direction of writing and other invisible ones, separators of lines, halves of
 * characters.
 */
const UNSAFE_CHARACTERS = new RegExp(`${JOINERS}[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]`, 'gu');
/** Those of them that JSON leaves as they are. */
const UNSAFE_IN_JSON = new RegExp(`${JOINERS}[\\x7f-\\x9f\\p{Cf}\\p{Zl}\\p{Zp}]`, 'gu');

/** Text from outside as one line that a terminal only shows: the characters above as `\u{1b}`. */
export function terminalText(text: string): string {
  return text.replace(UNSAFE_CHARACTERS, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** The same JSON, written so that a terminal only shows it. Line breaks between values stay. */
export function terminalJson(json: string): string {
  const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json.replace(UNSAFE_IN_JSON, (character) => character.split('').map(escapeUnit).join(''));
}

/** Writes lines to a terminal, each as `terminalText` has it: a line break within one does not end it. */
export function writeLines(stream: Pick<NodeJS.WritableStream, 'write'>, lines: string[]): void {
  stream.write(lines.map((line) => `${terminalText(line)}\n`).join(''));
}
