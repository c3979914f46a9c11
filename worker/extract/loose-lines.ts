import { isDay } from './find-list.ts';

const BULLET_SIGN = '[-*+•·‣▪◦●○–—]';
const BULLET = new RegExp(String.raw`^\s{0,40}(?:${BULLET_SIGN}\s{1,8}|[☐☑☒✓✔✗✘▢]\s{0,8})(?=\S)`, 'u');
/** A bullet without a space after it; `*word*` is emphasis. */
const JOINED_BULLET = /^(\s{0,40})[-–—•·▪●*](?=\p{L})(?![^*]{1,80}\*)/u;
/** A dash, which at the end of a paragraph precedes the author of a quotation. */
const DASH_BULLET = /^(\s{0,40})[–—]\s(?=\p{L})/u;
const LOWER_CASE_OR_DIGIT_START = /^\s{0,3}[\p{Ll}\p{Nd}]/u;
const WIDE_GAP = /(?<=\S) {3,40}(?=\S)/u;
const NAMED_VALUE = /^\p{L}[\p{L}\p{M} .-]{0,29}\s?[:：]\s?\S/u;
const MAX_PAIRS_LINE_LETTERS = 160;
const MAX_ENTRY = 44;
const MIN_BULLETS = 3;
/** Minimum of days, and of other heads, between lines. */
const MIN_DAYS = 2;
const MIN_LABELS = 2;
/** A line in bold, as messengers write it. */
const BOLD_LINE = /^\s{0,3}\*(?![\s*])([^*\n]{1,60})(?<!\s)\*:?\s*$/u;
/** The name of a part of a song in brackets: `[Chorus]`. */
const SONG_PART = /^\s{0,3}\[(\p{L}[^[\]\n]{1,39})\]\s*$/u;
const LABEL = /^\s{0,3}[^\s\p{Nd}:：][^:：\n]{0,39}[:：]\s*$/u;
/** A task in a todo.txt file: done or not, its priority, the dates of completion and creation. */
const TASK = /^(?:(x) (?=\d{4}-\d\d-\d\d )|\([A-Z]\) |\d{4}-\d\d-\d\d )?\S/u;
const MARKED_TASK = /^(?:x \d{4}-\d\d-\d\d |\([A-Z]\) )/u;
const MIN_TASKS = 2;

/**
 * Adds the characters that are missing in hasty notes: spaces after bullets, bullets of entries within a list, the boxes of
 * tasks, and the empty lines above the days of a plan and the labels of lists.
 */
export const completeLooseLines = (lines: string[]): string[] =>
  separateLabels(
    separateDays(
      addMissingBullets(addTaskBoxes(markPartHeadings(markStarredHeadings(lines.flatMap(splitPairs))))),
    ),
  );

/** Splits names and values that are far apart in one line: `Prep: 10 min   Cook: 35 min   Serves 6`. */
function splitPairs(line: string): string[] {
  if (line.length > MAX_PAIRS_LINE_LETTERS || !WIDE_GAP.test(line)) return [line];
  const parts = line.trim().split(WIDE_GAP);
  const named = parts.filter((part) => NAMED_VALUE.test(part)).length;
  return named >= 2 && named >= parts.length - 1 ? parts : [line];
}

function addMissingBullets(lines: string[]): string[] {
  const isBullet = (at: number) => BULLET.test(lines[at] ?? '') || JOINED_BULLET.test(lines[at] ?? '');
  if (lines.filter((line) => BULLET.test(line)).length < MIN_BULLETS) return lines;
  const marked = lines.map((line, at) => {
    if (!isBullet(at - 1) && !isBullet(at + 1)) return line;
    const own = line.replace(JOINED_BULLET, '$1- ');
    const isLast = (lines[at + 1] ?? '').trim() === '';
    return isBullet(at - 1) && !isLast ? own.replace(DASH_BULLET, '$1- ') : own;
  });
  return marked.map((line, at) => (isEntryBetween(marked, at) ? `- ${line.trimStart()}` : line));
}

/** Whether a line is an entry without a bullet, rather than a heading (with a capital) or the continuation of a long item. */
function isEntryBetween(lines: string[], at: number): boolean {
  const [above = '', line = '', below = ''] = [lines[at - 1], lines[at], lines[at + 1]];
  if (!LOWER_CASE_OR_DIGIT_START.test(line) || BULLET.test(line) || /[:：]\s*$/u.test(line)) return false;
  return BULLET.test(above) && BULLET.test(below) && line.length <= MAX_ENTRY && above.length <= MAX_ENTRY;
}

/** Separates days on lines of their own from the lines above. */
function separateDays(lines: string[]): string[] {
  const isHead = (at: number) => {
    const [line = '', below = ''] = [lines[at], lines[at + 1]];
    return below.trim() !== '' && !BULLET.test(line) && isDay(line) && !isDay(below);
  };
  const heads = new Set(lines.flatMap((_, at) => (isHead(at) ? [at] : [])));
  if (heads.size < MIN_DAYS) return lines;
  return lines.flatMap((line, at) =>
    heads.has(at) && at > 0 && lines[at - 1]?.trim() !== '' ? ['', line] : [line],
  );
}

/** Adds the boxes of tasks to a todo.txt file (https://github.com/todotxt/todo.txt). */
function addTaskBoxes(lines: string[]): string[] {
  const full = lines.filter((line) => line.trim() !== '');
  const marked = full.filter((line) => MARKED_TASK.test(line)).length;
  const areTasks = marked >= MIN_TASKS && 2 * marked >= full.length && full.every((line) => TASK.test(line));
  if (!areTasks) return lines;
  return lines.map((line) => {
    if (line.trim() === '') return line;
    return TASK.exec(line)?.[1] ? `[x] ${line.slice(2)}` : `[ ] ${line}`;
  });
}

/** Turns several lines in asterisks, each with other lines below it, into headings. */
function markStarredHeadings(lines: string[]): string[] {
  const isHead = (at: number) => BOLD_LINE.test(lines[at] ?? '');
  const heads = lines.filter((line, at) => {
    const below = lines[at + 1] ?? '';
    return BOLD_LINE.test(line) && below.trim() !== '' && !BOLD_LINE.test(below);
  });
  if (heads.length < MIN_DAYS) return lines;
  const first = lines.findIndex((line) => line.trim() !== '');
  return lines.map((line, at) =>
    isHead(at) ? `${at === first ? '#' : '###'} ${BOLD_LINE.exec(line)?.[1]}` : line,
  );
}

/** Makes headings of several names of parts in brackets, also of parts whose words are not repeated. */
function markPartHeadings(lines: string[]): string[] {
  const parts = lines.filter((line, at) => SONG_PART.test(line) && (lines[at + 1] ?? '').trim() !== '');
  return parts.length < MIN_DAYS ? lines : lines.map((line) => line.replace(SONG_PART, '### $1'));
}

/** Separates several labels between lines from the lines above. */
function separateLabels(lines: string[]): string[] {
  const isLabel = (at: number) => LABEL.test(lines[at] ?? '') && !BULLET.test(lines[at] ?? '');
  const isHead = (at: number) => isLabel(at) && (lines[at + 1] ?? '').trim() !== '' && !isLabel(at + 1);
  const heads = new Set(lines.flatMap((_, at) => (isHead(at) ? [at] : [])));
  if (heads.size < MIN_LABELS) return lines;
  return lines.flatMap((line, at) =>
    heads.has(at) && at > 0 && lines[at - 1]?.trim() !== '' ? ['', line] : [line],
  );
}
