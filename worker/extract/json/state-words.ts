import { plainName } from './names.ts';

/** Names of values that are identifiers of programs. */
const STATES =
  /(?:^|_)(?:state|status|mode|activity|reason|phase|conclusion|event|condition|direction|trend|level|severity|priority|urgency|impact|type|kind|class|method|category|action|result)$/;
/** Names of values that some programs write in one word: `FortyFiveUp`. */
const ONE_WORD_NAMES = /(?:^|_)(?:direction|trend|condition|activity|phase)$/;
const HUMPS = /^(?:[A-Z][a-z]{1,20}){2,5}$/;
/** One word in capitals that is too long for an abbreviation. */
const UPPER_CASE = /^(?!(?:POST|HEAD|PATCH|DELETE)$)[A-Z]{4,20}$/;
const JOINED = /^(?:[a-z]{2,20}(?:_[a-z]{2,20}){1,4}|[A-Z]{2,20}(?:_[A-Z]{2,20}){1,4})$/;
/** A constant of a program, whatever its name: `ALERT_NOTIFICATION_TRIGGER`. */
const CONSTANT = /^[A-Z]{2,20}(?:_[A-Z]{2,20}){1,5}$/;
/** What happened, as services name it: `meeting.started`. */
const EVENT = /(?:^|_)(?:event|event_(?:type|name)|trigger)$/;
const DOTTED = /^[a-z]{2,20}(?:[._][a-z]{2,20}){0,2}\.[a-z]{2,20}(?:_[a-z]{2,20}){0,2}$/;
/** Days of the week in capitals. */
const WEEKDAYS = /^(?:(?:MON|TUES|WEDNES|THURS|FRI|SATUR|SUN)DAY(?:, |$)){1,7}$/;
const WEATHER = /(?:^|_)(?:condition|symbol_code)$/;
const OF_WEATHER = [
  'partly',
  'cloudy',
  'light',
  'heavy',
  'showers',
  'rain',
  'snow',
  'sleet',
  'and',
  'thunder',
  'clear',
  'sky',
];
/** The time of day in a weather symbol, which the row shows. */
const TIME_OF_DAY_SUFFIX = /_(?:day|night|polartwilight)$/;

/** An identifier of a state as words: `in_progress`, `PARKED_IN_CS`, `partlycloudy`. */
export function stateWords(name: string, text: string): string {
  const plain = plainName(name);
  if (WEATHER.test(plain)) {
    const short = text.replace(TIME_OF_DAY_SUFFIX, '');
    const words = short.length <= 40 ? weatherWords(short) : null;
    if (words !== null) return words;
  }
  if (ONE_WORD_NAMES.test(plain) && HUMPS.test(text))
    return text.replace(/(?<=[a-z])[A-Z]/g, (hump) => ` ${hump.toLowerCase()}`).toLowerCase();
  if (STATES.test(plain) && UPPER_CASE.test(text)) return lowered(text);
  if (EVENT.test(plain) && DOTTED.test(text)) return text.replaceAll(/[._]/g, ' ');
  if (WEEKDAYS.test(text)) return text.replace(/(?<=[A-Z])[A-Z]+/g, (rest) => rest.toLowerCase());
  if (CONSTANT.test(text)) return text.split('_').map(lowered).join(' ');
  return STATES.test(plain) && JOINED.test(text) ? text.split('_').map(lowered).join(' ') : text;
}

/** A word in lower case; abbreviations without a vowel are unchanged. */
const lowered = (word: string) =>
  (/^[A-Z]{3,}$/.test(word) && /[AEIOUY]/.test(word)) || SMALL.test(word) ? word.toLowerCase() : word;
const SMALL = /^(?:IN|OF|ON|AT|TO|BY|NO|OR|IS|DO)$/;

function weatherWords(text: string): string | null {
  const words: string[] = [];
  for (let at = 0; at < text.length; ) {
    const word = OF_WEATHER.find((one) => text.startsWith(one, at));
    if (word === undefined) return null;
    words.push(word);
    at += word.length;
  }
  return words.length > 0 ? words.join(' ') : null;
}
