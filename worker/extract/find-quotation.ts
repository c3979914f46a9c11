import { type Block, oneLine } from './blocks.ts';
import type { Digest } from './digest.ts';
import { ATTRIBUTION } from './split-text.ts';

type Quotation = NonNullable<Digest['quotation']>;

const MAX_QUOTATION_CHARACTERS = 700;
/** Limit of the characters beside the quoted words: name, dash and quotation marks. */
const MAX_ATTRIBUTION_CHARACTERS = 100;
const QUOTATION_MARKS: [string, string][] = [
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['„', '”'],
  ['«', '»'],
  ['»', '«'],
  ['‘', '’'],
  ["'", "'"],
  ['「', '」'],
  ['『', '』'],
];
/** A name after a dash, at the end of the quoted line. Takes quadratic time, so it is for short texts only. */
const TRAILING_ATTRIBUTION = /^(.{12,}?[.!?…"”»“」』])\s*(?:[—–―]|--|\s-)\s*(\p{L}[^.!?]{1,80})$/su;

/** An author and the title of a work, in a line of its own without a dash. */
const AUTHOR_AND_TITLE =
  /^\p{Lu}[\p{L}\p{M} .’'-]{2,50},\s?(?:«[^»]{2,60}»|“[^”]{2,60}”|„[^“”]{2,60}[“”]|"[^"]{2,60}")$/u;

/** The name of a person in a separate line below quoted words. */
const PERSON_NAME = /^\p{Lu}[\p{L}\p{M}.’'-]{0,20}(?: [\p{L}\p{M}.’'-]{1,20}){1,4}$/u;

/** The whole material as a quotation: in quotation marks, as a block quote, or with a name after a dash. */
export function findQuotation(blocks: Block[]): Quotation | null {
  if (blocks.length === 0 || blocks.length > 3) return null;
  const texts = blocks.map((block) =>
    block.kind === 'paragraph' || block.kind === 'quote' ? block.text : null,
  );
  if (texts.includes(null)) return null;
  const whole = texts.join('\n');
  if (whole.length > MAX_QUOTATION_CHARACTERS + MAX_ATTRIBUTION_CHARACTERS) return null;
  const lines = whole.split('\n');
  // Several lines with dashes are a dialogue.
  if (lines.filter((line) => ATTRIBUTION.test(line.trim())).length > 1) return null;
  const quoted = blocks.some((block) => block.kind === 'quote');
  const words = takeAttribution(lines);
  // A signed notice or poem below its title.
  if (texts.length === 3 && !quoted && isName(texts[0] ?? '') && unquote(words.text) === words.text)
    return null;
  const unquoted = unquote(words.text);
  const isQuotation =
    words.attribution !== null || quoted || (unquoted !== words.text && words.text.length > 24);
  if (!isQuotation || unquoted.length > MAX_QUOTATION_CHARACTERS || unquoted.length < 8) return null;
  if (words.attribution === null && !quoted && /["“”«»„]/u.test(unquoted)) return null;
  return { text: unquoted, attribution: words.attribution };
}

const isName = (text: string) => text.length <= 60 && !/\n|[.,;:!?。，！？…"”»]$/u.test(text);

function takeAttribution(lines: string[]): Quotation {
  const last = oneLine(lines.at(-1) ?? '');
  if (lines.length > 1 && ATTRIBUTION.test(last) && last.length <= 90) {
    return { text: lines.slice(0, -1).join('\n').trim(), attribution: last.replace(ATTRIBUTION, '') };
  }
  if (lines.length > 1 && AUTHOR_AND_TITLE.test(last))
    return { text: lines.slice(0, -1).join('\n').trim(), attribution: last };
  const above = lines.slice(0, -1).join('\n').trim();
  if (lines.length > 1 && PERSON_NAME.test(last) && unquote(above) !== above)
    return { text: above, attribution: last };
  const whole = lines.join('\n').trim();
  const trailing = TRAILING_ATTRIBUTION.exec(whole);
  if (!trailing) return { text: whole, attribution: null };
  return { text: trailing[1]?.trim() ?? whole, attribution: oneLine(trailing[2] ?? '') };
}

function unquote(text: string): string {
  for (const [open, close] of QUOTATION_MARKS) {
    if (text.length > 2 && text.startsWith(open) && text.endsWith(close)) {
      const inner = text.slice(open.length, -close.length);
      // Quotation marks within mean that the outer two are not a pair.
      if (!inner.includes(open) && !inner.includes(close)) return inner.trim();
      if (open === '‘' || open === "'") return inner.trim();
    }
  }
  return text;
}
