/** Characters of one adversarial text: the limit of a text asset. */
const LENGTH = 100_000;
/** Characters of its shorter form, which is tried first. */
const SHORT_LENGTH = LENGTH / 5;

/** ASCII without letters and digits, one letter and digit, and one of every other class that the product distinguishes. */
const PIECES = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).filter(
    (sign) => !/[a-z0-9]/i.test(sign),
  ),
  ...['a', 'K', '0', 'é', 'e\u0301', '\u0301', 'Σ', 'ß', '¼'],
  ...['\t', '\n', '\r', '\u0001', '\u0085', '\u00a0', '\u00ad', '\u2028', '\u200b', '\u200d', '\u2060'],
  ...['\u202e', '\ufeff', '\ud800', '…', '—', '–', '•', '“', '”', '„', '»', '☐', '：', '。'],
  ...['日', 'か', '한', 'ก', 'ا', 'א', '😀', '👩‍👩‍👧', '🇳🇴'],
];

/** Ways of repeating a piece, by name. */
const SHAPES = {
  run: (piece: string, length: number) => fill(piece, length),
  spaced: (piece: string, length: number) => fill(`${piece} `, length),
  lettered: (piece: string, length: number) => fill(`a${piece}b.`, length),
  lines: (piece: string, length: number) => fill(`${piece}\n`, length),
  heading: (piece: string, length: number) => `# a${fill(piece, length).slice(4)}b`,
  bullets: (piece: string, length: number) => fill(`- ${piece}\n`, length),
  pair: (piece: string, length: number) => `a: ${fill(piece, length).slice(8)}\nb: c`,
  quoted: (piece: string, length: number) => `"${fill(piece, length).slice(1)}`,
};
export type AdversarialShape = keyof typeof SHAPES;

export interface AdversarialText {
  /** For a message of failure. */
  name: string;
  ofLength(characters: number): string;
}

/** Long runs of every class of characters, which reveal quadratic work. */
export function* adversarialTexts(
  shapes = Object.keys(SHAPES) as AdversarialShape[],
): Generator<AdversarialText> {
  for (const shape of shapes)
    for (const piece of PIECES)
      yield {
        name: `${shape} of ${JSON.stringify(piece)}`,
        ofLength: (characters) => SHAPES[shape](piece, characters),
      };
}

/** Markup with many opening tags, or text that resembles them. */
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
  for (const token of tokens)
    yield { name: `run of ${token}`, ofLength: (characters) => fill(token, characters) };
}

function fill(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}

/**
 * Limit of the processor time per character: far above that of linear work (below 1 microsecond) and far below that of
 * quadratic work at this length (tens and more).
 */
const MAX_MICROSECONDS_PER_CHARACTER = 10;
/**
 * Quadratic work takes this much longer per character of the whole text than of the shorter one. Work that is below the
 * limit by this factor on the shorter text need not be tried on the whole one.
 */
const SHORT_MARGIN = LENGTH / SHORT_LENGTH;

const MAX_MEASUREMENTS = 5;
/** Of the shorter text: one of the whole text takes longer than these. */
const MAX_SHORT_MEASUREMENTS = 3;

/** Names of the texts that took longer than linear work does, with their time. */
export async function slowTexts(
  texts: Iterable<AdversarialText>,
  work: (text: string) => unknown,
  maxMicroseconds = MAX_MICROSECONDS_PER_CHARACTER,
): Promise<string[]> {
  const slow: string[] = [];
  for (const { name, ofLength } of texts) {
    const shortLimit = maxMicroseconds / SHORT_MARGIN;
    if ((await leastTime(ofLength(SHORT_LENGTH), work, shortLimit, MAX_SHORT_MEASUREMENTS)) <= shortLimit)
      continue;
    const each = await leastTime(ofLength(LENGTH), work, maxMicroseconds, MAX_MEASUREMENTS);
    if (each > maxMicroseconds) slow.push(`${name}: ${each.toFixed(1)} µs a character`);
  }
  return slow;
}

/**
 * The least of several measurements, because other work of the machine only adds to a measurement. None is made after the first
 * below the limit.
 */
async function leastTime(
  text: string,
  work: (text: string) => unknown,
  limit: number,
  most: number,
): Promise<number> {
  let least = Infinity;
  for (let n = 0; n < most && least > limit; n++) least = Math.min(least, await timePerCharacter(text, work));
  return least;
}

/** Microseconds of processor time. */
async function timePerCharacter(text: string, work: (text: string) => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / text.length;
}
