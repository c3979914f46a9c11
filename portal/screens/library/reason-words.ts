import { t } from '../../strings/index.ts';

const words = t.library.reasons;
const BEST_DISPLAY =
  /^the best display for it: (online|offline), (\d+) waiting, shows (?:its picture since (\S+)|nothing)$/;
const NAMED_DISPLAY = /^the owner names "(.*)"$/s;
/** Reasons such as `list: an agenda`, which the list of pages shows already. */
const PAGE_REASON = /^[a-z]+: /;

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
  const [, named] = NAMED_DISPLAY.exec(reason) ?? [];
  if (named !== undefined) return words.named(named);
  const [, state, waiting, since] = BEST_DISPLAY.exec(reason) ?? [];
  if (state) return words.ranked(state === 'online', Number(waiting), since ? clockTime(since) : null);
  return PAGE_REASON.test(reason) ? null : reason;
}

/** A note of the run about a problem, in words. */
export function noteInWords(note: string): string {
  const known: Record<string, string> = words.notes;
  return known[note] ?? note;
}
