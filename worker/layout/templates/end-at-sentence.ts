/**
 * The lines that fit, ended after a whole sentence if that costs little, else after a whole word with an ellipsis. The
 * line breaks are kept, so that the lines stand as they were measured.
 */
export function endAtSentence(lines: string[]): string {
  const last = lines.at(-1) ?? '';
  const words = last.replace(/\s\S*…$|…$/u, '').replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/u, '');
  if (words === '' && lines.length > 1)
    return endAtSentence(
      lines.slice(0, -1).map((line, index, all) => (index === all.length - 1 ? `${line} …` : line)),
    );
  const whole = /[.!?。！？]["'”’»」)]?$/u.test(words);
  const end = words === '' ? last : whole ? words : `${words.replace(/(?<![.!?])[.!?]+$/u, '')}…`;
  return [...lines.slice(0, -1), end].join('\n');
}
