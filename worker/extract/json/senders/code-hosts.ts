import { firstLine, ifTrue } from './forms.ts';
import type { Field, Form, Rows } from './sender.ts';

/** What GitHub, Gitea and GitLab say alike. */

/** What they say of repositories and accounts in every event, whatever it is about. */
export const CLUTTER =
  'forks forks_count watchers watchers_count stargazers stargazers_count stars_count open_issues ' +
  'open_issues_count open_pr_counter release_counter followers_count following_count ' +
  'starred_repos_count size default_branch master_branch private fork archived disabled is_template ' +
  'visibility visibility_level type user_view_type author_association reactions run_attempt path ' +
  'username email user_email pushed_at updated_at ci_config_path namespace path_with_namespace homepage ' +
  'target_commitish event_type verification position_type change_position original_position ' +
  'total_commits_count permissions draft locked time_change last_edited_at color merge_status ' +
  'merge_params check_suite_id workflow_id head_repository event';

/** The name of a branch or of a tag as git has it; null for the other sort. */
const refOf =
  (sort: 'heads' | 'tags'): Form =>
  (value) =>
    typeof value === 'string' && value.startsWith(`refs/${sort}/`)
      ? value.slice(`refs/${sort}/`.length)
      : null;

/** The branch or the tag of a push. */
export const REF: Field[] = [
  ['branch', 'ref', refOf('heads')],
  ['tag', 'ref', refOf('tags')],
  ['created', 'created', ifTrue],
  ['deleted', 'deleted', ifTrue],
];

/** The commits of a push. */
export const COMMITS: Rows = {
  of: 'commits',
  columns: [
    ['message', 'message', firstLine],
    ['author', 'author/name|author/username'],
    ['time', 'timestamp'],
  ],
};
