import { DAY_SECONDS } from '#shared/clock.ts';
import { oneLine } from './blocks.ts';
import { parseHtml } from './html-parser.ts';

type Values = Record<string, unknown>;

const MAX_VALUE_CHARACTERS = 20_000;
/** Limit of the authors that are named. */
const MAX_NAMES = 3;

/** The first of the named properties that can be read as text, without markup, on one line. */
export function textOf(values: Values, ...names: string[]): string | null {
  for (const name of names) {
    const text = toText(values[name]);
    if (text !== null) return text;
  }
  return null;
}

/** A value as text: itself, the first of a list, or the name of an object. */
export function toText(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value === 'string') {
    const text = oneLine(markupToText(value.slice(0, MAX_VALUE_CHARACTERS)));
    return text === '' ? null : text;
  }
  if (Array.isArray(value)) return value.length === 0 ? null : toText(value[0]);
  if (typeof value === 'object' && value !== null) return textOf(value as Values, '@value', 'name', 'text');
  return null;
}

/** The names of people or firms, at most a few, as one text. */
export function namesOf(values: Values, ...names: string[]): string | null {
  for (const name of names) {
    const all = listOf(values[name])
      .slice(0, MAX_NAMES + 1)
      .flatMap((one) => toText(one) ?? []);
    const different = [...new Set(all)];
    if (different.length > 0 && different.length <= MAX_NAMES) return different.join(', ');
    if (different.length > 0) return different[0] as string;
  }
  return null;
}

/** A value as the objects or texts that it lists. */
export function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

export function objectOf(value: unknown): Values | null {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'object' && first !== null ? (first as Values) : null;
}

/** The address of a picture: a text, a list of them, or an ImageObject. */
export function imageOf(value: unknown): string | null {
  for (const each of listOf(value)) {
    const address = typeof each === 'string' ? each : textOf(objectOf(each) ?? {}, 'url', 'contentUrl');
    if (address) return address;
  }
  return null;
}

/** Replaces tags and entities, which many pages have in their metadata, by the text that they show. */
export function markupToText(text: string): string {
  if (!/[<&]/.test(text)) return text;
  const spaced = text.replace(/<(?=\/?(?:p|br|li|div)\b)/gi, ' <');
  return parseHtml(`<html><body>${spaced}</body></html>`).document.body.textContent ?? '';
}

/** Seconds of an ISO 8601 duration (`PT1H25M`); null for anything else, and for zero. */
export function toSeconds(text: string | null): number | null {
  const match = /^P(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:(\d{1,6})(?:\.\d{1,6})?S)?)?$/i.exec(
    text?.trim() ?? '',
  );
  if (!match) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return days * DAY_SECONDS + hours * 3600 + minutes * 60 + seconds || null;
}
