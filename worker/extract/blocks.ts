/** A piece of material with its part in the whole; what every format is brought to before it is described. */
export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'item'; text: string; ordered: boolean; done: boolean | null }
  | { kind: 'quote'; text: string }
  | { kind: 'pair'; key: string; value: string }
  | { kind: 'code'; text: string };

/** Characters of text that are kept of one asset. */
export const MAX_TEXT = 100_000;
/** Blocks that are kept of one asset. */
export const MAX_BLOCKS = 2_000;

/** The blocks as plain text: a blank line between paragraphs, items and pairs on lines of their own. */
export function blocksToText(blocks: Block[]): string {
  let text = '';
  let before: Block['kind'] | undefined;
  for (const block of blocks) {
    const together = before === block.kind && (block.kind === 'item' || block.kind === 'pair');
    if (text !== '') text += together ? '\n' : '\n\n';
    text += blockText(block);
    before = block.kind;
    if (text.length >= MAX_TEXT) return cutText(text, MAX_TEXT);
  }
  return text;
}

function blockText(block: Block): string {
  if (block.kind === 'item') return `• ${block.text}`;
  if (block.kind === 'pair') return `${block.key}: ${block.value}`;
  return block.text;
}

/** At most `length` UTF-16 units, never half a surrogate pair. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const half = /[\ud800-\udbff]/.test(text.charAt(length - 1));
  return text.slice(0, half ? length - 1 : length);
}

/** The text cut at a word, with an ellipsis, when it is longer than `length`. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = cutText(text, length - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > length / 2 ? cut.slice(0, space) : cut).trimEnd().replace(/[,;:–—-]$/u, '')}…`;
}

/** One line: white space of every kind becomes one space, controls and bidirectional overrides go. */
export function oneLine(text: string): string {
  return text
    .replace(/[\s\u0085\u2028\u2029]+/gu, ' ')
    .replace(/[\p{Cc}\u00ad\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim();
}
