/** Markup of Markdown within a line. A `*` beside a letter or a space, as in `2*3` and `* item`, is not markup. */
const BOLD = /\*\*(?=\S)([^*\n]{1,400})(?<=\S)\*\*/gu;
const EMPHASIS = /(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*\n]{1,400})(?<=\S)\*(?![\p{L}\p{N}*])/gu;
/** The same with underscores, which are letters within names such as `living_room`. */
const UNDERSCORED_WORDS = /(?<![\p{L}\p{N}_/])_(?=[^\s_])([^_\n]{1,400})(?<=\S)_(?![\p{L}\p{N}_/])/gu;
const CODE = /`([^`\n]{1,400})`/gu;
const LINK = /!?\[([^[\]\n]{1,400})\]\((?:https?:|mailto:)[^\s()]{1,2000}\)/gu;
/** Words between rules, as mail programs write above a forwarded mail. */
const FRAMED_WORDS = /^\s*-{3,60}\s*([^-\s](?:.{0,80}[^-\s])?)\s*-{3,60}\s*$/u;

/** The beginning of a box in GitHub and Obsidian: `[!WARNING]`. */
const BOX_MARK = /^\[!(\w{1,20})\][+-]?\s{0,9}/;

/** A quote that begins with the kind of its box as a word. */
export const nameBox = (quote: string) =>
  quote.replace(
    BOX_MARK,
    (_, kind: string) => `${kind.slice(0, 1).toUpperCase()}${kind.slice(1).toLowerCase()}: `,
  );

/** A character that every mark but a frame contains. */
const SIGN_OF_MARK = /[*_`[]/;

/** A line without the marks of bold words, links and frames. */
export function stripMarks(line: string): string {
  const framed = FRAMED_WORDS.exec(line)?.[1] ?? line;
  if (!SIGN_OF_MARK.test(framed)) return framed;
  // Twice, for a link around a picture.
  return framed
    .replace(LINK, '$1')
    .replace(LINK, '$1')
    .replace(BOLD, '$1')
    .replace(EMPHASIS, '$1')
    .replace(UNDERSCORED_WORDS, '$1')
    .replace(CODE, '$1');
}
