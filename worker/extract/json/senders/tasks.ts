import { isObject, type Json, textOf } from '../fields.ts';
import { codeWords, moment } from './forms.ts';
import type { Sender } from './sender.ts';

/** Tasks of boards, and pages of Notion. */
export const TASKS: Sender[] = [
  {
    // Jira, what happened
    has: ['webhookEvent', 'issue/key', 'issue/fields/summary'],
    title: '{issue/key} · {issue/fields/summary}',
    text: 'comment/body',
    facts: [
      [
        'event',
        'webhookEvent',
        (value) =>
          textOf(value)
            .replace(/^jira:/, '')
            .replaceAll('_', ' '),
      ],
      ['status', 'issue/fields/status/name'],
      ['priority', 'issue/fields/priority/name'],
      ['assignee', 'issue/fields/assignee/displayName'],
      ['due', 'issue/fields/duedate'],
      ['type', 'issue/fields/issuetype/name'],
      ['project', 'issue/fields/project/name'],
      ['by', 'comment/author/displayName|user/displayName'],
      ['description', 'issue/fields/description'],
    ],
    clutter:
      'timestamp webhook_event issue_event_type_name email_address active time_zone account_type status_category ' +
      'subtask avatar_id hierarchy_level project_type_key simplified votes watches workratio progress ' +
      'aggregateprogress key created updated last_viewed jsd_public lastviewed',
  },
  {
    // Asana, a task
    has: ['data/gid', 'data/name', 'data/resource_type=task'],
    title: '{data/name}',
    text: 'data/notes',
    facts: [
      ['start', 'data/start_on'],
      ['due', 'data/due_at|data/due_on'],
      ['done', 'data/completed'],
      ['assignee', 'data/assignee/name'],
      ['project', 'data/projects/0/name'],
      ['section', 'data/memberships/0/section/name'],
      ['tags', 'data/tags'],
    ],
    clutter:
      'gid resource_type resource_subtype assignee_status created_at modified_at num_hearts num_likes hearted liked ' +
      'html_notes actual_time_minutes',
  },
  {
    // ClickUp, tasks
    has: ['tasks/0/status/status', 'tasks/0/team_id'],
    title: '{tasks/0/list/name}',
    rows: {
      of: 'tasks',
      columns: [
        ['task', 'name'],
        ['status', 'status/status'],
        ['priority', 'priority/priority'],
        ['due', 'due_date', moment],
        ['assignee', 'assignees', usernames],
      ],
    },
    clutter:
      'custom_item_id custom_id text_content orderindex date_created date_updated date_closed date_done ' +
      'archived color type permission_level access hidden ' +
      'project space sharing last_page initials email profile_picture',
  },
  {
    // Todoist, what happened
    has: ['event_name', 'event_data/content', 'initiator'],
    title: '{event_data/content}',
    facts: [
      ['event', 'event_name', (value) => textOf(value).replace(':', ' ')],
      ['due', 'event_data/due/date'],
      ['when', 'event_data/due/string'],
      ['note', 'event_data/description'],
      // The app shows the highest, 4, as p1.
      ['priority', 'event_data/priority', codeWords({ '4': 'p1', '3': 'p2', '2': 'p3', '1': 'p4' })],
      ['labels', 'event_data/labels'],
      ['by', 'initiator/full_name'],
    ],
    clutter:
      'added_at added_by_uid checked child_order collapsed day_order is_deleted is_premium email lang ' +
      'is_recurring sync_id version triggered_at',
  },
  {
    // Notion, a list of pages
    has: ['object=list', 'results/0/object=page', 'results/0/properties'],
    title: '',
    rows: {
      of: (root) => (isObject(root) && Array.isArray(root.results) ? root.results.filter(isObject) : []),
      columns: [
        ['page', 'properties', (value) => ofSort(value, 'title')],
        ['status', 'properties', (value) => ofSort(value, 'status', 'select')],
        ['date', 'properties', (value) => ofSort(value, 'date')],
        ['people', 'properties', (value) => ofSort(value, 'people')],
        ['tags', 'properties', (value) => ofSort(value, 'multi_select')],
      ],
    },
    clutter:
      'object type created_time last_edited_time created_by last_edited_by archived in_trash has_more color cover parent ' +
      'annotations public_url page_or_database request_id',
  },
];

/** The names of the people of a list of ClickUp. */
function usernames(people: unknown): string | null {
  const names = (Array.isArray(people) ? people : []).filter(isObject).map((one) => textOf(one.username));
  return names.join(', ') || null;
}

/** The text of the first property of one of these sorts, which Notion writes in many forms. */
function ofSort(properties: unknown, ...sorts: string[]): string | null {
  const all = isObject(properties) ? Object.values(properties).filter(isObject) : [];
  const one = all.find(({ type }) => sorts.includes(textOf(type)));
  const value = one?.[textOf(one.type)];
  const texts = (Array.isArray(value) ? value : [value]).filter(isObject).map(textWithin);
  return texts.join(sorts[0] === 'title' ? '' : ', ') || null;
}

const textWithin = ({ plain_text, name, start }: Json) => textOf(plain_text ?? name ?? start);
