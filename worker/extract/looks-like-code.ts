/** Lines that occur almost only in programs, configurations and logs. */
const CODE_LINE = [
  /[{};]\s*$/,
  /^\s*(?:def|class|import|from|function|func|fn|const|let|var|return|elif|package|public|private|static|async|await|export|struct|enum|impl|use|namespace|typedef|interface|type)\s.{0,200}[(){}[\]:;=<>"'.]/,
  /^\s*(?:else:|try:|except\b.{0,60}:|if\s?\(|for\s?\(|while\s?\(|#include|#define|#!)/,
  /^\s*(?:if|for|while|with|elif)\b.{1,200}:\s*$/,
  /^\s*[\w.[\]]{1,60}\s?(?:[-+*/|&^]?=|:=|=>|->)\s?\S/,
  /^\s*(?:print|echo|return|console\.log|SELECT|INSERT|UPDATE|DELETE|CREATE|FROM|WHERE|JOIN|GROUP BY|ORDER BY)\b.{0,200}/,
  /^\s*[\w.]{1,60}\(.{0,200}\)[;,]?\s*$/,
  /^\s*<\/?[a-zA-Z][^<>]{0,300}>/,
  /^\s*[@#]?[\w-]{1,40}\s?\{\s*$/,
  // A shell prompt. An amount of money has a digit after the sign, and a quoted line has words.
  /^\$\s(?![\d.,])\S/,
  /^>\s.{0,200}[(){}=;]/,
  // A schedule (crontab): five fields, some of which are wildcards, before the command.
  /^(?=[\d,/ \t-]{0,120}\*)(?:[\d*/,-]{1,20}[ \t]{1,20}){5}\S|^@(?:reboot|hourly|daily|weekly|monthly|yearly|annually|midnight)\s{1,20}\S/,
  /^\s*(?:"""|'''|\/\/|\/\*|\*\/|--\s)/,
  // A branch in a tree of folders.
  /^[\s│┃|]{0,200}[├└╰┣┗][─━]/,
];
/** A line of a log: a time, then its level or a name. */
const LOG_LINE = /^\[?(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d|\w{3}\s{1,2}\d{1,2} \d\d:\d\d:\d\d)/;
const TRACE_LINE = /^\s+(?:at|File)\s\S/;
/** The position of an error: `File "x.py", line 4`, `at main (x.js:4)`. */
const TRACE_PLACE = /^\s+(?:File ".{1,300}", line \d|at \S.{0,300}[:(]\S{1,300}\))/;
/** A line of a hexadecimal dump. */
const HEX_LINE = /^[0-9a-f]{4,16}:?\s{1,4}(?:[0-9a-f]{2,4}\s{1,3}){4}/i;
/** Branches in characters beside the commits of a history (git log --graph). */
const GRAPH_LINE = /^[|\\/_ ]{0,40}(?:[|\\/]|\* {1,40}(?:[|\\/] {1,9}){0,20}[0-9a-f]{7,40} .*)$/;
/** Lines with branches only. Without them, a list of telephone numbers looks like a history. */
const GRAPH_BRANCH = /^[|\\/_ ]{0,40}[|\\/]$/;
const GRAPH_COMMIT = /^[|\\/_ ]{0,40}\* .{0,40}[0-9a-f]{7,40} /;
/** Characters of drawings in text. */
const DRAWING_SIGNS = /[\\/|_()<>^~*#=+\-.`'",:;]/g;
/** Columns separated by spaces. */
const SPACED_COLUMNS = /\S {3,}\S/;
const YAML_PARENT = /^\s*(?:- )?[\w.-]{1,60}:\s*$/;
const YAML_LINE = /^\s*(?:- \S.{0,300}|["\w./-]{1,60}:(?:\s.{0,300})?|#.{0,300})$/;
/** The first line of a commit in git, and lines about a unit in systemd. */
const COMMIT = /^commit [0-9a-f]{7,64}\b/;
const UNIT_LINE = /^\s{2,}(?:Loaded|Active|Main PID|Process|Tasks|Memory|CPU|CGroup|Docs): /;

/** The header of a hunk in a unified diff (POSIX diff). */
const HUNK_LINE = /^@@ -\d/;
/** Number of lines that are examined. */
const SAMPLE_LINES = 120;

/** Least number of rows and columns of a board. */
const MIN_SIDE = 4;
/** A board has no longer line. */
const MAX_BOARD_LINE_LETTERS = 120;

/** Limit of the lines above and below a board: the player to move, the letters of its columns. */
const MAX_CAPTION_LINES = 3;

/** Whether lines are a board of characters, with few other lines: chess, a puzzle. Its columns must be kept. */
function isBoard(lines: string[]): boolean {
  if (lines.length < MIN_SIDE || lines.some((line) => line.length > MAX_BOARD_LINE_LETTERS)) return false;
  const rows = lines.map((line) => line.trim().split(/\s+/u));
  const widths = rows.map((row) => (row.every((sign) => [...sign].length === 1) ? row.length : 0));
  const width = widths.find((own, at) => own >= MIN_SIDE && widths[at + 1] === own) ?? 0;
  const board = rows.slice(widths.indexOf(width), widths.lastIndexOf(width) + 1);
  if (width === 0 || board.length < MIN_SIDE || board.some((row) => row.length !== width)) return false;
  return lines.length - board.length <= MAX_CAPTION_LINES && !isWritten(board.flat());
}

/** Characters that are words or pictures by themselves, in verse or in a plan of meals. */
const WORD_SIGNS =
  /[\p{Extended_Pictographic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Characters of empty places. */
const EMPTY_SIGNS = /^[._#·+-]$/u;

/** Whether characters are verse or a plan. On a board some places are empty, or one character is on a third of them. */
function isWritten(signs: string[]): boolean {
  if (!signs.some((sign) => WORD_SIGNS.test(sign)) || signs.some((sign) => EMPTY_SIGNS.test(sign)))
    return false;
  const counts = new Map<string, number>();
  for (const sign of signs) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  return Math.max(...counts.values()) * 3 < signs.length;
}

/** Whether a text is code: most of its lines are those of a program or a log. */
export function looksLikeCode(lines: string[]): boolean {
  const full = lines.filter((line) => line.trim() !== '').slice(0, SAMPLE_LINES);
  const share = (test: (line: string) => boolean) =>
    full.filter((line) => line.length < 2000 && test(line)).length / full.length;
  if (full.length > 0 && share((line) => HEX_LINE.test(line)) >= 0.8) return true;
  if (full.length < 2) return false;
  if (isBoard(full)) return true;
  if (
    full.every((line) => GRAPH_LINE.test(line)) &&
    full.some((line) => GRAPH_BRANCH.test(line)) &&
    full.filter((line) => GRAPH_COMMIT.test(line)).length >= 2
  )
    return true;
  if (full[0]?.startsWith('#!/')) return true;
  if (full.some((line) => HUNK_LINE.test(line)) && full.some((line) => line.startsWith('+++ '))) return true;
  if (full.some((line) => COMMIT.test(line)) && full.some((line) => line.startsWith('Author: '))) return true;
  if (full.filter((line) => UNIT_LINE.test(line)).length >= 2) return true;
  const isCode = (line: string) => CODE_LINE.some((one) => one.test(line));
  const isIndented = (line: string) => /^(?: {2,}|\t)\S/.test(line);
  const isTraced = (line: string) => TRACE_PLACE.test(line);
  const isDrawn = (line: string) =>
    (line.match(DRAWING_SIGNS)?.length ?? 0) >= 0.5 * line.replace(/\s/g, '').length;
  const code = share(isCode);
  if (code >= 0.6 || (code >= 0.4 && share(isIndented) >= 0.3)) return true;
  if (share((line) => LOG_LINE.test(line) || TRACE_LINE.test(line)) >= 0.7) return true;
  // The error is below the lines of a log.
  if (LOG_LINE.test(full[0] ?? '') && full.some((line) => TRACE_PLACE.test(line.slice(0, 2000)))) return true;
  if (full.filter((line) => TRACE_PLACE.test(line.slice(0, 2000))).length >= 2 && share(isTraced) >= 0.3)
    return true;
  if (full.length >= 3 && full.some((line) => /\\|\/_|_\//.test(line)) && share(isDrawn) >= 0.6) return true;
  const parents = full.filter((line) => YAML_PARENT.test(line)).length;
  return (
    parents >= 1 &&
    full.length >= 4 &&
    share(isIndented) >= 0.5 &&
    share((line) => YAML_LINE.test(line)) >= 0.95
  );
}

/** Whether most lines have columns separated by spaces. */
export function isSetInColumns(lines: string[]): boolean {
  const full = lines.filter((line) => line.trim() !== '').slice(0, SAMPLE_LINES);
  const aligned = full.filter((line) => line.length < 2000 && SPACED_COLUMNS.test(line.trimStart()));
  return full.length >= 3 && aligned.length >= 0.8 * full.length && !full.some((line) => line.includes('\t'));
}
