import { distance } from 'fastest-levenshtein';

/** Characters of a name that are compared: names come from callers and may be long. */
const MAX_CHARACTERS = 40;
/** A shorter part of a name does not count as a match. */
const MIN_PART = 4;
/** Share of the letters that may differ. Two swapped letters count as two: 0.4 of a name of five letters. */
const MAX_MISTYPED = 0.4;

/** Returns the known name that was probably meant: it contains the other, is part of it, or differs in a few letters; or null. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const wanted = normalized(name.slice(0, MAX_CHARACTERS));
  const nearest = known
    .map((candidate) => ({ candidate, distance: nameDistance(wanted, normalized(candidate)) }))
    .sort((a, b) => a.distance - b.distance)[0];
  return nearest && nearest.distance <= Math.max(1, wanted.length * MAX_MISTYPED) ? nearest.candidate : null;
}

function nameDistance(wanted: string, known: string): number {
  const [short, long] = wanted.length < known.length ? [wanted, known] : [known, wanted];
  return short.length >= MIN_PART && long.includes(short) ? 0.5 : distance(wanted, known);
}

/** The form in which names are compared: `quiet_hours` equals `quietHours`. */
function normalized(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}
