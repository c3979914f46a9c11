/** Characters of one adversarial text: as long as a text asset may be. */
const LENGTH = 100_000;

/** ASCII but for letters and digits, one of each of those, and of every other class that code here tells apart. */
const PIECES = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).filter(
    (sign) => !/[a-z0-9]/i.test(sign),
  ),
  ...['a', 'K', '0', 'é', 'e\u0301', '\u0301', 'Σ', 'ß', '¼'],
  ...['\t', '\n', '\r', '\u0001', '\u0085', '\u00a0', '\u00ad', '\u2028', '\u200b', '\u200d', '\u2060'],
  ...['\u202e', '\ufeff', '\ud800', '…', '—', '–', '•', '“', '”', '„', '»', '☐', '：', '。'],
  ...['日', 'か', '한', 'ก', 'ا', 'א', '😀', '👩‍👩‍👧', '🇳🇴'],
];

/** How a piece is repeated, by name. */
const SHAPES = {
  run: (piece: string) => fill(piece),
  spaced: (piece: string) => fill(`${piece} `),
  lettered: (piece: string) => fill(`a${piece}b.`),
  lines: (piece: string) => fill(`${piece}\n`),
  heading: (piece: string) => `# a${fill(piece).slice(4)}b`,
  bullets: (piece: string) => fill(`- ${piece}\n`),
  pair: (piece: string) => `a: ${fill(piece).slice(8)}\nb: c`,
  quoted: (piece: string) => `"${fill(piece).slice(1)}`,
};
export type AdversarialShape = keyof typeof SHAPES;

export interface AdversarialText {
  /** For a message of failure. */
  name: string;
  text: string;
}

/** Long runs of every class of characters, which show work that grows with the square of a text's length. */
export function* adversarialTexts(
  shapes = Object.keys(SHAPES) as AdversarialShape[],
): Generator<AdversarialText> {
  for (const shape of shapes)
    for (const piece of PIECES)
      yield { name: `${shape} of ${JSON.stringify(piece)}`, text: SHAPES[shape](piece) };
}

/** Markup that opens, or seems to, again and again. */
export function* adversarialMarkup(): Generator<AdversarialText> {
  const tokens = [
    '<b>',
    '</b>',
    '<a ',
    '<!--',
    '<![CDATA[',
    '&amp',
    '&#',
    '<br>',
    '<p',
    '<p a="',
    '<li>',
    '<td>',
  ];
  for (const token of tokens) yield { name: `run of ${token}`, text: fill(token) };
}

function fill(piece: string): string {
  return piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH);
}

/**
 * Processor time of this thread for a character, far above what linear work takes (below 1 microsecond) and far below
 * what quadratic work takes at this length (tens and more).
 */
const MAX_MICROSECONDS_PER_CHARACTER = 10;

/** Names of the texts that took longer than linear work does, with their time. */
export async function slowTexts(
  texts: Iterable<AdversarialText>,
  work: (text: string) => unknown,
  maxMicroseconds = MAX_MICROSECONDS_PER_CHARACTER,
): Promise<string[]> {
  const slow: string[] = [];
  for (const { name, text } of texts) {
    const before = process.threadCpuUsage();
    await work(text);
    const { user, system } = process.threadCpuUsage(before);
    const each = (user + system) / text.length;
    if (each > maxMicroseconds) slow.push(`${name}: ${each.toFixed(1)} µs a character`);
  }
  return slow;
}
