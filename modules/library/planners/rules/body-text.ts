import { clipText } from '../clip-text.ts';
import type { PlannedAsset } from '../planner.ts';

/** Most characters of a text after its lead. */
const MAX_BODY_CHARACTERS = 2400;

/** The paragraphs of an article or a paper after its lead, in their order. */
export function bodyText({ digest: { summary, blocks = [] } }: PlannedAsset): string {
  const lead = letters(summary);
  const texts: string[] = [];
  let length = 0;
  for (const block of blocks) {
    if (length > MAX_BODY_CHARACTERS) break;
    if (block.kind !== 'paragraph') continue;
    const own = letters(block.text);
    // The lead is often the first paragraph, or begins with it; bylines and captions are shorter than sentences.
    if (own.length < 40 || lead.includes(own.slice(0, 60)) || own.includes(lead.slice(0, 60))) continue;
    texts.push(block.text.replaceAll('\n', ' '));
    length += block.text.length;
  }
  return clipText(texts.join('\n'), MAX_BODY_CHARACTERS);
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
