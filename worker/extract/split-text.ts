import { type Block, cutText, MAX_BLOCKS, MAX_TEXT, oneLine } from './blocks.ts';

const BULLET = /^\s{0,8}(?:[-*+•·‣▪◦●○–—]|(\d{1,3})[.)、])\s+(?=\S)|^\s{0,8}(?=[☐☑☒✓✔✗]|\[[ xX]?\]\s)/u;
const CHECKBOX = /^(?:\[([ xX]?)\]|([☐☑☒✓✔✗]))\s*/u;
const HEADING = /^(#{1,6})\s+(?=\S)/u;
const QUOTED = /^\s{0,3}>\s?/;
/** A name, a colon and something after it; not an address, not a clock time. Quadratic: for short lines only. */
const PAIR = /^([\p{L}\p{N}][^:：=\t]{0,39}?)\s*(?::(?!\/\/|\d\d(?!\d))|：|\t|\s=\s)\s*(\S.*)$/u;
const MAX_PAIR = 160;
/** Marks of Markdown within a line; a `*` beside a letter or a space, as in `2*3` and `* item`, is none. */
const BOLD = /\*\*(?=\S)([^*\n]{1,400})(?<=\S)\*\*/gu;
const EMPHASIS = /(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*\n]{1,400})(?<=\S)\*(?![\p{L}\p{N}*])/gu;
const CODE = /`([^`\n]{1,400})`/gu;
const LINK = /!?\[([^[\]\n]{1,400})\]\((?:https?:|mailto:)[^\s()]{1,2000}\)/gu;
/** Who said it: a line of its own after the words. */
export const ATTRIBUTION = /^(?:[—–―~]|--)\s*(?=\p{L})/u;

/**
 * Plain text as blocks, by the marks that people make in plain text (and the simplest of Markdown): one pass, no
 * backtracking worth the name.
 */
export function splitText(text: string): Block[] {
  const blocks: Block[] = [];
  for (const paragraph of cutText(text, MAX_TEXT).split(/\n[^\S\n]*(?:\n[^\S\n]*)+/u)) {
    blocks.push(...splitParagraph(paragraph.split('\n').filter((line) => line.trim() !== '')));
    if (blocks.length >= MAX_BLOCKS) break;
  }
  return blocks.slice(0, MAX_BLOCKS);
}

function splitParagraph(lines: string[]): Block[] {
  const blocks: Block[] = [];
  if (lines.length === 0) return blocks;
  if (arePairs(lines)) return lines.map(toPair);
  // Not in names and values: a password may have such signs.
  const words = lines.map(withoutMarks);
  let plain: string[] = [];
  const flush = () => {
    if (plain.length > 0) blocks.push({ kind: 'paragraph', text: joinLines(plain) });
    plain = [];
  };
  for (const line of words) {
    const special = toSpecial(line);
    if (!special) {
      plain.push(line);
      continue;
    }
    flush();
    const before = blocks.at(-1);
    if (special.kind === 'quote' && before?.kind === 'quote') before.text += `\n${special.text}`;
    else blocks.push(special);
  }
  flush();
  return blocks;
}

function withoutMarks(line: string): string {
  return line.replace(LINK, '$1').replace(BOLD, '$1').replace(EMPHASIS, '$1').replace(CODE, '$1');
}

function toSpecial(line: string): Block | null {
  const heading = HEADING.exec(line);
  if (heading) return { kind: 'heading', level: heading[1]!.length, text: headingText(line, heading[0]) };
  if (QUOTED.test(line)) return { kind: 'quote', text: oneLine(line.replace(QUOTED, '')) };
  const bullet = BULLET.exec(line);
  if (!bullet || ATTRIBUTION.test(line.trim())) return null;
  return toItem(line.slice(bullet[0].length), bullet[1] !== undefined);
}

/** The words after the opening signs, without the closing ones (CommonMark 0.31, section 4.2). */
function headingText(line: string, opening: string): string {
  const text = oneLine(line.slice(opening.length));
  let end = text.length;
  while (text[end - 1] === '#') end--;
  return text[end - 1] === ' ' ? text.slice(0, end - 1) : text;
}

export function toItem(line: string, ordered: boolean): Block {
  const box = CHECKBOX.exec(line.trimStart());
  const done = box ? /[xX☑☒✓✔✗]/u.test(box[0]) : null;
  return { kind: 'item', text: oneLine(box ? line.trimStart().slice(box[0].length) : line), ordered, done };
}

/** Two or more lines, all of them name and value, the values short: `Wi-Fi: guest`. */
function arePairs(lines: string[]): boolean {
  return (
    lines.length >= 2 &&
    lines.every((line) => {
      if (line.length > MAX_PAIR) return false;
      const match = PAIR.exec(line.trim());
      return match !== null && !/^\d{1,2}$/.test(match[1]!) && !BULLET.test(line);
    })
  );
}

function toPair(line: string): Block {
  const [, key = '', value = ''] = PAIR.exec(line.trim()) ?? [];
  return { kind: 'pair', key: oneLine(key), value: oneLine(value) };
}

/** Lines that were broken at a fixed width are one paragraph; short ones (verse, an address) stay apart. */
function joinLines(lines: string[]): string {
  const parts: string[] = [];
  for (const [i, line] of lines.map(oneLine).entries()) {
    if (i > 0) parts.push(breakAfter(lines[i - 1]!.trimEnd()));
    parts.push(line);
  }
  return parts.join('');
}

function breakAfter(line: string): string {
  if (line.length < 60) return '\n';
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(line) ? '' : ' ';
}
