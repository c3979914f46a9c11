import { t } from '../../strings/index.ts';

const words = t.library.reasons;
const RANKED =
  /^the best display for it: (online|offline), (\d+) waiting, shows (?:its picture since (\S+)|nothing)$/;
const NAMED = /^the owner names "(.*)"$/s;
/** Reasons such as `list: an agenda`, which the list of pages shows already. */
const OF_A_PAGE = /^[a-z]+: /;

/**
 * A planner's reason in words. Reasons of the rules are translated; those of a language model are quoted as its own words. Null
 * for reasons that the list of pages shows already.
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

/** A note of the run about a problem, in words. */
export function noteInWords(note: string): string {
  const known: Record<string, string> = words.notes;
  return known[note] ?? note;
}
