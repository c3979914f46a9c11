/** At most `most` UTF-16 units, cut at a word where there is one, with an ellipsis when something is missing. */
export function clipText(text: string, most: number): string {
  const whole = text.trim();
  if (whole.length <= most) return whole;
  const cut = whole.slice(0, most - 1).replace(/[\ud800-\udbff]$/u, '');
  const space = cut.lastIndexOf(' ');
  return `${(space > most / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

/** The text on one line. */
export function clipLine(text: string, most: number): string {
  return clipText(text.replace(/\s+/gu, ' '), most);
}
