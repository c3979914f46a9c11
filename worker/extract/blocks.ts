/** A day (`2026-11-22`), a wall time without a zone (`2026-11-22T18:00:00`) or a moment (`2026-11-22T17:00:00.000Z`). */
export type EventTime = string;

export interface CalendarEvent {
  title: string;
  start: EventTime;
  /** Exclusive, of the same form as `start`; null when it is not known. */
  end: EventTime | null;
  place: string | null;
  note: string | null;
  /** The event does not take place. */
  cancelled?: boolean;
}

/** Lines of a recipe under one heading ("For the sauce"); null for lines before the first heading. */
export interface RecipePart {
  title: string | null;
  lines: string[];
}

export interface Recipe {
  title: string | null;
  /** Servings, times and the like, as text for the reader. */
  facts: { key: string; value: string }[];
  ingredients: RecipePart[];
  /** In order, without their numbers. */
  steps: RecipePart[];
  /** Other text of the author, before the ingredients or after the steps. */
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
      /** Depth of nesting in other items. Default 0. */
      level?: number;
      /** Its number as written (`3.`), for ordered ones. */
      mark?: string;
      /** The day or time at which it is due, if a program stated one. */
      when?: EventTime;
    }
  | { kind: 'quote'; text: string }
  | { kind: 'pair'; key: string; value: string }
  | { kind: 'code'; text: string }
  /**
   * Every row has one cell for each column; `header` is null when there is none. `notes` has further text of each row,
   * or is absent.
   */
  | { kind: 'table'; header: string[] | null; rows: string[][]; align: CellAlign[]; notes?: string[] }
  | { kind: 'chat'; messages: ChatMessage[] }
  | { kind: 'recipe'; recipe: Recipe }
  /** `timeZone`: IANA zone of the calendar, used for a user who has set none. */
  | { kind: 'events'; events: CalendarEvent[]; timeZone?: string };

/** Limit of the characters of one asset that are kept. */
export const MAX_TEXT = 100_000;
/** Limit of the blocks of one asset that are kept. */
export const MAX_BLOCKS = 2_000;

/** As many blocks as are kept, with the words of all others as the last paragraph, so that pages count what they leave out. */
export const limitBlocks = (blocks: Block[]): Block[] =>
  blocks.length <= MAX_BLOCKS
    ? blocks
    : [
        ...blocks.slice(0, MAX_BLOCKS - 1),
        { kind: 'paragraph', text: blocksToText(blocks.slice(MAX_BLOCKS - 1)) },
      ];

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
      return `${'  '.repeat(block.level ?? 0)}${block.mark ?? '•'} ${nonEmpty(block.text, block.when ?? null).join(' · ')}`;
    case 'pair':
      return `${block.key}: ${block.value}`;
    case 'table':
      return [
        ...(block.header ? [block.header.join(' · ')] : []),
        ...block.rows.map((row, index) => nonEmpty(...row, block.notes?.[index] ?? '').join(' · ')),
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

const nonEmpty = (...parts: (string | null)[]) => parts.filter((part) => part !== null && part !== '');

function chatLine({ speaker, time, text }: ChatMessage): string {
  return `${nonEmpty(time, speaker).join(' ')}: ${text}`;
}

function recipeText({ title, facts, ingredients, steps, notes }: Recipe): string {
  const part = (mark: string) => (one: RecipePart) =>
    nonEmpty(one.title, ...one.lines.map((line) => mark + line));
  const lines = [
    title,
    ...facts.map(({ key, value }) => nonEmpty(key, value).join(': ')),
    ...notes,
    ...ingredients.flatMap(part('• ')),
    ...steps.flatMap(part('')),
  ];
  return nonEmpty(...lines).join('\n');
}

function eventText({ title, start, place, note }: CalendarEvent): string {
  return nonEmpty(start.slice(0, 16).replace('T', ' '), title, place, note).join(' · ');
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
