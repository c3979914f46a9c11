/** A document with more distinct runs is not in the index of runs; its text is searched instead. */
const MAX_GRAMS = 65_536;

const WHITE_SPACE = /\s+/u;

/**
 * Folds text for a case-insensitive search: full case folding (Unicode 5.18, through upper case, so that `STRASSE`
 * finds `Straße`), all forms of sigma, and composed and decomposed letters. Done here rather than in Postgres, whose
 * case rules depend on the locale of the database.
 */
function foldCase(text: string): string {
  return text.normalize('NFC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}

/** One folded line per field. Terms contain no white space, so none can match across two fields. */
export function searchDocument(fields: (string | null)[]): string {
  return fields
    .filter((field) => field !== null)
    .map(foldCase)
    .join('\n');
}

/** The distinct folded terms of a query; none for a blank query. */
export function searchTerms(query: string): string[] {
  return [...new Set(foldCase(query).split(WHITE_SPACE).filter(Boolean))];
}

/**
 * Every distinct run of 1, 2 and 3 characters of a document, as hashed integers. The hash includes the owner's id, so
 * the index has separate lists for each user, and other users' contents do not slow a search. A hash collision only
 * adds a candidate, because every candidate's text is compared. Null when the document has more than 65,536 of them.
 */
export function documentGrams(document: string, userId: string): number[] | null {
  const grams = new Set<number>();
  const seed = seedOf(userId);
  let previous = 0;
  let last = 0;
  for (const character of document) {
    const point = character.codePointAt(0) ?? 0;
    if (WHITE_SPACE.test(character)) {
      previous = 0;
      last = 0;
      continue;
    }
    grams.add(hash(seed, 0, 0, point));
    if (last) grams.add(hash(seed, 0, last, point));
    if (previous) grams.add(hash(seed, previous, last, point));
    if (grams.size > MAX_GRAMS) return null;
    previous = last;
    last = point;
  }
  return [...grams];
}

/** The runs that every document with all these terms contains: those of three characters, or a shorter term itself. */
export function requiredGrams(terms: string[], userId: string): number[] {
  const seed = seedOf(userId);
  const grams = terms.flatMap((term) => {
    const points = Array.from(term, (character) => character.codePointAt(0) ?? 0);
    const [a = 0, b = 0] = points;
    if (points.length === 1) return [hash(seed, 0, 0, a)];
    if (points.length === 2) return [hash(seed, 0, a, b)];
    return points.slice(2).map((point, i) => hash(seed, points[i] ?? 0, points[i + 1] ?? 0, point));
  });
  return [...new Set(grams)];
}

/** The last 32 of a UUID's random bits. */
function seedOf(userId: string): number {
  return Number.parseInt(userId.slice(-8), 16);
}

/**
 * Mixes three code points (0: none) into 32 bits by the multiply-and-shift steps of MurmurHash3's finaliser. Stored
 * with every document: another hash means writing all search documents anew.
 */
function hash(seed: number, first: number, second: number, third: number): number {
  let bits = seed ^ Math.imul(first, 0x9e3779b1);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b) ^ second;
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35) ^ third;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  return bits ^ (bits >>> 15);
}
