import { countWords } from '#shared/count-words.ts';
import { type Block, type ChatMessage, cutText, oneLine } from '../blocks.ts';
import { isObject, type Json, nameOrText, textOf } from './fields.ts';
import { plainName } from './names.ts';
import { isEpoch, momentOf } from './noise.ts';

const SPEAKER = ['from', 'sender', 'author', 'user_profile', 'speaker', 'username', 'user_name'];
const TEXT = ['text', 'message', 'body'];
const TIME = ['date', 'time', 'timestamp', 'sent_at', 'datetime', 'ts', 'created_at'];
/** Internal fields of messengers. Ids of users and teams repeat their profiles. */
const INTERNAL_FIELDS = new Set([
  'type',
  'user',
  'team',
  'user_team',
  'source_team',
  'channel',
  'text_entities',
]);
const WALL_TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d{1,9})?)?$/;
/** A moment with its zone; seconds since 1970 with a fraction, which number the messages of Slack. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/;
const SECONDS = /^(\d{10}|\d{13})(?:\.\d{1,6})?$/;
/** `<https://…|status>` and `*important*`: a link and bold type in Slack. */
const LINK = /<(?:https?|mailto):[^\s|<>]{1,2000}\|([^<>|\n]{1,500})>/g;
const BOLD = /(?<![\p{L}\p{N}*])\*([^\s*](?:[^*\n]{0,200}[^\s*])?)\*(?![\p{L}\p{N}*])/gu;
/** Names of common emoji in messages. */
const SHORTCODE = /(?<![\p{L}\p{N}]):([a-z0-9_+-]{1,30}):(?![\p{L}\p{N}])/gu;
const EMOJI = new Map([
  ['tada', '🎉'],
  ['+1', '👍'],
  ['thumbsup', '👍'],
  ['rocket', '🚀'],
  ['white_check_mark', '✅'],
  ['warning', '⚠️'],
  ['fire', '🔥'],
  ['eyes', '👀'],
  ['heart', '❤️'],
  ['wave', '👋'],
  ['pray', '🙏'],
  ['joy', '😂'],
  ['smile', '😄'],
  ['slightly_smiling_face', '🙂'],
  ['bug', '🐛'],
  ['sparkles', '✨'],
  ['100', '💯'],
  ['x', '❌'],
]);
const MIN_MESSAGES = 3;
const MAX_MESSAGES = 500;
const MAX_SPEAKERS = 12;

/** Records with speaker, text and time as a conversation; null for any others. */
export function recordsToChat(
  records: Json[],
  fields: Map<string, string>[],
): { blocks: Block[]; omitted: number } | null {
  if (records.length < MIN_MESSAGES || records.length > MAX_MESSAGES) return null;
  const blocks: Block[] = [];
  const speakers = new Set<string>();
  let omitted = 0;
  let current = '';
  for (const [index, record] of records.entries()) {
    const names = new Map(Object.keys(record).map((name) => [plainName(name), name]));
    const named = (known: string[]) => known.flatMap((one) => names.get(one) ?? [])[0];
    const [who, what, when] = [named(SPEAKER), named(TEXT), named(TIME)];
    if (who === undefined || what === undefined || when === undefined) return null;
    const speaker = isObject(record[who]) ? nameOrText(record[who]) : record[who];
    const text = record[what];
    if (typeof speaker !== 'string' || speaker === '' || typeof text !== 'string' || text.trim() === '')
      return null;
    const [, day = current, clock = readMoment(record[when])] = WALL_TIME.exec(textOf(record[when])) ?? [];
    const message: ChatMessage = {
      speaker: oneLine(cutText(speaker, 80)),
      time: clock,
      text: cutText(
        text
          .replace(LINK, '$1')
          .replace(BOLD, '$1')
          .replace(SHORTCODE, (code, name: string) => EMOJI.get(name) ?? code)
          .trim(),
        20_000,
      ),
    };
    speakers.add(message.speaker);
    const last = blocks.at(-1);
    if (day !== current) blocks.push({ kind: 'heading', level: 3, text: day });
    if (day === current && last?.kind === 'chat') last.messages.push(message);
    else blocks.push({ kind: 'chat', messages: [message] });
    current = day;
    omitted += wordsBeside(fields[index], [speaker, text, textOf(record[when])]);
  }
  return speakers.size >= 2 && speakers.size <= MAX_SPEAKERS ? { blocks, omitted } : null;
}

/** A time on the reader's clock in the format of pages; null for other values. */
function readMoment(value: unknown): string | null {
  const text = textOf(value);
  const seconds = Number(SECONDS.exec(text)?.[1]);
  if (isEpoch(seconds)) return momentOf(seconds);
  return MOMENT.test(text) ? text : null;
}

/** Number of words in the other fields of a message. */
function wordsBeside(fields: Map<string, string> = new Map(), shown: string[]): number {
  let words = 0;
  for (const [name, value] of fields)
    if (!INTERNAL_FIELDS.has(name.replaceAll(' ', '_')) && !shown.includes(value))
      words += countWords(`${name} ${value}`);
  return words;
}
