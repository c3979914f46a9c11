import { oneLine } from './blocks.ts';

/** The first line of a message in a conversation: time, speaker (empty for a notice of the messenger), and text. */
export interface MessageHead {
  time: string | null;
  speaker: string;
  text: string;
}

const DAY = String.raw`\p{Nd}{1,4}(?:[./-]|\.\s)\p{Nd}{1,2}(?:[./-]|\.\s)\p{Nd}{1,4}\.?`;
/** A day without its year, which copied chats have beside a clock in brackets. */
const SHORT_DAY = String.raw`\p{Nd}{1,2}[./-]\p{Nd}{1,2}\.?`;
const WEEKDAY = String.raw`\s?[(（]\p{L}{1,12}[)）]`;
const HALF_BEFORE = String.raw`(?:(?:午前|午後|오전|오후|上午|下午|klo|kl\.?)\s?)?`;
const HALF_AFTER = String.raw`(?:\s?(?:[AaPp]\.?\s?[Mm]\.?|ص|م))?(?![\p{L}\p{Nd}])`;
const clock = (mark: string) =>
  `${HALF_BEFORE}\\p{Nd}{1,2}${mark}\\p{Nd}{2}(?:${mark}\\p{Nd}{2})?${HALF_AFTER}`;
/** A day and a time, or a time. Times with dots are recognised beside a day only: `1.30` alone is a number. */
const MOMENT = `(?:${DAY}[,،]?\\s${clock('[:.]')}|${clock(':')})`;

/** The form of Telegram: `22 Nov 2026 at 14:02`. */
const WORDED_DAY = String.raw`(?:[A-Z][a-z]{2},\s)?\p{Nd}{1,2}\.?\s\p{L}{3,12}\.?\s\p{Nd}{4}`;
const WORDED = `${WORDED_DAY}(?:,|\\s\\p{L}{1,3})?\\s${clock(':')}`;
const WORDED_PARTS = new RegExp(`^(${WORDED_DAY})(?:,|\\s\\p{L}{1,3})?\\s(.{1,20})$`, 'u');

/** A time at the beginning of a line, with or without brackets. */
const TIME = new RegExp(`^\\[?(${MOMENT})(?:\\]?\\s{1,3}(?:[-–]\\s)?|\\]?:\\s)(?=\\S)`, 'u');
const SPEAKER =
  /^(?:<([^<>\n]{1,40})>|([@+~\p{L}][\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Cf} .'’_@&/+()-]{0,39}?)\s?(?::(?=\s|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])|：))\s{0,9}(?=\S)/u;
/** Pronouns after a name: `(she/her)`. */
const PRONOUNS = String.raw`(?:\(\p{L}{1,9}/\p{L}{1,9}\))?`;
/** A line with only a name and a time: `Maria, [22.11.2026 09:15]`, `Lena  9:12 AM`. */
const NAME_AND_TIME = new RegExp(
  `^([@~\\p{L}][\\p{L}\\p{M}\\p{N} .'’_@()-]{0,39}?${PRONOUNS}),?\\s{1,3}(?:\\[(${MOMENT}|${WORDED})\\]|(${MOMENT}))$`,
  'u',
);
const NAME = String.raw`[@~\p{L}\p{N}][\p{L}\p{M}\p{N} .'’_@()-]{0,39}?${PRONOUNS}`;
const SPOKEN_DAY = `(?:\\p{L}{2,12}(?:\\s\\p{L}{1,3})?\\s|(?:${DAY}|${SHORT_DAY})[,،]?\\s)`;
const BRACKETS = `\\[(${SPOKEN_DAY}?${clock(':')})\\]\\s{1,3}`;
/** The form of Teams: `[Yesterday 4:02 PM] Jens Müller`. Names in lower case are those of programs. */
const BRACKETED_HEAD = new RegExp(`^${BRACKETS}(?!\\p{Ll})(${NAME})$`, 'u');
/** A name of one word in lower case: `[08:15] anna_b`. */
const NICKNAMED_HEAD = new RegExp(`^${BRACKETS}(\\p{Ll}[\\p{L}\\p{M}\\p{N}.'’_@-]{0,39})$`, 'u');
/** The form of Discord in a narrow window: `Pixel — Today at 21:15`. */
const DASHED_HEAD = new RegExp(`^(${NAME})\\s{1,3}[—–]\\s(${SPOKEN_DAY}?${clock(':')})$`, 'u');
/** A day on a line of its own, which some exports have above the messages: `2026/11/21(土)`. */
const DAY_LINE = new RegExp(`^${DAY}${WEEKDAY}$`, 'u');
const TABBED_HEAD = new RegExp(`^(${clock(':')})\\t([^\\t\\n]{1,2000})(?:\\t(.*))?$`, 'u');
const DATED = new RegExp(`^(${DAY}(?:${WEEKDAY})?)[,،]?\\s{1,3}(.{1,20})$`, 'u');
const SHORT_DATED = new RegExp(`^(${SHORT_DAY})[,،]?\\s(${clock(':')})$`, 'u');
const CLOCK = new RegExp(`^${clock('[:.]')}$`, 'u');
/** `Yesterday at 21:00`. */
const NAMED_DAY = /^(\p{L}{2,12})(?:\s\p{L}{1,3})?\s(\p{Nd}.{1,20})$/u;
const TRAILING_SECONDS = /(\p{Nd}{1,2}([:.])\p{Nd}{2})\2\p{Nd}{2}/u;
/** Notices of an IRC channel: joins, departures, actions (`* rue waves`). */
const NOTICE = /^(?:\*{1,3}|-!-|-->|<--|→|←)\s\S/u;
const MAX_SPEAKER_WORDS = 4;
/** Log levels, which logs have in place of a speaker, or before one. */
const LOG_LEVEL = /^(?:trace|debug|info|notice|warn|warning|err|error|fatal|crit|critical)$/i;

/** Direction marks, which messengers add to dates. */
const DIRECTION_MARKS = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;
const MAX_HEAD_CHARACTERS = 60;

/** The beginning of a message with its words on the same line, or of a notice with a time; null for any other line. */
export function messageHead(line: string): MessageHead | null {
  const trimmed = line.trim();
  const text =
    trimmed.slice(0, MAX_HEAD_CHARACTERS).replace(DIRECTION_MARKS, '') + trimmed.slice(MAX_HEAD_CHARACTERS);
  const time = TIME.exec(text);
  const rest = text.slice(time?.[0].length ?? 0);
  const speaker = SPEAKER.exec(rest);
  const name = oneLine(speaker?.[1] ?? speaker?.[2] ?? '');
  if (speaker && !LOG_LEVEL.test(name.split(' ', 1)[0] ?? '') && name.split(' ').length <= MAX_SPEAKER_WORDS)
    return { speaker: name, time: time?.[1] ?? null, text: oneLine(rest.slice(speaker[0].length)) };
  return time && (DATED.test(time[1] ?? '') || NOTICE.test(rest))
    ? { speaker: '', time: time[1] ?? null, text: oneLine(rest) }
    : null;
}

/** A line of time, name and words separated by tabs; without a name it is a notice. */
export function tabbedHead(line: string): MessageHead | null {
  const [, time = null, first = '', words] = TABBED_HEAD.exec(line.trim()) ?? [];
  if (time === null) return null;
  return words === undefined
    ? { time, speaker: '', text: oneLine(first) }
    : { time, speaker: oneLine(first), text: oneLine(words) };
}

/** A part of every head with a time. Most lines have none, and the patterns of heads try every length of a name on them. */
const HAS_CLOCK = /\p{Nd}[:.]\p{Nd}{2}/u;

/** A name and a time above the words, which follow on further lines. */
export function namedHead(line: string): MessageHead | null {
  const text = line.trim();
  if (!HAS_CLOCK.test(text)) return null;
  const found = NAME_AND_TIME.exec(text);
  if (found) return { speaker: oneLine(found[1] ?? ''), time: found[2] ?? found[3] ?? null, text: '' };
  const [, time, after] = BRACKETED_HEAD.exec(text) ?? [];
  const [, before, dashed] = time === undefined ? (DASHED_HEAD.exec(text) ?? []) : [];
  const speaker = oneLine(after ?? before ?? '');
  return speaker !== '' && speaker.split(' ').length <= MAX_SPEAKER_WORDS
    ? { speaker, time: time ?? dashed ?? null, text: '' }
    : null;
}

/** As `namedHead`, with a name in lower case, which logs of programs have, too. */
export function nicknamedHead(line: string): MessageHead | null {
  const [, time = null, speaker] = NICKNAMED_HEAD.exec(line.trim()) ?? [];
  return speaker === undefined ? namedHead(line) : { speaker, time, text: '' };
}

/** The time of a message on a line below its speaker: `— Today at 09:14`, `10:02 AM`. */
const MOMENT_LINE = new RegExp(
  `^(?:[—–-]\\s?((?:\\p{L}{2,12}(?:\\s\\p{L}{1,3})?\\s|${DAY}[,،]?\\s)?${clock('[:.]')})|(${clock('[:.]')}))$`,
  'u',
);
const NAME_LINE = /^[@~\p{L}\p{N}][\p{L}\p{M}\p{N} .'’_@()-]{0,39}$/u;

/** The time in a line with only the time of a message, without its dash; null for any other line. */
export function momentLine(line: string): string | null {
  const [, dashed, bare] = MOMENT_LINE.exec(line.trim().slice(0, MAX_HEAD_CHARACTERS)) ?? [];
  return dashed ?? bare ?? null;
}

/** Whether a line is only a time without a day, which timetables have, too. */
export const isBareClock = (line: string) => /^[\p{Nd}:.]{3,8}$/u.test(line.trim());

/** The speaker in a line with only a name; null for any other line. */
export function nameLine(line: string): string | null {
  const name = oneLine(line);
  return NAME_LINE.test(name) && name.split(' ').length <= MAX_SPEAKER_WORDS ? name : null;
}

export const isDayLine = (line: string) => DAY_LINE.test(line.trim());

/** The day at the beginning of a time, if there is one, and the time of day without seconds. */
export function dayAndClock(time: string | null): { day: string | null; clock: string | null } {
  const given = time ?? '';
  const named = CLOCK.test(given) ? null : NAMED_DAY.exec(given);
  const dated = DATED.exec(given) ?? SHORT_DATED.exec(given) ?? WORDED_PARTS.exec(given) ?? named;
  // Exports have seconds beside days. Those of a transcript are the time since its beginning.
  return { day: dated?.[1] ?? null, clock: dated?.[2]?.replace(TRAILING_SECONDS, '$1') ?? time };
}
