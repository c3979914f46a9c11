import { isObject, textOf } from '../fields.ts';
import { numberOf } from './forms.ts';
import type { Form, Sender } from './sender.ts';

/** The points of both sides, of which each is a value beside the other. */
const against =
  (other: string): Form =>
  (value, at) =>
    at(other) === undefined ? null : `${textOf(value)} : ${textOf(at(other))}`;

/** Matches, races and ratings of games. */
export const FIXTURES: Sender[] = [
  {
    // ESPN
    has: ['events/0/competitions/0/competitors', 'leagues/0/name'],
    title: '{leagues/0/name}',
    rows: {
      of: 'events',
      columns: [
        ['time', 'date'],
        ['home', 'competitions/0/competitors/[homeAway=home]/team/displayName'],
        [
          'score',
          'competitions/0/competitors/[homeAway=home]/score',
          against('competitions/0/competitors/[homeAway=away]/score'),
        ],
        ['away', 'competitions/0/competitors/[homeAway=away]/team/displayName'],
        ['status', 'status/type/shortDetail|status/type/description'],
      ],
    },
  },
  {
    // OpenLigaDB
    has: ['0/matchDateTime', '0/team1/teamName', '0/team2/teamName'],
    title: '{0/leagueName}',
    rows: {
      of: '',
      columns: [
        ['home', 'team1/shortName|team1/teamName'],
        ['score', 'matchResults', finalScore],
        ['away', 'team2/shortName|team2/teamName'],
        ['time', 'matchDateTimeUTC|matchDateTime'],
        ['round', 'group/groupName'],
      ],
    },
    clutter:
      'match_date_time match_date_time_utc time_zone_id league_name league_season league_shortcut group_order_id ' +
      'team_name short_name last_update_date_time match_is_finished result_order_id result_name result_type_id ' +
      'result_description points_team1 points_team2 number_of_viewers team_group_name group_name',
  },
  {
    // TheSportsDB
    has: ['events/0/strEvent', 'events/0/dateEvent'],
    title: '{events/0/strLeague}',
    rows: {
      of: 'events',
      columns: [
        ['time', 'strTimestamp|dateEvent'],
        ['home', 'strHomeTeam'],
        ['score', 'intHomeScore', against('intAwayScore')],
        ['away', 'strAwayTeam'],
        ['status', 'strStatus'],
        ['place', 'strVenue'],
      ],
    },
    clutter:
      'id_event id_apifootball str_event str_event_alternate str_filename str_sport id_league str_league_badge ' +
      'str_season int_round id_home_team id_away_team str_home_team_badge str_away_team_badge date_event date_event_local str_time ' +
      'str_time_local id_venue str_country str_poster str_square str_fanart str_thumb str_banner str_map ' +
      'str_locked',
  },
  {
    // Ergast and Jolpica, results of a race
    has: ['MRData/RaceTable/Races/0/Results', 'MRData/RaceTable/Races/0/raceName'],
    title: '{MRData/RaceTable/Races/0/raceName}',
    facts: [['day', 'MRData/RaceTable/Races/0/date']],
    rows: {
      of: 'MRData/RaceTable/Races/0/Results',
      columns: [
        ['', 'position'],
        [
          'driver',
          'Driver/familyName',
          (value, at) => `${textOf(at('Driver/givenName'))} ${textOf(value)}`.trim(),
        ],
        ['team', 'Constructor/name'],
        ['time', 'Time/time|status'],
        ['points', 'points'],
      ],
    },
    clutter:
      'xmlns series limit offset total season round time circuit number position_text driver permanent_number code ' +
      'date_of_birth nationality constructor constructor_id grid laps millis fastest_lap status',
  },
  {
    // Ergast and Jolpica, races to come
    has: ['MRData/RaceTable/Races/0/raceName', 'MRData/RaceTable/Races/0/date'],
    title: '',
    rows: {
      of: 'MRData/RaceTable/Races',
      columns: [
        [
          'start',
          'date',
          (value, at) =>
            at('time') === undefined ? textOf(value) : `${textOf(value)}T${textOf(at('time'))}`,
        ],
        ['race', 'raceName'],
        ['place', 'Circuit/Location/locality'],
        ['country', 'Circuit/Location/country'],
        ['round', 'round'],
      ],
    },
    clutter:
      'xmlns series limit offset total season circuit_id first_practice second_practice third_practice sprint_qualifying ' +
      'lat long url',
  },
  {
    // Ergast and Jolpica, standings
    has: ['MRData/StandingsTable/StandingsLists/0/DriverStandings'],
    title: '{MRData/StandingsTable/season}',
    rows: {
      of: 'MRData/StandingsTable/StandingsLists/0/DriverStandings',
      columns: [
        ['', 'position'],
        [
          'driver',
          'Driver/familyName',
          (value, at) => `${textOf(at('Driver/givenName'))} ${textOf(value)}`.trim(),
        ],
        ['team', 'Constructors/0/name'],
        ['points', 'points'],
        ['wins', 'wins'],
      ],
    },
    clutter:
      'xmlns series limit offset total season round position_text permanent_number code date_of_birth nationality ' +
      'constructor_id',
  },
  {
    // Lichess, a player
    has: ['username', 'perfs/blitz/rating'],
    title: '{username}',
    rows: {
      of: 'perfs',
      order: (a, b) => (numberOf(b.games) ?? 0) - (numberOf(a.games) ?? 0),
      columns: [
        ['game', '@'],
        ['rating', 'rating'],
        ['games', 'games'],
        ['change', 'prog'],
      ],
    },
    clutter: 'rd prov created_at seen_at play_time count patron verified flag runs score',
  },
  {
    // chess.com, a player
    has: ['chess_rapid/last/rating', 'chess_rapid/record'],
    title: 'chess.com',
    rows: {
      of: { rapid: 'chess_rapid/', blitz: 'chess_blitz/', bullet: 'chess_bullet/', daily: 'chess_daily/' },
      columns: [
        ['game', '@'],
        ['rating', 'last/rating'],
        ['best', 'best/rating'],
        ['won', 'record/win'],
        ['lost', 'record/loss'],
        ['drawn', 'record/draw'],
      ],
    },
    clutter: 'rd date game time_per_move timeout_percent',
  },
];

/** The result at the end of a match; the one at half-time is before or after it. */
function finalScore(value: unknown): string | null {
  const results = (Array.isArray(value) ? value : []).filter(isObject);
  const last = results.find(({ resultTypeID: type }) => type === 2) ?? results.at(-1);
  return last ? `${textOf(last.pointsTeam1)} : ${textOf(last.pointsTeam2)}` : null;
}
