import { type Block, type ChatMessage, oneLine } from './blocks.ts';
import { isDay } from './find-list.ts';
import { SPEECH_WORDS } from './group-heads.ts';
import {
  dayAndClock,
  isBareClock,
  isDayLine,
  type MessageHead,
  messageHead,
  momentLine,
  namedHead,
  nameLine,
  nicknamedHead,
  tabbedHead,
} from './message-head.ts';
import { readExportedChat } from './read-exported-chat.ts';
import { SENTENCE_END } from './split-paragraph.ts';

const MIN_MESSAGES = 3;
const MAX_SPEAKERS = 12;
/** Limits of the introductory lines before the first message, and of the characters of one. */
const MAX_PREFACE_LINES = 2;
const MAX_PREFACE_LINE_CHARACTERS = 80;

/** The notice of messengers about encryption, in the languages of the fixed words. */
const ENCRYPTION =
  /^(?:messages|nachrichten|los mensajes|les messages|as mensagens|i messaggi|(?:de )?berichten|wiadomości|сообщения|повідомлення|mesajlar|الرسائل|پیام|ההודעות|消息|讯息|訊息|メッセージ|메시지|pesan|meddelanden|meldinger|beskeder|viestit|zprávy|mesajele|az üzenetek|tin nhắn|संदेश|मैसेज|ข้อความ).{0,120}(?:end-to-end|ende-zu-ende|extremo a extremo|bout en bout|ponta a ponta|crittografat|versleuteld|szyfrowan|шифр|uçtan uca|التشفير|مشفر|رمزگذاری|מוצפנ|端到端|端對端|暗号化|암호화|terenkripsi|krypter|salat|šifrov|criptat|titkosít|mã hóa|एन्क्रिप्ट|เข้ารหัส)/iu;
/** A remark of the messenger in place of a picture or after a message: `<Media omitted>`. */
const REMARK = /<(\p{L}[\p{L}\p{M} .’']{3,60})>/gu;

/** A reaction, with its number on the next line, as Slack copies it. */
const REACTION = /^(:[a-z0-9_+-]{1,40}:)\n(\p{Nd}{1,3})$/gmu;

/** A speaker's name on a line above the words. */
const NAME_ABOVE = /^(\p{L}[\p{L}\p{M} .'’-]{0,29}?)\s?[:：]$/u;
/** A question mark at the end of a line, in several scripts; in Greek it is a semicolon. */
const QUESTION = /(?:[?？؟]|\p{Script=Greek};)!?["”»」]?$/mu;

interface Reading {
  preface: string[];
  /** Messages; a day on a line above a message is the beginning of its time. */
  messages: ChatMessage[];
  /** Whether a day is on a line of its own. */
  hasDays: boolean;
}

/**
 * A conversation in the forms of messengers or as people write it: lines of speaker and words, most with a time or with a
 * speaker who occurs again; or a name and a time above the words. Null for any other text.
 */
export function readChat(lines: string[]): Block[] | null {
  const full = lines.filter((line) => line.trim() !== '');
  if (full.length < MIN_MESSAGES) return null;
  const exported = readExportedChat(lines);
  if (exported)
    return blocksOf({
      preface: exported.title ? [exported.title] : [],
      messages: exported.messages,
      hasDays: true,
    });
  const inLine = readMessages(full, messageHead);
  if (inLine && isChat(inLine)) return blocksOf(inLine);
  const tabbed = full.some(isDayLine) ? readMessages(full, tabbedHead) : null;
  if (tabbed?.hasDays && isChat(tabbed)) return blocksOf(tabbed);
  const apart = readSeparateHeads(full);
  if (apart && isChat(apart)) return blocksOf(apart);
  // In the log of a program, all lines of one name are consecutive.
  const nicknamed = readMessages(full, nicknamedHead);
  if (nicknamed && isChat(nicknamed) && isAnswered(nicknamed)) return blocksOf(nicknamed);
  const named = readMessages(full, namedHead);
  // A name that occurs once with a time may be an appointment.
  if (named && isChat(named) && speakersOf(named).size < named.messages.length) return blocksOf(named);
  const script = readScript(lines);
  return script && isChat(script) && isAnswered(script) ? blocksOf(script) : null;
}

function readMessages(lines: string[], headOf: (line: string) => MessageHead | null): Reading | null {
  const { preface, messages }: Reading = { preface: [], messages: [], hasDays: false };
  let day: string | null = null;
  for (const [at, line] of lines.entries()) {
    const last = messages.at(-1);
    // The line below a name and a time is the message, even if it looks like a name and a time.
    const head = last?.text === '' && last.time !== null ? null : headOf(line);
    if (head) messages.push({ ...head, time: day && head.time ? `${day} ${head.time}` : head.time });
    else if (isDayLine(line)) day = oneLine(line);
    else if (last?.time && last.text !== '' && isFollowed(lines, at, headOf))
      messages.push({ speaker: last.speaker, time: momentLine(line), text: '' });
    else if (last?.time) last.text = last.text === '' ? oneLine(line) : `${last.text}\n${oneLine(line)}`;
    else if (!last && preface.length < MAX_PREFACE_LINES && line.length <= MAX_PREFACE_LINE_CHARACTERS)
      preface.push(oneLine(line));
    else return null;
  }
  // A conversation that is not an export may have only one introductory line.
  const isExport = messages[0]?.time != null;
  return preface.length > 1 && !isExport ? null : { preface, messages, hasDays: day !== null };
}

/** Whether a line is the time of a further message of the same speaker, with the words below it, as Slack copies it. */
function isFollowed(lines: string[], at: number, headOf: (line: string) => MessageHead | null): boolean {
  const below = lines[at + 1];
  if (
    (headOf !== namedHead && headOf !== nicknamedHead) ||
    below === undefined ||
    momentLine(lines[at] ?? '') === null
  )
    return false;
  return headOf(below) === null && momentLine(below) === null && !isDayLine(below);
}

/** Messages below a line with the name and one with the time, as Discord and Slack copy them; null for anything else. */
function readSeparateHeads(lines: string[]): Reading | null {
  const messages: ChatMessage[] = [];
  const preface: string[] = [];
  let isBare = false;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const speaker = momentLine(lines[at + 1] ?? '') === null ? null : nameLine(line);
    const last = messages.at(-1);
    if (speaker !== null) {
      const moment = lines[++at] as string;
      isBare ||= isBareClock(moment);
      messages.push({ speaker, time: momentLine(moment), text: '' });
    } else if (last) last.text = last.text === '' ? oneLine(line) : `${last.text}\n${oneLine(line)}`;
    else if (preface.length === 0 && line.length <= MAX_PREFACE_LINE_CHARACTERS) preface.push(oneLine(line));
    else return null;
  }
  if (messages.length === 0) return null;
  const reading = { preface, messages, hasDays: false };
  // A line that occurs once above a time may be an appointment.
  return isBare && speakersOf(reading).size === messages.length ? null : reading;
}

/**
 * A dialogue with each name on a line above the words; null for anything else. Groups of things under their names have more
 * lines and no sentences, and so do the parts of a song; a form has field names that look like names of people, but no
 * questions.
 */
function readScript(lines: string[]): Reading | null {
  const messages: ChatMessage[] = [];
  const preface: string[] = [];
  for (const [at, line] of lines.entries()) {
    const text = oneLine(line);
    const speaker = NAME_ABOVE.exec(text)?.[1];
    const last = messages.at(-1);
    // A paragraph without a speaker ends the conversation.
    const begins = at > 0 && lines[at - 1]?.trim() === '' && last?.text !== '';
    if (text === '') continue;
    if (speaker !== undefined) messages.push({ speaker, time: null, text: '' });
    else if (last && !begins) last.text = last.text === '' ? text : `${last.text}\n${text}`;
    else if (!last && preface.length === 0 && text.length <= MAX_PREFACE_LINE_CHARACTERS) preface.push(text);
    else return null;
  }
  const said = messages.flatMap(({ text }) => text.split('\n'));
  const sentences = messages.filter(({ text }) => SENTENCE_END.test(text) || SPEECH_WORDS.test(text)).length;
  const isAsked = messages.some(({ text }) => QUESTION.test(text));
  const isSpoken = isAsked && said.length <= 1.5 * messages.length && sentences * 3 >= messages.length;
  return isSpoken && !messages.some(({ speaker }) => isDay(speaker))
    ? { preface, messages, hasDays: false }
    : null;
}

const speakersOf = ({ messages }: Reading) =>
  new Set(messages.flatMap(({ speaker }) => (speaker === '' ? [] : [speaker])));

/** Whether a speaker speaks again after another one. */
function isAnswered(reading: Reading): boolean {
  const turns = reading.messages.filter(
    ({ speaker }, at) => speaker !== reading.messages[at - 1]?.speaker,
  ).length;
  return turns > speakersOf(reading).size;
}

function isChat(reading: Reading): boolean {
  const speakers = speakersOf(reading).size;
  const messages = reading.messages.filter(({ speaker }) => speaker !== '');
  const notices = reading.messages.length - messages.length;
  if (messages.length < MIN_MESSAGES || speakers < 2 || speakers > MAX_SPEAKERS) return false;
  if (notices > messages.length || reading.messages.some(({ text }) => text === '')) return false;
  const timed = messages.filter(({ time }) => time !== null).length;
  if (timed < messages.length && messages.length <= speakers) return false;
  // Names with one short text each are names and values.
  return timed > 0 || speakers <= messages.length * 0.7;
}

/** Messages under headings with their days, which exports repeat in each message; seconds are left out. */
function blocksOf({ preface: [title, ...others], messages: all }: Reading): Block[] {
  const blocks: Block[] = [
    ...(title === undefined ? [] : [{ kind: 'heading' as const, level: 1, text: title }]),
    ...others.map((text) => ({ kind: 'paragraph' as const, text })),
  ];
  let current: string | null = null;
  const messages = tidyMessages(all);
  const times = messages.map(({ time }) => dayAndClock(time));
  // A time without a day among times with days is today's, so no heading with another day may precede it.
  const isMixed = times.some(({ day }) => day) && times.some(({ day, clock }) => clock && !day);
  if (isMixed) return [...blocks, { kind: 'chat', messages }];
  for (const [at, message] of messages.entries()) {
    const { day = null, clock = null } = times[at] ?? {};
    const own: string | null = day ?? current;
    const last = blocks.at(-1);
    if (own !== current && own !== null) blocks.push({ kind: 'heading', level: 3, text: own });
    if (own === current && last?.kind === 'chat') last.messages.push({ ...message, time: clock });
    else blocks.push({ kind: 'chat', messages: [{ ...message, time: clock }] });
    current = own;
  }
  return blocks;
}

/** Removes the messenger's notice about encryption, puts its remarks in brackets, and joins reactions with their number. */
function tidyMessages(messages: ChatMessage[]): ChatMessage[] {
  const [first] = messages;
  const own = first?.time && ENCRYPTION.test(first.text) ? messages.slice(1) : messages;
  return own.map((message) => ({
    ...message,
    text: message.text.replace(REMARK, '($1)').replace(REACTION, '$1 $2'),
  }));
}
