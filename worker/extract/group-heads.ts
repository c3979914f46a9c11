import { UNSPACED_LETTER } from '#shared/count-words.ts';
import type { Block } from './blocks.ts';
import { beginsWithClock, isDay } from './find-list.ts';
import { createFigureTest } from './read-pairs.ts';
import { isCapitals, isHeadAt, MAX_HEADING, NO_HEADING, SENTENCE_END } from './split-paragraph.ts';

/** A word with a number: `Workout A`, `TOP 1: Budget`, `Week 3`. */
const COUNTED_NAME = /^(\p{L}{2,20})\s?(?:\d{1,3}|\p{Lu})(?![\p{L}\p{N}])/u;
const MIN_GROUPS = 2;
const MAX_ENTRY = 80;
/** Average number of words up to which lines are things to buy or to pack. Letters, addresses and verse have more. */
const MAX_ITEM_NAME_WORDS = 1.5;
/** The same limit for lines that begin with lower case or a digit. */
const MAX_LOWER_CASE_ITEM_WORDS = 2.5;
const LOWER_CASE_START = /^[\p{Ll}\p{Nd}]/u;
/** A quantity with its unit. */
const AMOUNT = /\p{Nd}[\p{Nd}.,/]{0,7}\s?\p{L}{1,3}(?![\p{L}\p{Nd}])/gu;
/** Removes the dot of an abbreviation at the end of a line: `200 gr.`. */
const removeAbbreviationDot = (line: string) => line.replace(/(?<!\p{L})\p{L}{1,3}\.$/u, '');
/** The same limit in letters, for scripts without spaces. */
const MAX_ITEM_NAME_LETTERS = 9;
/** Pronouns, greetings and final particles, which occur in dialogues and not in lists of things. */
export const SPEECH_WORDS =
  /[我你您他她们們吗嗎呢吧]|再见|再見|明天见|谢谢|謝謝|很好|好的|です|ます|ました|ください|こんにちは|ありがとう|じゃあ|また明日|元気|ฉัน|ผม|คุณ|เรา|เขา|สวัสดี|ขอบคุณ|ครับ|ค่ะ|คะ$|ကျွန်|မင်္ဂလာ|ကျေးဇူး|ပါတယ်|ខ្ញុំ|អ្នក|អរគុណ|សួស្តី|ຂ້ອຍ|ເຈົ້າ|ສະບາຍດີ|ຂອບໃຈ/u;
/** Several figures side by side, such as the points of a game: a row, and no heading. */
const FIGURES = /^[\p{Nd}.,:/+−-]+(?:\s[\p{Nd}.,:/+−-]+)+$/u;
/** A town with its postal code. */
const TOWN = /^\d{4,6}\s\p{Lu}\p{L}|\p{Lu}{1,2}\d{1,2}\w? \d\p{Lu}{2}$/u;

interface Group {
  /** Empty if a heading is directly above. */
  head: string;
  lines: string[];
  /** The kind of the heading: `Workout` for `Workout A`. */
  sign: string;
}

/**
 * Makes headings of the first lines of paragraphs that are named lists, and of numbered lines with text below them: days
 * with appointments, counted parts, topics of a meeting. At least two such groups are needed.
 */
export function markGroupHeadings(blocks: Block[]): Block[] {
  return markNumberedHeadings(markNamedHeadings(markFirstHeading(blocks)));
}

/** The first line as a heading if it is written like the headings below: in capitals. */
function markFirstHeading(blocks: Block[]): Block[] {
  const [first, ...others] = blocks;
  const [head = '', ...lines] = first?.kind === 'paragraph' ? first.text.split('\n') : [];
  const isOneOfMany =
    isHeadAt([head, ...lines], 0) &&
    others.some((block) => block.kind === 'heading' && block.level === 3 && isCapitals(block.text));
  if (!isOneOfMany) return blocks;
  return [
    { kind: 'heading', level: 3, text: head },
    { kind: 'paragraph', text: lines.join('\n') },
    ...others,
  ];
}

function markNamedHeadings(blocks: Block[]): Block[] {
  const found = blocks.map((block, at) => groupBelow(blocks[at - 1], block) ?? groupOf(block));
  const labelled = found.flatMap((group) => (group?.sign === 'label' ? group.lines : []));
  const isLabelled = areItemNames(labelled);
  const groups = found.map((group) => (group?.sign === 'label' && !isLabelled ? null : group));
  const signs = groups.flatMap((group) => (group ? [group.sign] : []));
  const isOften = new Set(signs.filter((sign, at) => signs.indexOf(sign) !== at));
  if (signs.length < MIN_GROUPS || isOften.size === 0) return blocks;
  return blocks.flatMap((block, at): Block[] => {
    const group = groups[at];
    // A label in capitals is a heading already.
    if (block.kind === 'heading' && groups[at + 1]?.sign === 'label' && groups[at + 1]?.head === '')
      return [{ ...block, text: removeColon(block.text) }];
    if (!group || !isOften.has(group.sign)) return [block];
    const text = removeColon(group.head);
    const heading: Block[] = text === '' ? [] : [{ kind: 'heading', level: 3, text }];
    if (!isListed(group)) return [...heading, { kind: 'paragraph', text: group.lines.join('\n') }];
    return [
      ...heading,
      ...group.lines.map((text) => ({ kind: 'item' as const, text, ordered: false, done: null })),
    ];
  });
}

function areItemNames(lines: string[]): boolean {
  if (lines.some((line) => TOWN.test(line))) return false;
  if (lines.some((line) => UNSPACED_LETTER.test(line))) return areShortNames(lines);
  const words = lines.map((line) => line.replace(AMOUNT, '').match(/\p{L}{2,}/gu)?.length ?? 0);
  const sentences = lines.filter((line) => SENTENCE_END.test(removeAbbreviationDot(line))).length;
  // Names of people, verse and letters begin with capitals.
  const isSmall = 4 * lines.filter((line) => LOWER_CASE_START.test(line)).length >= 3 * lines.length;
  const most = isSmall ? MAX_LOWER_CASE_ITEM_WORDS : MAX_ITEM_NAME_WORDS;
  return words.reduce((sum, count) => sum + count, 0) <= most * lines.length && sentences * 3 <= lines.length;
}

/** Whether lines in scripts without spaces are names of things rather than sentences. */
function areShortNames(lines: string[]): boolean {
  const letters = lines.reduce((sum, line) => sum + (line.match(/\p{L}/gu)?.length ?? 0), 0);
  return (
    letters <= MAX_ITEM_NAME_LETTERS * lines.length &&
    !lines.some((line) => SENTENCE_END.test(line) || SPEECH_WORDS.test(line))
  );
}

function areRows(lines: string[]): boolean {
  const isFigured = createFigureTest(lines);
  return lines.length > 1 && lines.every((line) => beginsWithClock(line) || isFigured(line));
}

const LABEL_END = /\s?[:：]$/u;
const removeColon = (head: string) => head.replace(LABEL_END, '');

/** Rows or things below a name that is a heading by itself, as `BBC ONE` and `DIY:` are. */
function groupBelow(above: Block | undefined, block: Block): Group | null {
  if (above?.kind !== 'heading' || block.kind !== 'paragraph') return null;
  const lines = block.text.split('\n');
  if (LABEL_END.test(above.text)) return { head: '', lines, sign: 'label' };
  return areRows(lines) ? { head: '', lines, sign: 'rows' } : null;
}

function groupOf(block: Block): Group | null {
  if (block.kind !== 'paragraph') return null;
  const [head = '', ...lines] = block.text.split('\n');
  if (lines.length === 0 || head.length > MAX_HEADING || NO_HEADING.test(head)) {
    // A short day ends with a dot.
    if (lines.length === 0 || !isDay(head)) return null;
  }
  const counted = COUNTED_NAME.exec(head)?.[1];
  if (isDay(head)) return { head, lines, sign: 'day' };
  if (FIGURES.test(head)) return null;
  if (areRows(lines) && !areRows([head, ...lines])) return { head, lines, sign: 'rows' };
  if (LABEL_END.test(head)) return { head, lines, sign: 'label' };
  return counted ? { head, lines, sign: `counted ${counted.toLowerCase()}` } : null;
}

/** Things that happen or are to be done, rather than prose and verse. */
function isListed({ lines, sign }: Group): boolean {
  const sentences = lines.filter((line) => SENTENCE_END.test(line)).length;
  if (lines.some((line) => line.length > MAX_ENTRY) || sentences * 2 > lines.length) return false;
  return (
    sign === 'day' ||
    sign === 'label' ||
    sign === 'rows' ||
    lines.filter((line) => /\p{Nd}/u.test(line)).length * 2 > lines.length
  );
}

/** `1. Budget`, then what was said of it, then `2. Office move`. */
function markNumberedHeadings(blocks: Block[]): Block[] {
  const isNumbered = (block: Block | undefined) => block?.kind === 'item' && block.ordered && !block.level;
  const numbered = blocks.flatMap((block, at) => (isNumbered(block) ? [at] : []));
  const isHead = (at: number) => {
    const block = blocks[at];
    const isShort = block?.kind === 'item' && block.text.length <= 60 && !NO_HEADING.test(block.text);
    return isShort && block.done === null && blocks[at + 1]?.kind !== 'item';
  };
  if (numbered.length < MIN_GROUPS || !numbered.slice(0, -1).every(isHead)) return blocks;
  const last = numbered.at(-1) as number;
  if (!isHead(last) || blocks[last + 1] === undefined) return blocks;
  return blocks.map((block, at) =>
    block.kind === 'item' && numbered.includes(at)
      ? { kind: 'heading', level: 3, text: [block.mark, block.text].filter(Boolean).join(' ') }
      : block,
  );
}
