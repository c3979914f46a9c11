import type { Block } from './blocks.ts';

/** A file in a listing (POSIX ls -l). */
const FILE_LINE = /^[-dlcbps](?:[rwxsStT-]{9})[+@.]?\s/;
/** A line of `git log --graph --oneline`: a commit, or only branches. */
const COMMIT = /^[*|\\/_ ]{0,40}\*[*|\\/_ ]{0,40}[\da-f]{7,40}\s/;
const BRANCH_LINE = /^[* ]{0,40}\|[\\/|_ ]{0,40}$/;
const GRAPH_LINE = /^[*|\\/_ ]{1,40}(?:[\da-f]{7,40}\s|$)/;
/** The first line of some commands' output, or a command after its prompt. */
const FIRST_LINE =
  /^(?:traceroute to \S+ \(|Tracing route to |PING \S+ (?:\(|\d)|Linux \d+\.\d+\.|top - \d\d:\d\d|\$ (?:sudo )?(?:apt|brew|cat|crontab|curl|df|docker|du|free|git|ifconfig|ip|iostat|journalctl|kubectl|ls|lsblk|lsusb|mount|netstat|nmap|nmcli|npm|pip|ping|podman|ps|smartctl|ss|ssh|systemctl|tail|top|traceroute|uptime|vmstat|who|zfs|zpool)(?: |$))/;
/** Names of columns that occur only in the output of commands. */
const COMMAND_COLUMNS = new Set(
  (
    'PID PPID TTY CMD COMMAND %CPU %MEM CPU% VSZ RSS NLWP READY RESTARTS NAMESPACE ROLES CONTAINER IMAGE REPOSITORY PORTS ' +
    'CLUSTER-IP EXTERNAL-IP MAJ:MIN FSTYPE MOUNTPOINT MOUNTPOINTS LISTEN UNIT LOAD ACTIVE SUB ACTIVATES Filesystem 1K-blocks Avail Use% Mounted ' +
    'Iface Recv-Q Send-Q Proto Flags Genmask shared buff/cache available CKSUM'
  ).split(' '),
);
const MIN_COMMAND_COLUMNS = 2;
/** Columns separated by spaces. */
const SPACED_COLUMNS = /\S {2,}\S/;
/** An indented line with columns of its own. */
const INNER_LINE = /^(?: {3,}|\t)\S.{0,200}\S {2,}\S/;
/** Addresses, files, flags and settings in the form of programs. */
const TECHNICAL_WORD =
  /\d{1,3}(?:\.\d{1,3}){3}|(?:[\da-f]{2}:){3}|\b0x[\da-f]|[<=][A-Z0-9_]|\/(?:dev|proc|sys|usr|var)\/|\b[RT]X\b/;
/** A line of figures only, and a header with a drawn line (`---procs---`). */
const ONLY_FIGURES = /^\s{0,40}(?:-?\d[\d.,]{0,12}\s{1,12}){7,40}-?\d[\d.,]{0,12}\s{0,12}$/;
const DRAWN_HEAD = /-{2,40}[a-z]{1,20}-{2,40} /;
const NAMED_VALUE = /^\s{0,40}[\p{L}][\p{L}\p{N} _/-]{0,40}:\s{2,40}\S/u;
/** An indented label before a colon. */
const LABEL = /^( {0,40})[\p{L}][\p{L}\p{N} _/-]{0,40}: \S/u;
const SAMPLE_LINES = 120;
const MAX_LINE = 400;
/** Number of spaces between columns: usually, and if the lines are still too wide. */
const USUAL_GAP = 2;
const NARROW_GAP = 1;
/** Number of letters that fit on a line of a panel in comfortable type, and in the smallest legible type. */
const PAGE_LETTERS = 60;
const MAX_LETTERS = 76;
const MAX_COLUMNS = 6;

/** Whether lines are the output of a command, whose columns must be kept. `blocks`: the lines as blocks of plain text. */
export function isTerminalOutput(lines: string[], blocks: Block[]): boolean {
  const full = lines.filter((line) => line.trim() !== '').slice(0, SAMPLE_LINES);
  const share = (test: (line: string) => boolean) =>
    full.filter((line) => line.length <= MAX_LINE && test(line)).length / full.length;
  if (full.length < 3) return false;
  if (share((line) => FILE_LINE.test(line)) >= 0.5) return true;
  const isGraph = full.some((line) => COMMIT.test(line)) && full.some((line) => BRANCH_LINE.test(line));
  if (isGraph && share((line) => GRAPH_LINE.test(line)) >= 0.6) return true;
  const head = full.slice(0, 4);
  const isNamedByCommand = head.some(isHeadOfCommand);
  const [table] = blocks;
  // A table with few columns, or with lines that would wrap, is easier to read as a table.
  if (table?.kind === 'table' && blocks.length === 1) {
    if (isNamedByCommand && hidesColumns(table)) return true;
    const widest = Math.max(...narrowGaps(full).map((line) => line.length));
    if (table.align.length <= MAX_COLUMNS || widest > MAX_LETTERS) return false;
  }
  const apart = share((line) => SPACED_COLUMNS.test(line.trim()));
  if (isNamedByCommand && apart >= 0.6 && !hasProse(lines)) return true;
  if (
    FIRST_LINE.test(full[0] ?? '') &&
    share((line) => SPACED_COLUMNS.test(line.trim()) || /^\d/.test(line)) >= 0.4
  )
    return true;
  if (head.some((line) => DRAWN_HEAD.test(line)) && share((line) => ONLY_FIGURES.test(line)) >= 0.3)
    return true;
  // These are pairs of names and values.
  if (share((line) => NAMED_VALUE.test(line)) >= 0.5) return false;
  return share((line) => INNER_LINE.test(line)) >= 0.4 && share((line) => TECHNICAL_WORD.test(line)) >= 0.4;
}

/** Whether close columns were read as one: their cells have equally many words, some of them figures. */
function hidesColumns({ rows }: Extract<Block, { kind: 'table' }>): boolean {
  const [first = []] = rows;
  return first.some((cell, index) => {
    const count = cell.split(' ').length;
    const isOne = (row: string[]) => {
      const words = (row[index] ?? '').split(' ');
      return words.length === count && words.filter((word) => /^\d/.test(word)).length >= 2;
    };
    return rows.length >= 3 && count >= 4 && rows.every(isOne);
  });
}

/** Whether there is a paragraph without columns. */
function hasProse(lines: string[]): boolean {
  let isProse = false;
  for (const [at, line] of [...lines, ''].entries()) {
    const isBlank = line.trim() === '';
    if (isBlank && isProse) return true;
    const isFirst = at === 0 || lines[at - 1]?.trim() === '';
    isProse = !isBlank && (isFirst || isProse) && !SPACED_COLUMNS.test(line.slice(0, MAX_LINE).trim());
  }
  return false;
}

function isHeadOfCommand(line: string): boolean {
  const names = line
    .slice(0, MAX_LINE)
    .trim()
    .split(/ {1,200}/);
  return names.filter((name) => COMMAND_COLUMNS.has(name)).length >= MIN_COMMAND_COLUMNS;
}

/** Removes the indentation of lines whose labels are right-aligned at the colon; other lines are unchanged. */
export function moveLabelsToMargin(lines: string[]): string[] {
  const full = lines.filter((line) => line.trim() !== '').slice(0, SAMPLE_LINES);
  const labels = full.map((line) => LABEL.exec(line.slice(0, MAX_LINE)));
  const indents = new Set(labels.map((label) => label?.[1]?.length));
  const colons = new Map<number, number>();
  for (const [at, label] of labels.entries()) {
    const colon = label ? (full[at] as string).indexOf(': ') : -1;
    if (colon > 0) colons.set(colon, (colons.get(colon) ?? 0) + 1);
  }
  const isInLine = full.length >= 4 && Math.max(0, ...colons.values()) >= 0.7 * full.length;
  return isInLine && indents.size >= 3 ? lines.map((line) => line.trimStart()) : lines;
}

/** Reduces the space between columns in each paragraph that is wider than a page. */
export function narrowGaps(lines: string[]): string[] {
  const narrowed: string[] = [];
  for (let from = 0; from < lines.length; ) {
    const blank = lines.findIndex((line, at) => at > from && line.trim() === '');
    const end = blank < 0 ? lines.length : blank;
    const apart = narrowParagraph(lines.slice(from, end), USUAL_GAP, PAGE_LETTERS);
    narrowed.push(...narrowParagraph(apart, NARROW_GAP, MAX_LETTERS));
    from = end;
  }
  return narrowed;
}

function narrowParagraph(lines: string[], between: number, most: number): string[] {
  const width = lines.reduce((widest, line) => Math.max(widest, line.length), 0);
  if (width <= most || width > MAX_LINE || lines.length < 2) return lines;
  const letters = new Uint8Array(width);
  for (const line of lines) for (let at = 0; at < line.length; at++) if (line[at] !== ' ') letters[at] = 1;
  const kept: number[] = [];
  let blank = 0;
  for (let at = 0; at < width; at++) {
    blank = letters[at] === 1 ? 0 : blank + 1;
    if (blank <= between) kept.push(at);
  }
  return lines.map((line) =>
    kept
      .map((at) => line[at] ?? '')
      .join('')
      .trimEnd(),
  );
}
