import { foldText } from '../fold-text.ts';
import type { PlannedDisplay } from '../planner.ts';

/** The displays that an intent names. */
export interface IntentReading {
  /** The displays of each name; any of them satisfies it. */
  named: { words: string; displays: PlannedDisplay[]; all: boolean }[];
  /** "everywhere", "on all displays". */
  everywhere: boolean;
  /** "not on the kitchen panel". */
  excluded: Set<string>;
}

interface Mention {
  words: string;
  start: number;
  end: number;
  displays: PlannedDisplay[];
}

const SMALL_WORDS =
  '(?:on|in|at|to|for|of|the|my|our|auf|im|am|der|die|das|dem|den|meine?[mnr]?|sur|dans|les?|la|l|mes|en|el|los|las|mis?|op|het|de)';
const ALL_WORDS =
  '(?:all|every|each|both|alle[nr]?|jede[mnrs]?|beiden?|tous|toutes|chaque|todos|todas|cada|tutti|tutte|alla)';
const SCREEN_WORDS =
  '(?:displays?|screens?|panels?|frames?|bildschirmen?|anzeigen?|ecrans?|pantallas?|schermi|schermen|skarmar)';
const JOINING_WORDS = '(?:and|or|nor|und|oder|noch|et|ou|ni|y|o|e|en|of|och)';
const EXCLUDING_WORDS =
  '(?:not|except|excluding|without|never|nicht|ausser|ohne|sauf|pas|excepto|menos|salvo|tranne|behalve|utom|(?:any|every)where but|all but|screens but|displays but|panels but)';

const EVERYWHERE = new RegExp(
  `(?:^| )(?:everywhere|uberall|partout|ovunque|overal|overallt|${ALL_WORDS}(?: ${SMALL_WORDS})* ${SCREEN_WORDS}|auf allen|en todas partes)(?: |$)`,
);
const BEFORE_ALL = new RegExp(
  `(?:^| )${ALL_WORDS}(?: ${SMALL_WORDS})*(?: ${SCREEN_WORDS})?(?: ${SMALL_WORDS})* ?$`,
);
const AFTER_ALL = /^ (?:displays|screens|panels|frames|bildschirme|ecrans|pantallas)(?: |$)/;
const BEFORE_NOT = new RegExp(`(?:^| )${EXCLUDING_WORDS}(?: (?:${SMALL_WORDS}|${SCREEN_WORDS}))* ?$`);
/** One word, not a repetition: the lists share words, so a repetition could match in exponentially many ways. */
const CONNECTIVE = new RegExp(`^(?:${JOINING_WORDS}|${SMALL_WORDS}|${SCREEN_WORDS})$`);
/** Characters before a name that are searched for "all" and "not". */
const MAX_CONTEXT_CHARACTERS = 60;
/** Scripts without spaces between words, in which a name may occur anywhere. */
const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** The names and tags of displays in an intent, in any case and with or without accents; the longest match counts. */
export function readIntent(intent: string, displays: PlannedDisplay[]): IntentReading {
  const text = foldText(intent);
  const mentions = findMentions(text, displays);
  const reading: IntentReading = { named: [], everywhere: false, excluded: new Set() };
  let rest = text;
  let previous = { end: 0, excluded: false };
  for (const { words, start, end, displays: namedDisplays } of mentions) {
    rest = rest.slice(0, start) + '#'.repeat(end - start) + rest.slice(end);
    const head = text.slice(Math.max(0, start - MAX_CONTEXT_CHARACTERS), start);
    const chained = previous.excluded && isConnective(text.slice(previous.end, start));
    const excluded = BEFORE_NOT.test(head) || chained;
    previous = { end, excluded };
    if (excluded) for (const { id } of namedDisplays) reading.excluded.add(id);
    else {
      const all = BEFORE_ALL.test(head) || AFTER_ALL.test(text.slice(end));
      reading.named.push({ words, displays: namedDisplays, all });
    }
  }
  reading.everywhere = reading.named.length === 0 && EVERYWHERE.test(rest);
  return reading;
}

function isConnective(words: string): boolean {
  return words
    .trim()
    .split(' ')
    .every((word) => word === '' || CONNECTIVE.test(word));
}

function findMentions(text: string, displays: PlannedDisplay[]): Mention[] {
  const meanings = new Map<string, Set<PlannedDisplay>>();
  for (const display of displays) {
    for (const name of [display.name, ...display.tags]) {
      const folded = foldText(name);
      if (folded !== '') meanings.set(folded, (meanings.get(folded) ?? new Set()).add(display));
    }
  }
  const longestFirst = [...meanings].sort(([a], [b]) => b.length - a.length || (a < b ? -1 : 1));
  const found: Mention[] = [];
  for (const [words, namedDisplays] of longestFirst) {
    for (let start = text.indexOf(words); start >= 0; start = text.indexOf(words, start + 1)) {
      const end = start + words.length;
      const taken = found.some((other) => start < other.end && other.start < end);
      if (!taken && isWholeWord(text, start, end))
        found.push({ words, start, end, displays: [...namedDisplays] });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

function isWholeWord(text: string, start: number, end: number): boolean {
  const isBoundary = (outer: string | undefined, inner: string | undefined) =>
    outer === undefined || outer === ' ' || SPACELESS.test(outer) || SPACELESS.test(inner ?? '');
  return isBoundary(text[start - 1], text[start]) && isBoundary(text[end], text[end - 1]);
}
