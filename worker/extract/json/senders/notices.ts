import { codeWords, moment, rounded, splitWords, unit } from './forms.ts';
import type { Sender } from './sender.ts';

const ALERT_CLUTTER =
  'receiver org_id fingerprint generator_url group_key truncated_alerts value_string version state ' +
  'group_labels common_labels common_annotations external_url dashboard_uid folder_uid';

/** Alerts, boards of tasks, prices, matches and news. */
export const NOTICES: Sender[] = [
  {
    // Alertmanager and Grafana, several alerts
    has: ['alerts/1/labels/alertname', 'alerts/1/startsAt'],
    title: '{title|commonAnnotations/summary|commonLabels/alertname}',
    lead: ['status', 'status'],
    rows: {
      of: 'alerts',
      columns: [
        ['alert', 'annotations/summary|labels/alertname'],
        ['severity', 'labels/severity'],
        ['instance', 'labels/instance'],
        ['since', 'startsAt'],
        ['description', 'annotations/description'],
      ],
    },
    clutter: ALERT_CLUTTER,
  },
  {
    // Alertmanager and Grafana, one alert
    has: ['alerts/0/labels/alertname', 'alerts/0/startsAt', 'status'],
    title: '{alerts/0/annotations/summary|alerts/0/labels/alertname}',
    lead: ['status', 'status'],
    facts: [
      ['description', 'alerts/0/annotations/description'],
      ['since', 'alerts/0/startsAt'],
      ['until', 'alerts/0/endsAt', endTime],
      ['severity', 'alerts/0/labels/severity'],
      ['instance', 'alerts/0/labels/instance'],
      ['alert', 'alerts/0/labels/alertname'],
      ['job', 'alerts/0/labels/job'],
    ],
    clutter: ALERT_CLUTTER,
  },
  {
    // Healthchecks
    has: ['checks/0/ping_url', 'checks/0/status'],
    title: '',
    rows: {
      of: 'checks',
      columns: [
        ['check', 'name|slug'],
        ['status', 'status'],
        ['last ping', 'last_ping'],
        ['next ping', 'next_ping'],
        ['tags', 'tags'],
      ],
    },
    clutter: 'slug grace manual_resume methods timeout schedule started unique_key channels tz',
  },
  {
    // Trello, what happened
    has: ['action/type', 'action/data/card/name', 'model/name'],
    title: '{action/data/card/name}',
    facts: [
      ['action', 'action/type', splitWords],
      ['from', 'action/data/listBefore/name'],
      ['to', 'action/data/listAfter/name|action/data/list/name'],
      ['comment', 'action/data/text'],
      ['board', 'model/name'],
      ['by', 'action/memberCreator/fullName'],
      ['time', 'action/date'],
    ],
    clutter: 'prefs short_link id_short initials username avatar_hash closed pinned label_names',
  },
  {
    // Linear
    has: ['action', 'type=Issue', 'data/title', 'data/team'],
    title: '{data/title}',
    text: 'data/description',
    facts: [
      ['number', 'data/identifier'],
      ['action', 'action'],
      ['state', 'data/state/name'],
      ['priority', 'data/priorityLabel'],
      ['assignee', 'data/assignee/name'],
      ['team', 'data/team/name'],
      ['due', 'data/dueDate'],
      ['labels', 'data/labels'],
    ],
    clutter:
      'number sort_order board_order previous_identifiers priority color type updated_at organization_id ' +
      'webhook_timestamp updated_from',
  },
  {
    // Jira, a list of issues
    has: ['issues/0/key', 'issues/0/fields/issuetype', 'issues/0/fields/status'],
    title: '{issues/0/fields/project/name}',
    rows: {
      of: 'issues',
      columns: [
        ['key', 'key'],
        ['summary', 'fields/summary'],
        ['status', 'fields/status/name'],
        ['priority', 'fields/priority/name'],
        ['assignee', 'fields/assignee/displayName'],
        ['due', 'fields/duedate'],
      ],
    },
    clutter:
      'expand start_at max_results total subtask avatar_id workratio status_category color_name watch_count ' +
      'active time_zone email_address last_viewed aggregatetimespent',
  },
  {
    // CoinGecko, markets
    has: ['0/current_price', '0/market_cap', '0/symbol'],
    title: '',
    rows: {
      of: '',
      columns: [
        ['coin', 'name'],
        ['price', 'current_price'],
        ['24 h', 'price_change_percentage_24h', unit('%')],
        ['high', 'high_24h', rounded(2)],
        ['low', 'low_24h', rounded(2)],
      ],
    },
  },
  {
    // football-data.org, matches
    has: ['matches/0/homeTeam/name', 'matches/0/score/fullTime'],
    title: '{competition/name}',
    rows: {
      of: 'matches',
      columns: [
        ['time', 'utcDate'],
        ['home', 'homeTeam/shortName|homeTeam/name'],
        ['score', 'score/fullTime', scoreOf],
        ['away', 'awayTeam/shortName|awayTeam/name'],
        [
          'status',
          'status',
          codeWords({
            FINISHED: 'finished',
            IN_PLAY: 'in play',
            PAUSED: 'half-time',
            TIMED: 'to come',
            SCHEDULED: 'to come',
            POSTPONED: 'postponed',
          }),
        ],
      ],
    },
    clutter: 'filters result_set code type stage tla',
  },
  {
    // Hacker News
    has: ['0/by', '0/score', '0/descendants', '0/title'],
    title: 'Hacker News',
    rows: {
      of: '',
      columns: [
        ['points', 'score'],
        ['title', 'title'],
        ['comments', 'descendants'],
        ['by', 'by'],
      ],
    },
    clutter: 'kids type',
  },
  {
    // Docker Hub
    has: ['push_data/tag', 'repository/repo_name'],
    title: '{repository/repo_name}:{push_data/tag}',
    facts: [
      ['by', 'push_data/pusher'],
      ['pushed', 'push_data/pushed_at', moment],
      ['description', 'repository/full_description|repository/description'],
      ['stars', 'repository/star_count'],
    ],
    clutter: 'comment_count date_created status is_official is_trusted namespace owner',
  },
];

function scoreOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const { home, away } = value as { home?: unknown; away?: unknown };
  return typeof home === 'number' && typeof away === 'number' ? `${home} : ${away}` : null;
}

/** When an alert ended; Prometheus writes the year 1 while it goes on. */
function endTime(value: unknown): string | null {
  return typeof value === 'string' && !value.startsWith('0001') ? value : null;
}
