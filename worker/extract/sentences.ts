/** The end of a title or an initial (`Prof.`, `J.`, `z.B.`), after which a sentence goes on. */
const ABBREVIATION = /(?:^|[\s(„“"'])(?:\p{Lu}\p{Ll}{0,3}|\p{L}\p{M}{0,2}|\p{L}\.\p{L})\.\s*$/u;

const segmenters = new Map<string, Intl.Segmenter>();

/** The sentences of a text, each with the space behind it. */
export function sentencesOf(text: string, locale: string): string[] {
  let segmenter = segmenters.get(locale);
  if (!segmenter) {
    segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' });
    segmenters.set(locale, segmenter);
  }
  const sentences: string[] = [];
  let isOpen = false;
  for (const { segment } of segmenter.segment(text)) {
    if (isOpen) sentences.push((sentences.pop() ?? '') + segment);
    else sentences.push(segment);
    isOpen = ABBREVIATION.test(segment.slice(-12));
  }
  return sentences;
}
