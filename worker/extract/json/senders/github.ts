import { CLUTTER, COMMITS, REF } from './code-hosts.ts';
import { firstLine, splitWords } from './forms.ts';
import type { Field, Sender } from './sender.ts';

/** The repository of an event. */
const REPOSITORY: Field = ['repository', 'repository/full_name|project/path_with_namespace'];

const LABELS: Field = ['labels', 'labels'];

/** An issue or a pull request in an event of GitHub or Gitea. */
const topic = (of: string, more: readonly Field[]): Omit<Sender, 'has'> => ({
  title: `{${of}/title}`,
  text: `${of}/body`,
  facts: [
    ['action', 'action', splitWords],
    ['number', `${of}/number`],
    REPOSITORY,
    ['by', `sender/login|${of}/user/login`],
    ['state', `${of}/state`],
    ...more,
    [LABELS[0], `${of}/labels`],
    ['assignees', `${of}/assignees`],
    ['milestone', `${of}/milestone/title`],
    ['created', `${of}/created_at`],
  ],
  clutter: CLUTTER,
});

/** Events and answers of GitHub, and of Gitea and Forgejo where they are alike. */
export const GITHUB: Sender[] = [
  {
    has: ['workflow_run/run_number', 'repository/full_name'],
    title: '{workflow_run/display_title|workflow_run/name}',
    lead: ['result', 'workflow_run/conclusion|workflow_run/status', splitWords],
    facts: [
      ['workflow', 'workflow/name|workflow_run/name'],
      REPOSITORY,
      ['branch', 'workflow_run/head_branch'],
      ['run', 'workflow_run/run_number'],
      ['by', 'workflow_run/actor/login|sender/login'],
      ['started', 'workflow_run/run_started_at|workflow_run/created_at'],
    ],
    clutter: CLUTTER,
  },
  {
    has: ['comment/body', 'issue/title', 'repository/full_name'],
    title: '{issue/title}',
    text: 'comment/body',
    facts: [
      ['by', 'comment/user/login'],
      ['number', 'issue/number'],
      REPOSITORY,
      ['state', 'issue/state'],
      ['written', 'comment/created_at'],
      [LABELS[0], 'issue/labels'],
      ['about', 'issue/body'],
    ],
    clutter: CLUTTER,
  },
  {
    has: ['pull_request/title', 'repository/full_name'],
    ...topic('pull_request', [
      ['from', 'pull_request/head/ref'],
      ['into', 'pull_request/base/ref'],
      ['commits', 'pull_request/commits'],
      ['lines added', 'pull_request/additions'],
      ['lines removed', 'pull_request/deletions'],
    ]),
  },
  { has: ['action', 'issue/title', 'repository/full_name', 'sender/login'], ...topic('issue', []) },
  {
    has: ['release/tag_name', 'repository/full_name'],
    title: '{repository/full_name} {release/tag_name}',
    text: 'release/body',
    facts: [
      ['name', 'release/name'],
      ['action', 'action'],
      ['by', 'release/author/login'],
      ['published', 'release/published_at|release/created_at'],
    ],
    clutter: CLUTTER,
  },
  {
    has: ['action', 'starred_at', 'repository/full_name'],
    title: '{repository/full_name}',
    lead: ['stars', 'repository/stargazers_count'],
    facts: [
      ['by', 'sender/login'],
      ['starred', 'starred_at'],
      ['language', 'repository/language'],
      ['forks', 'repository/forks_count'],
      ['open issues', 'repository/open_issues_count'],
    ],
    clutter: CLUTTER,
  },
  {
    has: ['ref', 'pusher', 'commits', 'repository/full_name'],
    title: '{repository/full_name}',
    facts: [...REF, ['by', 'pusher/name|pusher/login']],
    rows: COMMITS,
    clutter: CLUTTER,
  },
  {
    has: ['0/sha', '0/commit/message', '0/commit/author/date'],
    title: '',
    rows: {
      of: '',
      columns: [
        ['message', 'commit/message', firstLine],
        ['author', 'commit/author/name'],
        ['time', 'commit/author/date'],
      ],
    },
    clutter: CLUTTER,
  },
  {
    has: ['full_name', 'stargazers_count', 'forks_count'],
    title: '{full_name}',
    lead: ['stars', 'stargazers_count'],
    text: 'description',
    facts: [
      ['forks', 'forks_count'],
      ['open issues', 'open_issues_count'],
      ['language', 'language'],
      ['pushed', 'pushed_at'],
      ['license', 'license/name'],
    ],
    clutter: CLUTTER,
  },
  {
    has: ['0/subject/title', '0/reason', '0/repository/full_name'],
    title: '',
    rows: {
      of: '',
      columns: [
        ['title', 'subject/title'],
        ['repository', 'repository/full_name'],
        ['type', 'subject/type'],
        ['reason', 'reason', splitWords],
        ['updated', 'updated_at'],
      ],
    },
    clutter: CLUTTER,
  },
];
