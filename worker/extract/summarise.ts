import { UNSPACED_LETTER } from '#shared/count-words.ts';
import { oneLine, shorten } from './blocks.ts';

/** Limit of the sentences: the work grows with their square. */
const MAX_SENTENCES = 80;
const MAX_SUMMARY = 320;
/** Damping of PageRank, and a number of rounds that is enough for so few sentences. */
const DAMPING = 0.85;
const RANK_ITERATIONS = 20;

/**
 * One to three sentences that share most words with the others, in their own order: TextRank (Mihalcea and Tarau, "TextRank:
 * Bringing Order into Texts", EMNLP 2004, section 4). The ranks are weighted towards the beginning, where news and reports
 * put what matters (Edmundson, "New Methods in Automatic Extracting", JACM 1969). The same text gives the same summary.
 *
 * `paragraphs` are running text only: headings and lists make poor sentences.
 */
export function summarise(paragraphs: string[], language: string | null): string {
  const sentences = splitSentences(paragraphs, language);
  const whole = sentences.join(' ');
  if (whole.length <= MAX_SUMMARY) return whole;
  const ranks = rank(sentences.map(contentWords));
  const order = ranks
    .map((value, index) => ({ index, value: value * (1 + 1.2 / (1 + index)) }))
    .sort((a, b) => b.value - a.value || a.index - b.index);
  const chosen: number[] = [];
  let length = 0;
  for (const { index } of order) {
    const own = sentences[index]?.length ?? 0;
    if (length + own > MAX_SUMMARY || own < 20) continue;
    chosen.push(index);
    length += own + 1;
    if (chosen.length === 3) break;
  }
  if (chosen.length === 0) return shorten(sentences[order[0]?.index ?? 0] ?? '', MAX_SUMMARY);
  return chosen
    .sort((a, b) => a - b)
    .map((index) => sentences[index])
    .join(' ');
}

function splitSentences(paragraphs: string[], language: string | null): string[] {
  const segmenter = new Intl.Segmenter(language ?? 'en', { granularity: 'sentence' });
  const sentences: string[] = [];
  for (const paragraph of paragraphs) {
    for (const { segment } of segmenter.segment(oneLine(paragraph.slice(0, 10_000)))) {
      const sentence = segment.trim();
      const before = sentences.at(-1);
      // "Dr. Who", "no. 5", "e.g. this": the segmenter knows no abbreviations.
      if (before && /(?:^|\s)\p{L}{1,3}\.$/u.test(before) && before.length < 200) {
        sentences[sentences.length - 1] = `${before} ${sentence}`;
      } else if (sentence !== '') {
        sentences.push(sentence);
      }
      if (sentences.length === MAX_SENTENCES) return sentences;
    }
  }
  return sentences;
}

/** Words of at least four letters (shorter ones are mostly grammar); pairs of characters in scripts without spaces. */
function contentWords(sentence: string): Set<string> {
  const words = new Set<string>();
  for (const [word] of sentence.toLowerCase().matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (UNSPACED_LETTER.test(word)) {
      for (let i = 0; i + 1 < word.length; i++) words.add(word.slice(i, i + 2));
    } else if (word.length >= 4) {
      words.add(word);
    }
  }
  return words;
}

function rank(sentences: Set<string>[]): number[] {
  const count = sentences.length;
  const weights = sentences.map((a, i) => sentences.map((b, j) => (i === j ? 0 : similarity(a, b))));
  const totals = weights.map((row) => row.reduce((sum, weight) => sum + weight, 0));
  let ranks = new Array<number>(count).fill(1);
  for (let round = 0; round < RANK_ITERATIONS; round++) {
    ranks = weights.map((row) => {
      let sum = 0;
      for (const [j, weight] of row.entries())
        if (weight > 0) sum += (weight / (totals[j] ?? 1)) * (ranks[j] ?? 0);
      return 1 - DAMPING + DAMPING * sum;
    });
  }
  return ranks;
}

/** Number of shared words over the logarithms of the lengths (TextRank, equation in section 4.1). */
function similarity(a: Set<string>, b: Set<string>): number {
  if (a.size < 2 || b.size < 2) return 0;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared / (Math.log(a.size) + Math.log(b.size));
}
