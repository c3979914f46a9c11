/**
 * The lines that could be shown, ending in a whole sentence if that costs little, else in a whole word and an
 * ellipsis. The breaks between the lines are kept, so that they stand as they were measured.
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
