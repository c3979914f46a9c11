import { CLUTTER, COMMITS, REF } from './code-hosts.ts';
import { duration, numberOf, splitWords } from './forms.ts';
import type { Sender } from './sender.ts';

/** Events of GitLab. */
export const GITLAB: Sender[] = [
  {
    has: ['object_kind=pipeline', 'object_attributes/status'],
    title: '{project/name} · {commit/title|commit/message}',
    lead: ['pipeline', 'object_attributes/status', splitWords],
    facts: [
      ['branch', 'object_attributes/ref'],
      ['by', 'user/name'],
      ['lasted', 'object_attributes/duration', duration()],
      ['finished', 'object_attributes/finished_at'],
    ],
    rows: {
      of: 'builds',
      order: (a, b) => (numberOf(a.id) ?? 0) - (numberOf(b.id) ?? 0),
      columns: [
        ['stage', 'stage'],
        ['job', 'name'],
        ['status', 'status', splitWords],
        ['lasted', 'duration', duration()],
      ],
    },
    clutter: `${CLUTTER} artifacts_file when`,
  },
  {
    has: ['object_kind', 'object_attributes/title', 'project/path_with_namespace'],
    title: '{object_attributes/title}',
    text: 'object_attributes/description',
    facts: [
      ['type', 'object_kind', splitWords],
      ['action', 'object_attributes/action|object_attributes/state'],
      ['number', 'object_attributes/iid'],
      ['project', 'project/name'],
      ['by', 'user/name'],
      ['state', 'object_attributes/state'],
      ['from', 'object_attributes/source_branch'],
      ['into', 'object_attributes/target_branch'],
      ['labels', 'labels|object_attributes/labels'],
      ['assignees', 'assignees|assignee/name'],
      ['reviewers', 'reviewers'],
      ['due', 'object_attributes/due_date'],
      ['created', 'object_attributes/created_at'],
    ],
    clutter: CLUTTER,
  },
  {
    has: ['object_kind=push', 'commits', 'project/path_with_namespace'],
    title: '{project/name}',
    facts: [...REF, ['by', 'user_name']],
    rows: COMMITS,
    clutter: CLUTTER,
  },
];
