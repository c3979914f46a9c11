import { isObject, type Json } from './fields.ts';
import { uniqueNames } from './names.ts';

/** Names of the two teams of a match in sports APIs. */
const TEAM_MEMBERS = [
  ['team1', 'team2'],
  ['homeTeam', 'awayTeam'],
  ['home_team', 'away_team'],
] as const;
const TEAM_NAMES = ['shortName', 'short_name', 'teamName', 'name', 'full_name'];
/** Names that only matches have; without one of them, two teams may be those of a quiz. */
const RESULTS = ['matchResults', 'score', 'matchDateTime', 'home', 'away'];
/** Names of the final result. */
const FINAL_RESULT = /^(?:endergebnis|full_?time|final|result)$/i;

/** A match with the names of its teams and its results as `2 : 1`; any other object is unchanged. */
export function normaliseMatch(object: Json): Json {
  const sides = TEAM_MEMBERS.find(([home, away]) => nameOf(object[home]) && nameOf(object[away]));
  if (!sides || (sides === TEAM_MEMBERS[0] && !RESULTS.some((name) => Object.hasOwn(object, name))))
    return object;
  const { [sides[0]]: home, [sides[1]]: away, matchResults, score, ...rest } = object;
  const listed = resultsIn(matchResults);
  const named = scoresIn(score);
  const beside = pointsOf(rest.home, rest.away) ?? pointsOf(scoreOf(home), scoreOf(away));
  const results = [...listed.read, ...named.read];
  const final = results.find(([name]) => FINAL_RESULT.test(name));
  const others = results.filter((one) => one !== final);
  const said: [string, unknown][] = final ? [['score', final[1]]] : beside ? [['score', beside]] : [];
  const isSaid = (name: string) => !final && beside !== null && (name === 'home' || name === 'away');
  return Object.fromEntries(
    uniqueNames<unknown>([
      ['home', nameOf(home)],
      ...said,
      ['away', nameOf(away)],
      ...others,
      ['score', named.rest],
      ['matchResults', listed.rest],
      ...Object.entries(rest).filter(([name]) => !isSaid(name)),
    ]),
  );
}

/** The score of a team, if each team has its own. */
const scoreOf = (team: unknown) => (isObject(team) ? (team.score ?? team.goals ?? team.points) : null);

function nameOf(team: unknown): string | null {
  if (typeof team === 'string') return team;
  if (!isObject(team)) return null;
  const name = TEAM_NAMES.map((one) => team[one]).find((one) => typeof one === 'string' && one !== '');
  return (name as string | undefined) ?? null;
}

/** Results with the scores of both teams, and the members that they replace. */
interface Results {
  read: [string, string][];
  rest: unknown;
}

/** `[{ resultName: "Halbzeit", pointsTeam1: 0, pointsTeam2: 1 }]`. */
function resultsIn(results: unknown): Results {
  if (!Array.isArray(results)) return { read: [], rest: results };
  const read: [string, string][] = [];
  const rest = results.filter((one) => {
    const points = isObject(one) ? pointsOf(one.pointsTeam1, one.pointsTeam2) : null;
    if (!isObject(one) || typeof one.resultName !== 'string' || points === null) return true;
    read.push([one.resultName, points]);
    return false;
  });
  return { read, rest };
}

/** `{ fullTime: { home: 2, away: 1 }, halfTime: … }`. */
function scoresIn(score: unknown): Results {
  if (!isObject(score)) return { read: [], rest: score };
  const read: [string, string][] = [];
  const rest = Object.entries(score).filter(([name, one]) => {
    const points = isObject(one) ? pointsOf(one.home ?? one.homeTeam, one.away ?? one.awayTeam) : null;
    if (points !== null) read.push([name, points]);
    return points === null;
  });
  return { read, rest: Object.fromEntries(rest) };
}

const pointsOf = (home: unknown, away: unknown) =>
  typeof home === 'number' && typeof away === 'number' ? `${home} : ${away}` : null;
