/** A day (`2026-11-22`), a wall time without a zone (`2026-11-22T18:00:00`) or a moment (`2026-11-22T17:00:00.000Z`). */
export type EventTime = string;

export interface CalendarEvent {
  title: string;
  start: EventTime;
  /** Exclusive, of the same form as `start`; null when it is not known. */
  end: EventTime | null;
  place: string | null;
  note: string | null;
  /** It was called off. */
  cancelled?: boolean;
}

/** Lines of a recipe under one heading ("For the sauce"); null for lines before the first heading. */
export interface RecipePart {
  title: string | null;
  lines: string[];
}

export interface Recipe {
  title: string | null;
  /** Servings, times and the like, as they are to be read. */
  facts: { key: string; value: string }[];
  ingredients: RecipePart[];
  /** In order, without their numbers. */
  steps: RecipePart[];
  /** What else the author says: before the ingredients or after the steps. */
  notes: string[];
}

export interface ChatMessage {
  speaker: string;
  /** As written. */
  time: string | null;
  text: string;
}

export type CellAlign = 'start' | 'center' | 'end';

/** A part of the material with its role. Every format is converted to blocks before it is described. */
export type Block =
  | { kind: 'heading'; level: number; text: string }
  /** Line breaks in it are the author's own. */
  | { kind: 'paragraph'; text: string }
  | {
      kind: 'item';
      text: string;
      ordered: boolean;
      done: boolean | null;
      /** How deep it stands in other items; 0 when left out. */
      level?: number;
      /** Its number as written (`3.`), for ordered ones. */
      mark?: string;
      /** The day or the moment that it is due, where a program says so. */
      when?: EventTime;
    }
  | { kind: 'quote'; text: string }
  | { kind: 'pair'; key: string; value: string }
  | { kind: 'code'; text: string }
  /**
   * Every row has one cell for each column; `header` is null when there is none. Further text of a row stands
   * in `notes`, one for each row or none at all.
   */
  | { kind: 'table'; header: string[] | null; rows: string[][]; align: CellAlign[]; notes?: string[] }
  | { kind: 'chat'; messages: ChatMessage[] }
  | { kind: 'recipe'; recipe: Recipe }
  /** `timeZone`: IANA zone of the calendar, for readers who have set none. */
  | { kind: 'events'; events: CalendarEvent[]; timeZone?: string };

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
  switch (block.kind) {
    case 'item':
      return `${'  '.repeat(block.level ?? 0)}${block.mark ?? '•'} ${present(block.text, block.when ?? null).join(' · ')}`;
    case 'pair':
      return `${block.key}: ${block.value}`;
    case 'table':
      return [
        ...(block.header ? [block.header.join(' · ')] : []),
        ...block.rows.map((row, index) => present(...row, block.notes?.[index] ?? '').join(' · ')),
      ].join('\n');
    case 'chat':
      return block.messages.map(chatLine).join('\n');
    case 'recipe':
      return recipeText(block.recipe);
    case 'events':
      return block.events.map(eventText).join('\n');
    default:
      return block.text;
  }
}

const present = (...parts: (string | null)[]) => parts.filter((part) => part !== null && part !== '');

function chatLine({ speaker, time, text }: ChatMessage): string {
  return `${present(time, speaker).join(' ')}: ${text}`;
}

function recipeText({ title, facts, ingredients, steps, notes }: Recipe): string {
  const part = (mark: string) => (one: RecipePart) =>
    present(one.title, ...one.lines.map((line) => mark + line));
  const lines = [
    title,
    ...facts.map(({ key, value }) => present(key, value).join(': ')),
    ...notes,
    ...ingredients.flatMap(part('• ')),
    ...steps.flatMap(part('')),
  ];
  return present(...lines).join('\n');
}

function eventText({ title, start, place, note }: CalendarEvent): string {
  return present(start.slice(0, 16).replace('T', ' '), title, place, note).join(' · ');
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
