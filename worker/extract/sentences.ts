/** The end of a title or an initial (`Prof.`, `J.`, `z.B.`), after which a sentence continues. */
const ABBREVIATION = /(?:^|[\s(„“"'])(?:\p{Lu}\p{Ll}{0,3}|\p{L}\p{M}{0,2}|\p{L}\.\p{L})\.\s*$/u;

/** A number of a day or a place in a row, in the languages that write it with a full stop: `am 31. Januar`. */
const ORDINAL = /(?:^|[\s(„“"'–-])\d{1,2}\.\s*$/u;
const LANGUAGES_WITH_ORDINALS = /^(?:bs|cs|da|de|et|fi|hr|hu|is|lb|lv|nb|nn|no|pl|sk|sl|sr|tr)\b/;

const segmenters = new Map<string, Intl.Segmenter>();

/** The sentences of a text, each with the space after it. */
export function sentencesOf(text: string, locale: string): string[] {
  let segmenter = segmenters.get(locale);
  if (!segmenter) {
    segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' });
    segmenters.set(locale, segmenter);
  }
  const sentences: string[] = [];
  const hasOrdinals = LANGUAGES_WITH_ORDINALS.test(locale);
  let isOpen = false;
  for (const { segment } of segmenter.segment(text)) {
    if (isOpen) sentences.push((sentences.pop() ?? '') + segment);
    else sentences.push(segment);
    const end = segment.slice(-12);
    isOpen = ABBREVIATION.test(end) || (hasOrdinals && ORDINAL.test(end));
  }
  return sentences;
}
