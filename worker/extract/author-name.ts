import { cleanText } from './html-facts.ts';

/** Text in place of a byline: the credit of a picture. `BILD-Redaktion` and `Bild am Sonntag` are names. */
const CREDIT =
  /^\[|©|^(?:photos?|fotos?|images?|bild(?:er)?|фото|зображення|写真|사진|图片|圖片|صورة|תמונה)(?!\p{L}|-\p{L}|\sam\s)/iu;
/** Placeholders of programs for a name. */
const PLACEHOLDER =
  /^(?:admin(?:istrator)?|author|autor|publisher|editor|webmaster|user|guest|anonymous|unknown|null|undefined|none|n\/a|default|root|posted|published|updated)$/i;
/** Words before a name in bylines, in several languages, and the label of a link to all works of an author. */
const PREFIX =
  /^(?:(?:view|see|show|read|zeige|alle|voir|ver|vedi|mehr|more|all|posts?|articles?|beiträge|artikel)\s){0,6}(?:(?:written|posted|published|geschrieben|veröffentlicht|verfasst|escrito|scritto|écrit)\s)?(?:by|beitrag ?von|von|par|por|di|de|af|av|door|przez|od|tarafından|от|автор|autor(?:\/?in)?|author|text|text und fotos|redacción|redaktion)\s?[:：]?\s+(?=\p{Lu})/iu;
/** The beginning of a date, a time or a further fact after a name. */
const SUFFIX =
  /\s[·•|–—]\s.*$|\s?\(.*\d.*\)$|,?\s(?:am|on|le|el|il|op|den|at|vom|um|w|в|na|,)\s(?=\p{L}{0,12}\s?\d).*$|,?\s\d{1,2}[./:]\s?\d{1,2}.*$|,?\s(?:\p{L}{3,12}\.?\s)?\d{1,2}(?:st|nd|rd|th)?[.,]?\s.*\d{4}.*$|\s?\d{4}[-/.]\d{1,2}.*$/iu;
const MAX_NAME_LETTERS = 80;

/** The name in a byline, without the text before and after it; null for anything else. */
export function authorName(byline: string | null | undefined): string | null {
  const line = cleanText(byline);
  if (!line || line.length > 4 * MAX_NAME_LETTERS || CREDIT.test(line) || /^(?:https?:|@)/i.test(line))
    return null;
  const own = line
    .replace(PREFIX, '')
    .replace(SUFFIX, '')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}.)]+$/gu, '');
  // Some pages repeat the name directly.
  const name = own.replace(/(\p{Lu}[^,;]{3,60}?)\s{0,2}\1$/u, '$1');
  const isName = name.length <= MAX_NAME_LETTERS && /\p{L}{2}/u.test(name) && !/\p{Nd}{4}/u.test(name);
  return isName && !PLACEHOLDER.test(name) ? name : null;
}
