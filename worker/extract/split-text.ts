import { type Block, cutText, MAX_BLOCKS, MAX_TEXT, oneLine } from './blocks.ts';
import { isSetInColumns, looksLikeCode } from './looks-like-code.ts';
import { readChat } from './read-chat.ts';
import { readColumns, withAmountsBeside } from './read-columns.ts';
import { readPipes } from './read-pipes.ts';
import { runsOfOneDirection } from './runs-of-one-direction.ts';

const BULLET =
  /^(\s{0,40})(?:(?:[-*+•·‣▪◦●○–—]|(\d{1,3}[.)]))\s{1,8}|[・●◆■]\s{0,8}|(\d{1,3}、)\s{0,8})(?=\S)/u;
/** A box may stand without a bullet. */
const BOX_ALONE = /^(\s{0,40})(?=[☐☑☒✓✔✗✘]|\[[ xX]?\]\s)/u;
const CHECKBOX = /^(?:\[([ xX]?)\]|([☐☑☒✓✔✗✘]))/u;
const HEADING = /^(#{1,6})[ \t]+(?=\S)/u;
const UNDERLINE = /^(?:={3,}|-{3,})\s*$/u;
const RULER = /^\s{0,3}(?:(?:\*\s?){3,}|(?:-\s?){3,}|(?:_\s?){3,})$/u;
const QUOTED = /^\s{0,3}>\s?/u;
const FENCE = /^\s{0,8}(?:```|~~~)/u;
/** A name, a colon and something after it; not an address, not a clock time. */
/** A line of a receipt: a name, then a figure apart from it. */
const AMOUNT =
  /^(\S(?:.{0,60}?\S)?) {2,40}([-−+]?[€$£¥]?\s?\d[\d.,\s]{0,14}(?:\s?(?:[€$£¥%]|\p{L}{1,3}))?)$/u;
const PAIR = /^([\p{L}\p{N}][^:：=\t]{0,39}?)\s{0,9}(?::(?!\/\/|\d\d(?!\d))|：|\t|\s=\s)\s{0,99}(\S.*)$/u;
/** Marks of Markdown within a line; a `*` beside a letter or a space, as in `2*3` and `* item`, is none. */
const BOLD = /\*\*(?=\S)([^*\n]{1,400})(?<=\S)\*\*/gu;
const EMPHASIS = /(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*\n]{1,400})(?<=\S)\*(?![\p{L}\p{N}*])/gu;
const CODE = /`([^`\n]{1,400})`/gu;
/** Words between rules, as mail programs write above what they forward. */
const FRAMED = /^\s*-{3,60}\s*([^-\s](?:.{0,80}[^-\s])?)\s*-{3,60}\s*$/u;
const LINK = /!?\[([^[\]\n]{1,400})\]\((?:https?:|mailto:)[^\s()]{1,2000}\)/gu;
/** Who said it: a line of its own after the words. */
export const ATTRIBUTION = /^(?:[—–―~]|--)\s{0,9}(?=\p{L})/u;

/**
 * Plain text as blocks, by the marks that people make in plain text (and the simplest of Markdown): one pass over
 * its lines. Nothing but those marks is lost.
 */
export function splitText(text: string): Block[] {
  const lines = cutText(text, MAX_TEXT).split('\n');
  const chat = readChat(lines);
  if (chat) return chat;
  const asCode = (): Block[] => [{ kind: 'code', text: trimBlankLines(lines).join('\n') }];
  if (looksLikeCode(lines)) return asCode();
  const { blocks } = new Splitter(withAmountsBeside(lines));
  // Columns that are no table stay where they were set.
  if (isSetInColumns(lines) && !blocks.some(({ kind }) => kind === 'table')) return asCode();
  return blocks.slice(0, MAX_BLOCKS);
}

function trimBlankLines(lines: string[]): string[] {
  const isFull = (line: string) => line.trim() !== '';
  return lines.slice(Math.max(0, lines.findIndex(isFull)), lines.findLastIndex(isFull) + 1);
}

class Splitter {
  readonly blocks: Block[] = [];
  #plain: string[] = [];
  /** Lines before it were looked at: no table begins at them. */
  #noTableBefore = 0;
  #noColumnsBefore = 0;
  /** Indentations of the items that are open. */
  #levels: number[] = [];

  constructor(lines: string[]) {
    for (let at = 0; at < lines.length && this.blocks.length < MAX_BLOCKS; ) at = this.#take(lines, at);
    this.#endParagraph();
  }

  /** Takes what begins at a line; returns the line after it. */
  #take(lines: string[], at: number): number {
    const line = lines[at] as string;
    if (line.trim() === '') {
      this.#endParagraph();
      if (this.blocks.at(-1)?.kind !== 'item') this.#levels = [];
      return at + 1;
    }
    if (FENCE.test(line)) return this.#fenced(lines, at);
    if (this.#plain.length === 0 && at >= this.#noTableBefore) {
      const { block, end } = readPipes(lines, at);
      if (block) {
        this.blocks.push(block);
        return end;
      }
      this.#noTableBefore = end;
    }
    if (at >= this.#noColumnsBefore && this.blocks.at(-1)?.kind !== 'item') {
      const { block, end } = readColumns(lines, at);
      if (block) {
        this.#endParagraph();
        this.blocks.push(block);
        return end;
      }
      this.#noColumnsBefore = end;
    }
    if (this.#plain.length === 1 && UNDERLINE.test(line)) {
      const text = oneLine(withoutMarks(this.#plain.pop() as string));
      this.blocks.push({ kind: 'heading', level: line.startsWith('=') ? 1 : 2, text });
      return at + 1;
    }
    if (RULER.test(line)) {
      this.#endParagraph();
      return at + 1;
    }
    const special = this.#special(line);
    if (!special) {
      this.#levels = [];
      this.#plain.push(line);
      return at + 1;
    }
    this.#endParagraph(special.kind === 'item');
    const before = this.blocks.at(-1);
    const continues = special.kind === 'quote' && before?.kind === 'quote' && lines[at - 1]?.trim() !== '';
    if (continues) before.text += `\n${special.text}`;
    else this.blocks.push(special);
    return at + 1;
  }

  #fenced(lines: string[], at: number): number {
    this.#endParagraph();
    const fence = (lines[at] as string).trim().slice(0, 3);
    let end = at + 1;
    while (end < lines.length && !(lines[end] as string).trim().startsWith(fence)) end++;
    const text = lines.slice(at + 1, end).join('\n');
    if (text.trim() !== '') this.blocks.push({ kind: 'code', text });
    return end + 1;
  }

  #special(line: string): Block | null {
    const heading = HEADING.exec(line);
    if (heading) {
      const text = headingText(line, heading[0]);
      return text === '' ? null : { kind: 'heading', level: heading[1]!.length, text };
    }
    if (QUOTED.test(line)) return { kind: 'quote', text: oneLine(withoutMarks(line.replace(QUOTED, ''))) };
    const bullet = BULLET.exec(line) ?? BOX_ALONE.exec(line);
    if (bullet && !ATTRIBUTION.test(line.trim())) {
      const level = this.#levelOf(bullet[1]!.replaceAll('\t', '    ').length);
      const mark = bullet[2] ?? bullet[3];
      const item = toItem(withoutMarks(line.slice(bullet[0].length)), mark !== undefined);
      return { ...item, ...(level > 0 && { level }), ...(mark && { mark: mark.replace(')', '.') }) };
    }
    const before = this.blocks.at(-1);
    // A line further in than the bullet goes on with the item.
    if (
      before?.kind === 'item' &&
      this.#levels.length > 0 &&
      this.#plain.length === 0 &&
      /^\s{2,}\S/u.test(line)
    ) {
      before.text += ` ${oneLine(withoutMarks(line))}`;
      this.blocks.pop();
      return before;
    }
    return null;
  }

  #levelOf(indent: number): number {
    while (this.#levels.length > 0 && (this.#levels.at(-1) as number) > indent) this.#levels.pop();
    if (this.#levels.at(-1) !== indent) this.#levels.push(indent);
    return Math.min(8, this.#levels.length - 1);
  }

  /** @param heads whether what comes now is an item, so that a short line before it is its heading */
  #endParagraph(heads = false): void {
    const all = this.#plain;
    this.#plain = [];
    const amounts = all.findIndex((line) => !AMOUNT.test(line.trim()));
    const isSummed = amounts >= MIN_AMOUNTS;
    if (isSummed) this.blocks.push(...all.slice(0, amounts).map(toPair));
    const lines = isSummed ? all.slice(amounts) : all;
    if (lines.length === 0) return;
    const pairs = pairsFrom(lines);
    if (pairs < lines.length) {
      // What stands above names and values: what they are about, and a line or two more.
      const [first, ...others] = lines.slice(0, pairs);
      if (first !== undefined) this.blocks.push({ kind: 'paragraph', text: oneLine(withoutMarks(first)) });
      if (others.length > 0)
        this.blocks.push({ kind: 'paragraph', text: joinLines(others.map(withoutMarks)) });
      this.blocks.push(...lines.slice(pairs).map(toPair));
      return;
    }
    const [head = '', ...body] = lines;
    if (isCapitals(head) && body.length > 0 && this.blocks.length > 0) {
      this.blocks.push({ kind: 'heading', level: 3, text: oneLine(withoutMarks(head)) });
      this.blocks.push({ kind: 'paragraph', text: joinLines(body.map(withoutMarks)) });
      return;
    }
    const words = lines.map(withoutMarks);
    const last = oneLine(words.at(-1) as string);
    if (heads && last.length <= 60 && (last.endsWith(':') || last.endsWith('：')) && words.length > 0) {
      words.pop();
      if (words.length > 0) this.blocks.push({ kind: 'paragraph', text: joinLines(words) });
      this.blocks.push({ kind: 'heading', level: 3, text: last });
      return;
    }
    const text = joinLines(words);
    // A name above items, after others that have such: who did them, where they belong.
    const isHeading =
      (heads || isBold(lines)) &&
      words.length === 1 &&
      text.length <= MAX_HEADING &&
      !NO_HEADING.test(text) &&
      this.blocks.length > 0;
    if (isHeading) this.blocks.push({ kind: 'heading', level: 3, text });
    else for (const run of runsOfOneDirection(text)) this.blocks.push({ kind: 'paragraph', text: run });
  }
}

/** A name in capitals above what is said of it. */
const isCapitals = (line: string) =>
  line.length <= MAX_HEADING &&
  /^[\p{Lu}\p{N}\s&/'’+-]{3,40}:?$/u.test(line.trim()) &&
  /\p{Lu}{2}/u.test(line);

/** One line that is bold as a whole. */
const isBold = (lines: string[]) =>
  lines.length === 1 && /^\s*\*\*[^*]{1,60}\*\*:?\s*$/u.test(lines[0] ?? '');

function withoutMarks(line: string): string {
  const framed = FRAMED.exec(line)?.[1] ?? line;
  return framed.replace(LINK, '$1').replace(BOLD, '$1').replace(EMPHASIS, '$1').replace(CODE, '$1');
}

export function toItem(line: string, ordered: boolean): Extract<Block, { kind: 'item' }> {
  const text = line.trimStart();
  const box = CHECKBOX.exec(text);
  const done = box ? /[xX☑☒✓✔✗✘]/u.test(box[0]) : null;
  return { kind: 'item', text: oneLine(box ? text.slice(box[0].length) : text), ordered, done };
}

/** The end of a sentence. */
const SENTENCE_END = /[.!?。！？…]$/u;
/** Of a line that is no heading. */
const NO_HEADING = /[.,;!?。，；！？]$/u;
const MAX_HEADING = 40;

/** Lines above names and values, and names and values below them, that make them such. */
const MAX_LEAD = 2;
/** Figures below each other before other lines, as on a receipt. */
const MIN_AMOUNTS = 2;
const MIN_PAIRS = 3;

/** From which line on all are name and value (`Wi-Fi: guest`): two at least, or more where something stands above. */
function pairsFrom(lines: string[]): number {
  let start = lines.length;
  while (start > 0 && isPair(lines[start - 1] as string)) start--;
  const count = lines.length - start;
  const isHeaded =
    count >= MIN_PAIRS && start <= MAX_LEAD && lines.slice(0, start).every((line) => line.length < 60);
  return (start === 0 && count >= 2) || isHeaded ? start : lines.length;
}

function isPair(line: string): boolean {
  if (line.length > 160 || BULLET.test(line)) return false;
  const match = AMOUNT.exec(line.trim()) ?? PAIR.exec(line.trim());
  return match !== null && !/^\d{1,2}$/.test(match[1]!);
}

function toPair(line: string): Block {
  const [, key = '', value = ''] = AMOUNT.exec(line.trim()) ?? PAIR.exec(line.trim()) ?? [];
  return { kind: 'pair', key: oneLine(key), value: oneLine(value) };
}

/** Lines that were broken at a fixed width are one paragraph; short ones (verse, an address) stay apart. */
function joinLines(lines: string[]): string {
  // Lines that are all whole sentences were ended by their author.
  const ended = lines.filter((line) => SENTENCE_END.test(line.trimEnd())).length;
  if (lines.length > 1 && (ended === lines.length || (ended > 2 && ended === lines.length - 1)))
    return lines.map(oneLine).join('\n');
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

/** The words after the opening signs, without the closing ones (CommonMark 0.31, section 4.2). */
function headingText(line: string, opening: string): string {
  const text = oneLine(withoutMarks(line.slice(opening.length)));
  let end = text.length;
  while (text[end - 1] === '#') end--;
  return text[end - 1] === ' ' ? text.slice(0, end - 1) : text;
}
