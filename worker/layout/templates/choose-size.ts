/** The number of columns of at least `least` pixels that fit: one to three. */
export function countColumns(width: number, least: number): number {
  return Math.max(1, Math.min(3, Math.floor(width / least)));
}

/** Share of the lines that must not wrap when not all fit. */
const MIN_WHOLE_LINES_SHARE = 0.8;
/** Share of the longest line that the width holds, if that is legible: with less, a line takes three lines or more. */
const MIN_HELD_SHARE = 0.7;
/** Width of a monospaced letter, and of the padding of a line, in ems. */
export const MONO_LETTER_EMS = 0.6;
const LINE_PADDING_EMS = 0.1;

/**
 * The largest size of at least `floor` at which no monospaced line wraps. Without one, the size of at least `least` at
 * which most lines do not wrap, and none more than once if possible; `floor` if half of those that wrap fit then.
 */
export function unwrappedSize(
  lines: string[],
  width: number,
  { floor, least }: { floor: number; least: number },
): number {
  const widths = lines.map((line) => line.replaceAll('\t', '    ').length).sort((a, b) => a - b);
  const sizeFor = (letters = 1) =>
    Math.floor(width / (Math.max(1, letters) * MONO_LETTER_EMS + LINE_PADDING_EMS));
  const whole = sizeFor(widths.at(-1));
  if (whole >= floor) return whole;
  const most = sizeFor(widths[Math.floor(widths.length * MIN_WHOLE_LINES_SHARE)]);
  const once = sizeFor(Math.ceil((widths.at(-1) ?? 1) * MIN_HELD_SHARE));
  const size = Math.max(least, once >= least ? Math.min(most, once) : most);
  const wrappedAt = (tried: number) => widths.filter((letters) => sizeFor(letters) < tried).length;
  return size === least && 2 * wrappedAt(floor) <= wrappedAt(least) ? floor : size;
}
