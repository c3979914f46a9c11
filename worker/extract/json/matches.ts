import { isObject, type Json } from './fields.ts';

/** The two sides of a match, as services for sports name them. */
const SIDES = [
  ['team1', 'team2'],
  ['homeTeam', 'awayTeam'],
  ['home_team', 'away_team'],
] as const;
const NAMES = ['shortName', 'short_name', 'teamName', 'name', 'full_name'];
/** The result that stands at the end. */
const FINAL = /^(?:endergebnis|full_?time|final|result)$/i;

/** A match with its teams by name and its results as people write them, `2 : 1`; any other object as it is. */
export function asMatch(object: Json): Json {
  const sides = SIDES.find(([home, away]) => nameOf(object[home]) && nameOf(object[away]));
  if (!sides) return object;
  const { [sides[0]]: home, [sides[1]]: away, matchResults, score, ...rest } = object;
  const results = [...resultsIn(matchResults), ...scoresIn(score)];
  const final = results.find(([name]) => FINAL.test(name));
  const others = results.filter((one) => one !== final);
  return {
    home: nameOf(home),
    ...(final && { score: final[1] }),
    away: nameOf(away),
    ...Object.fromEntries(others),
    ...(results.length === 0 && { matchResults, score }),
    ...rest,
  };
}

function nameOf(team: unknown): string | null {
  if (typeof team === 'string') return team;
  if (!isObject(team)) return null;
  const name = NAMES.map((one) => team[one]).find((one) => typeof one === 'string' && one !== '');
  return (name as string | undefined) ?? null;
}

/** `[{ resultName: "Halbzeit", pointsTeam1: 0, pointsTeam2: 1 }]`. */
function resultsIn(results: unknown): [string, string][] {
  if (!Array.isArray(results)) return [];
  return results.flatMap((one): [string, string][] => {
    if (!isObject(one) || typeof one.resultName !== 'string') return [];
    const points = pointsOf(one.pointsTeam1, one.pointsTeam2);
    return points === null ? [] : [[one.resultName, points]];
  });
}

/** `{ fullTime: { home: 2, away: 1 }, halfTime: … }`. */
function scoresIn(score: unknown): [string, string][] {
  if (!isObject(score)) return [];
  return Object.entries(score).flatMap(([name, one]): [string, string][] => {
    if (!isObject(one)) return [];
    const points = pointsOf(one.home ?? one.homeTeam, one.away ?? one.awayTeam);
    return points === null ? [] : [[name, points]];
  });
}

const pointsOf = (home: unknown, away: unknown) =>
  typeof home === 'number' && typeof away === 'number' ? `${home} : ${away}` : null;
