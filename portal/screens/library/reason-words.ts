import { t } from '../../strings/index.ts';

const words = t.library.reasons;
const RANKED =
  /^the best display for it: (online|offline), (\d+) waiting, shows (?:its picture since (\S+)|nothing)$/;
const NAMED = /^the owner names "(.*)"$/s;
/** `list: an agenda`: the page itself says so. */
const OF_A_PAGE = /^[a-z]+: /;

/**
 * Why a planner did what it did, for the one who pushed. The reasons of the rules are sentences of this page's language; a
 * model's are its own words, and said to be. Null for what the list of pages says already.
 */
export function reasonInWords(
  reason: string,
  planner: 'rules' | 'llm' | null,
  clockTime: (iso: string) => string,
): string | null {
  if (planner === 'llm') return words.ofModel(reason);
  const known: Record<string, string> = words.fixed;
  if (known[reason]) return known[reason];
  const [, named] = NAMED.exec(reason) ?? [];
  if (named !== undefined) return words.named(named);
  const [, state, waiting, since] = RANKED.exec(reason) ?? [];
  if (state) return words.ranked(state === 'online', Number(waiting), since ? clockTime(since) : null);
  return OF_A_PAGE.test(reason) ? null : reason;
}

/** What did not go as planned. */
export function noteInWords(note: string): string {
  const known: Record<string, string> = words.notes;
  return known[note] ?? note;
}
