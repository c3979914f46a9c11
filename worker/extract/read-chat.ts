import { type Block, type ChatMessage, oneLine } from './blocks.ts';

/** A day, a clock time or both at the head of a line, in brackets or not, as messengers export them. */
const TIME =
  /^(?:\[?((?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s)?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[AaPp]\.?[Mm]\.?)?)\]?)\s{1,3}(?:[-–]\s)?(?=\S)/u;
const SPEAKER = /^(?:<([^<>\n]{1,40})>|([@\p{L}][\p{L}\p{M}\p{N} .'’_@+()-]{0,39}?)\s?[:：])\s{1,9}(?=\S)/u;
const MAX_SPEAKER_WORDS = 4;
const MIN_MESSAGES = 3;

/**
 * A conversation, as messengers copy or people write it: lines of speaker and words, most with a time, or with a
 * speaker who comes again. Null when the text is anything else. A first line may say what it is about.
 */
export function readChat(lines: string[]): Block[] | null {
  const full = lines.filter((line) => line.trim() !== '');
  if (full.length < MIN_MESSAGES) return null;
  const messages: ChatMessage[] = [];
  let title: string | null = null;
  for (const line of full) {
    const message = toMessage(line);
    const last = messages.at(-1);
    if (message) messages.push(message);
    else if (last?.time) last.text += `\n${oneLine(line)}`;
    else if (!last && title === null && line.length <= 80) title = oneLine(line);
    else return null;
  }
  if (messages.length < MIN_MESSAGES) return null;
  const speakers = new Set(messages.map(({ speaker }) => speaker));
  const timed = messages.filter(({ time }) => time !== null).length;
  const isChat =
    speakers.size >= 2 &&
    speakers.size <= 12 &&
    (timed === messages.length || messages.length > speakers.size);
  // A name that ever only says one short thing is a name and its value.
  if (!isChat || (timed === 0 && speakers.size > messages.length * 0.7)) return null;
  return [
    ...(title === null ? [] : [{ kind: 'heading' as const, level: 1, text: title }]),
    ...byDay(messages),
  ];
}

const DATED = /^(\d{1,4}[./-]\d{1,2}[./-]\d{1,4}),?\s{1,3}(.{1,20})$/;

/** Messages with the day that exports repeat in each of them as a heading above those of that day, seconds left out. */
function byDay(messages: ChatMessage[]): Block[] {
  const blocks: Block[] = [];
  let day: string | null = null;
  for (const message of messages) {
    const dated = DATED.exec(message.time ?? '');
    const time = (dated?.[2] ?? message.time)?.replace(/^(\d{1,2}:\d{2}):\d{2}/, '$1') ?? null;
    const own: string | null = dated?.[1] ?? day;
    const last = blocks.at(-1);
    if (own !== day && own !== null) blocks.push({ kind: 'heading', level: 2, text: own });
    if (own === day && last?.kind === 'chat') last.messages.push({ ...message, time });
    else blocks.push({ kind: 'chat', messages: [{ ...message, time }] });
    day = own;
  }
  return blocks;
}

function toMessage(line: string): ChatMessage | null {
  const text = line.trim().replace(/^[\u200e\u200f]+/, '');
  const time = TIME.exec(text);
  const rest = text.slice(time?.[0].length ?? 0);
  const speaker = SPEAKER.exec(rest);
  if (!speaker) return null;
  const name = oneLine(speaker[1] ?? speaker[2] ?? '');
  if (name.split(' ').length > MAX_SPEAKER_WORDS) return null;
  return { speaker: name, time: time?.[1] ?? null, text: oneLine(rest.slice(speaker[0].length)) };
}
