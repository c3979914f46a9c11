import { type ChatMessage, oneLine } from './blocks.ts';

/** A field above a message in the exports that sigtop writes of Signal: `Sent: Sat, 28 Nov 2026 09:14:22 +0100`. */
const FIELD = /^(Conversation|From|Type|Sent|Received|Edited|Attachment|Reaction): (.*)$/;
const MOMENT = /^((?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4}) (\d\d:\d\d)(?::\d\d)?(?: [+-]\d{4})?$/;
const MIN_MESSAGES = 2;
/** Types of messages that have words; others, such as calls, are named by their type. */
const WORDED_TYPES: ReadonlySet<string> = new Set(['incoming', 'outgoing']);

export interface ExportedChat {
  title: string | null;
  /** With the day as the beginning of each time. */
  messages: ChatMessage[];
}

/**
 * The messages of a Signal export: fields, an empty line, and the words below it. Null for any other text. When a message
 * was received and which way it went are left out: its time and its speaker say so.
 */
export function readExportedChat(lines: string[]): ExportedChat | null {
  const messages: ChatMessage[] = [];
  let title: string | null = null;
  let isHead = true;
  for (const line of lines) {
    const [, name, value = ''] = FIELD.exec(line) ?? [];
    const last = messages.at(-1);
    if (name === 'From') {
      messages.push({ speaker: oneLine(value), time: null, text: '' });
      isHead = true;
    } else if (!last) {
      if (name === 'Conversation') title = oneLine(value);
      else if (line.trim() !== '') return null;
    } else if (!isHead) addLine(last, line);
    else if (line.trim() === '') isHead = false;
    else if (name === 'Sent') last.time = momentOf(value);
    else if (name === 'Attachment' || name === 'Reaction' || isNamedType(name, value)) addLine(last, value);
    else if (name === undefined) return null;
  }
  if (messages.length < MIN_MESSAGES || messages.some(({ time }) => time === null)) return null;
  return { title, messages: messages.map((message) => ({ ...message, text: message.text.trimEnd() })) };
}

const isNamedType = (name: string | undefined, value: string) => name === 'Type' && !WORDED_TYPES.has(value);

function addLine(message: ChatMessage, line: string): void {
  message.text = message.text === '' ? oneLine(line) : `${message.text}\n${oneLine(line)}`;
}

/** The day and the clock of a moment as mails write it; null for anything else. */
function momentOf(text: string): string | null {
  const [, day, clock] = MOMENT.exec(text.trim()) ?? [];
  return day === undefined ? null : `${day} ${clock}`;
}
