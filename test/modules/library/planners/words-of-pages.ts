import type { Scene } from '#worker/imaging/scene.ts';
import { wordsFor } from '#worker/layout/furniture-words.ts';

const WORD =
  /\p{RGI_Emoji}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}][\p{L}\p{N}\p{M}'’\-]*/gv;
/** Letters from which a word may be broken on a small page, so that part of it is shown. */
const LONG = 9;
/** The same in scripts with marks above and below their letters, which are wider. */
const LONG_WITH_MARKS = 7;

/** Emoji are never broken, however many characters they are made of. */
const isLong = (word: string) =>
  word.length > (/\p{M}/u.test(word) ? LONG_WITH_MARKS : LONG) && /^[\p{L}\p{N}]/u.test(word);

/** What pages say by themselves in Thai, whose letters count one by one as if they were the owner's. */
const THAI = new RegExp(
  [
    `(?:${namesOf({ weekday: 'long' }).join('|')})(?:ที่)?`,
    ...namesOf({ month: 'long' }),
    ...namesOf({ month: 'short' }),
    ...namesOf({ weekday: 'short' }),
    ...Object.values(wordsFor('th').phrases).flatMap((phrase) =>
      typeof phrase === 'string' ? [] : phrase.other.replace('{n}', '').trim(),
    ),
    wordsFor('th').phrases.allDay,
    wordsFor('th').phrases.continues,
  ]
    .map((phrase) => phrase.replaceAll('.', '\\.').replaceAll('+', '\\+'))
    .join('|'),
  'gu',
);

function namesOf(options: Intl.DateTimeFormatOptions): string[] {
  const format = new Intl.DateTimeFormat('th', { ...options, timeZone: 'UTC' });
  const days = Array.from({ length: 365 }, (_, day) => format.format(Date.UTC(2026, 0, 1 + day)));
  return [...new Set(days)];
}

/** Words and emoji of a text, in lower case: other marks and signs are none. */
export function wordsOf(text: string): string[] {
  return text.normalize('NFC').toLowerCase().match(WORD) ?? [];
}

/** Words that were pushed and are not on the page; `unsure` of them may be there in part. */
export function missingFrom(pushed: string, scene: Scene): { missing: string[]; unsure: number } {
  const texts = scene.elements.flatMap((one) =>
    one.type === 'text' && !one.id.endsWith('left-out') ? [one.properties.text.replace(THAI, ' ')] : [],
  );
  const shown = new Map<string, number>();
  for (const word of texts.flatMap(wordsOf)) shown.set(word, (shown.get(word) ?? 0) + 1);
  const together = texts.map((text) => text.normalize('NFC').toLowerCase().replace(/\s+/gu, '')).join(' ');
  const missing: string[] = [];
  let unsure = 0;
  for (const word of wordsOf(pushed)) {
    const left = shown.get(word) ?? 0;
    if (left > 0) shown.set(word, left - 1);
    else if (isLong(word) && together.includes(word)) unsure += 1;
    else missing.push(word);
    if (isLong(word)) unsure += 1;
  }
  return { missing, unsure };
}
