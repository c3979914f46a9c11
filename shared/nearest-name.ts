import { distance } from 'fastest-levenshtein';

/** Characters of a name that are compared: names come from outside and may be long. */
const MAX_CHARACTERS = 40;
/** A shorter part of a name says nothing. */
const MIN_PART = 4;
/** Share of its letters in which a name may be mistyped: two that are swapped in one of five are two. */
const MAX_MISTYPED = 0.4;

/** The known name that was probably meant: a part or the whole of the other, or a few letters away. Null when none is near. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const said = plain(name.slice(0, MAX_CHARACTERS));
  const near = known
    .map((candidate) => ({ candidate, far: farness(said, plain(candidate)) }))
    .sort((a, b) => a.far - b.far)[0];
  return near && near.far <= Math.max(1, said.length * MAX_MISTYPED) ? near.candidate : null;
}

function farness(said: string, known: string): number {
  const [short, long] = said.length < known.length ? [said, known] : [known, said];
  return short.length >= MIN_PART && long.includes(short) ? 0.5 : distance(said, known);
}

/** As it is compared: `quiet_hours` is `quietHours`. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}
