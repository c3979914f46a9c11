import { type Block, cutText, limitBlocks, MAX_BLOCKS, MAX_TEXT, oneLine } from './blocks.ts';
import { splitNamedFigures } from './find-facts.ts';
import { fitColumns } from './fit-columns.ts';
import { markGroupHeadings } from './group-heads.ts';
import { isSetInColumns, looksLikeCode } from './looks-like-code.ts';
import { completeLooseLines } from './loose-lines.ts';
import { readChat } from './read-chat.ts';
import { joinAmountLines, readColumns } from './read-columns.ts';
import { readPipes } from './read-pipes.ts';
import { readRows } from './read-rows.ts';
import { isSongSheet } from './song-sheet.ts';
import { joinLines, splitParagraph } from './split-paragraph.ts';
import { nameBox, stripMarks } from './strip-marks.ts';
import { isTerminalOutput, moveLabelsToMargin, narrowGaps } from './terminal-output.ts';
import { markTitleLine } from './title-line.ts';
import { toItem } from './to-item.ts';

const BULLET =
  /^(\s{0,40})(?:(?:[-*+•·‣▪◦●○–—]|(\d{1,3}[.)]))\s{1,8}|[・●◆■]\s{0,8}|(\d{1,3}、)\s{0,8})(?=\S)/u;
/** A checkbox without a bullet. */
const BOX_ALONE = /^(\s{0,40})(?=[☐☑☒✓✔✗✘▢]|\[[ xX]?\]\s)/u;
const HEADING = /^(#{1,6})[ \t]+(?=\S)/u;
const UNDERLINE = /^(?:={3,}|-{3,})\s*$/u;
/** Lines drawn with characters; two hyphens precede the signature of a mail (RFC 3676). */
const RULER = /^\s{0,3}(?:(?:\*\s?){3,}|(?:-\s?){3,}|(?:_\s?){3,}|--\s?|[―—─━═＝]{3,})$/u;
/** The marks of a nested quotation. */
const INNER_MARKS = /^(?:>\s?){1,20}/u;
const QUOTED_LINE = /^\s{0,3}>\s?/u;
const FENCE = /^\s{0,8}(?:```|~~~)/u;
/** The author of a quotation, on a line of its own after the words. */
export const ATTRIBUTION = /^(?:[—–―~]|--)\s{0,9}(?=\p{L})/u;

/**
 * Splits a plain text into blocks by the marks of plain text and simple Markdown. One pass over its lines. Only these marks are
 * removed.
 */
export function splitText(text: string): Block[] {
  const lines = cutText(text, MAX_TEXT).split('\n');
  const chat = readChat(lines);
  if (chat) return chat;
  const asCode = (): Block[] => [{ kind: 'code', text: trimBlankLines(lines).join('\n') }];
  if (looksLikeCode(lines) || isSongSheet(lines)) return asCode();
  const { blocks } = new Splitter(
    completeLooseLines(joinAmountLines(moveLabelsToMargin(splitNamedFigures(lines)))),
  );
  // Columns that are not a table keep their spaces.
  const isListing = isTerminalOutput(lines, blocks);
  const isRead = blocks.some(({ kind }) => kind === 'table') || blocks.every(({ kind }) => kind === 'pair');
  if (isListing || (isSetInColumns(lines) && !isRead))
    return [{ kind: 'code', text: trimBlankLines(narrowGaps(lines)).join('\n') }];
  return markTitleLine(markGroupHeadings(limitBlocks(blocks).map(moveColumnsBelow).map(joinBrokenLines)));
}

/** Moves the last columns of a table that is too wide for a page below each row. */
function moveColumnsBelow(block: Block): Block {
  const fitted = block.kind === 'table' ? fitColumns(block) : null;
  return fitted?.omitted === 0 ? fitted.block : block;
}

/** Joins the lines of a quotation that were broken at a width. A quotation within it is a paragraph with its marks. */
function joinBrokenLines(block: Block): Block {
  if (block.kind !== 'quote') return block;
  const parts: { marks: string; lines: string[] }[] = [];
  for (const line of block.text.split('\n')) {
    const begun = INNER_MARKS.exec(line)?.[0] ?? '';
    const marks = begun.replaceAll(/\s/g, '');
    const said = line.slice(begun.length);
    const last = parts.at(-1);
    if (said === '') parts.push({ marks: '', lines: [] });
    else if (last && last.marks === marks && last.lines.length > 0) last.lines.push(said);
    else parts.push({ marks, lines: [said] });
  }
  const said = parts.filter(({ lines }) => lines.length > 0);
  const text = said.map(({ marks, lines }) => `${marks && `${marks} `}${joinLines(lines)}`);
  return { ...block, text: text.join('\n\n') };
}

function trimBlankLines(lines: string[]): string[] {
  const isFull = (line: string) => line.trim() !== '';
  return lines.slice(Math.max(0, lines.findIndex(isFull)), lines.findLastIndex(isFull) + 1);
}

class Splitter {
  readonly blocks: Block[] = [];
  #plain: string[] = [];
  /** Lines before this one begin neither a table nor columns. */
  #noTableBefore = 0;
  #noColumnsBefore = 0;
  #noRowsBefore = 0;
  /** Indentations of the enclosing items. */
  #levels: number[] = [];

  constructor(lines: string[]) {
    let at = 0;
    while (at < lines.length && this.blocks.length < MAX_BLOCKS) at = this.#take(lines, at);
    this.#endParagraph();
    if (at < lines.length) this.blocks.push({ kind: 'paragraph', text: lines.slice(at).join('\n') });
  }

  /** Reads the block that begins at a line. Returns the line after it. */
  #take(lines: string[], at: number): number {
    const line = lines[at] as string;
    if (line.trim() === '') {
      this.#endParagraph();
      if (this.blocks.at(-1)?.kind !== 'item') this.#levels = [];
      return at + 1;
    }
    if (FENCE.test(line)) return this.#fenced(lines, at);
    if (at >= this.#noTableBefore) {
      const { block, end } = readPipes(lines, at);
      if (block && (this.#plain.length === 0 || block.align.length > 2)) {
        this.#endParagraph(true);
        this.blocks.push(block);
        return end;
      }
      this.#noTableBefore = end;
    }
    if (at >= this.#noRowsBefore) {
      const { block, end } = readRows(lines, at);
      if (block) {
        this.#endParagraph(true);
        this.blocks.push(block);
        return end;
      }
      this.#noRowsBefore = end;
    }
    const isBelowItem = this.blocks.at(-1)?.kind === 'item' && this.#plain.length === 0;
    if (at >= this.#noColumnsBefore && !isBelowItem) {
      const { block, end } = readColumns(lines, at);
      if (block) {
        this.#endParagraph();
        this.blocks.push(block);
        return end;
      }
      this.#noColumnsBefore = end;
    }
    if (this.#plain.length === 1 && UNDERLINE.test(line)) {
      const text = oneLine(stripMarks(this.#plain.pop() as string));
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
    if (QUOTED_LINE.test(line)) {
      const said = nameBox(oneLine(stripMarks(line.replace(QUOTED_LINE, ''))));
      return { kind: 'quote', text: said.trimEnd() };
    }
    const bullet = BULLET.exec(line) ?? BOX_ALONE.exec(line);
    if (bullet && !ATTRIBUTION.test(line.trim())) {
      const level = this.#levelOf(bullet[1]!.replaceAll('\t', '    ').length);
      const mark = bullet[2] ?? bullet[3];
      const item = toItem(stripMarks(line.slice(bullet[0].length)), mark !== undefined);
      return { ...item, ...(level > 0 && { level }), ...(mark && { mark: mark.replace(')', '.') }) };
    }
    const before = this.blocks.at(-1);
    // An indented line continues the item.
    if (
      before?.kind === 'item' &&
      this.#levels.length > 0 &&
      this.#plain.length === 0 &&
      /^\s{2,}\S/u.test(line)
    ) {
      before.text += ` ${oneLine(stripMarks(line))}`;
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

  /** @param heads whether an item follows, so that a short last line is its heading */
  #endParagraph(heads = false): void {
    const lines = this.#plain;
    this.#plain = [];
    this.blocks.push(...splitParagraph(lines, heads, this.blocks.length === 0));
  }
}

/** The text of a heading after the opening `#` signs, without the closing ones (CommonMark 0.31, section 4.2). */
function headingText(line: string, opening: string): string {
  const text = oneLine(stripMarks(line.slice(opening.length)));
  let end = text.length;
  while (text[end - 1] === '#') end--;
  return text[end - 1] === ' ' ? text.slice(0, end - 1) : text;
}
