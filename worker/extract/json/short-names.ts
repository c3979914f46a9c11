import type { Block } from '../blocks.ts';
import { capitalised, plainName, VAGUE_NAMES } from './names.ts';

/** Names of groups that add no meaning, such as `data`. */
export const EMPTY_GROUPS =
  /^(?:main|current|attributes|properties|data|values?|now|sys|details?|info|condition|weather|location|state|status|result|body|payload|message|notification|event-data|table|fields?|measurements?|readings?|options|settings?|order|items?|list|results?|records|rows|features|members|entry|entries|alerts|issue|fields|object attributes|object|rss|channel|feed|root|envelope|weatherdata|after|stop|stoptimes(?: \w{1,20}){0,2}|departures list|viewer|homes|stop place|estimated calls|(?:current )?subscription|price info|progress|overview|(?:(?:calculated|total) )?stat(?:s|istics)|metadata|nodes?|edges|entity|periods|time ?series|(?:\w{1,20} )?data points|service response|changed states|media container|chart|push data|forecast ?day|block ?devices|\d{1,3})$/i;

/** Names of groups with settings or parameters of a request. */
const SETTINGS = /^(?:config|cfg|configuration|settings|preferences|request_\w{1,20}|(?:get_)?sys_?info)$/;

/** Whether a path has a group of settings. */
export const isSetting = (path: string[]) => path.some((group) => SETTINGS.test(plainName(group)));

/** Limit of the letters of a group's name. */
const MAX_GROUP_LETTERS = 25;
/** The same limit for a heading, which is shown with the title. */
const MAX_HEADING_LETTERS = 14;

/**
 * Shortens the names of groups; a heading whose groups add no meaning becomes null. Of nested groups with a long name the outer
 * ones are left out if the inner ones are unique, and counted unless they are shown elsewhere. The name of a group with one or
 * two values becomes a part of their names, as does that of the group of the main figure, which is shown apart from it.
 */
export function shortenGroups(
  blocks: Block[],
  main: Block | null,
  title: string | null,
): { named: (Block | null)[]; omitted: number } {
  const groupOf = (key: string) => key.split(' › ').slice(0, -1).join(' › ');
  const sizes = new Map<string, number>();
  for (const block of blocks) {
    if (block.kind === 'pair') sizes.set(groupOf(block.key), (sizes.get(groupOf(block.key)) ?? 0) + 1);
  }
  const { inner, unsaid } = innerNames(blocks);
  const named = blocks.map((block): Block | null => {
    if (block.kind === 'heading') {
      const text = inner(block.text.split(' › '), MAX_HEADING_LETTERS).join(' ');
      return text === '' ? null : { ...block, text: capitalised(text) };
    }
    if (block.kind !== 'pair') return block;
    const path = block.key.split(' › ');
    const leaf = path.pop() as string;
    const groups = inner(path);
    const leafOfGroup = removeGroupName(leaf, groups.at(-1));
    const isOnly = sizes.get(path.join(' › ')) === 1 && groups.length > 0;
    // A value with a generic name takes the name of its group.
    if (isOnly && /^(?:v|val|\d{1,3})$/.test(leaf)) {
      const name = path.at(-1) as string;
      return { ...block, key: [...inner(path.slice(0, -1)), name].join(' › ') };
    }
    const isSmall =
      (sizes.get(path.join(' › ')) ?? 0) <= 2 && meaningfulGroups(path).length <= 1 && !isSetting(path);
    if (block === main || isSmall)
      return { ...block, key: prefixGroupName(groups.join(' ') || undefined, leaf) };
    return { ...block, key: [...groups, leafOfGroup].join(' › ') };
  });
  const said = new Set(wordsOf(title ?? ''));
  for (const block of named)
    for (const word of wordsOf(
      block?.kind === 'pair' ? block.key : block?.kind === 'heading' ? block.text : '',
    ))
      said.add(word);
  const words = new Set([...unsaid].flatMap(wordsOf));
  return { named, omitted: [...words].filter((word) => !said.has(word)).length };
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Shortened names of a document's groups, and the set of the names that are not shown. */
function innerNames(blocks: Block[]): {
  inner: (path: string[], most?: number) => string[];
  unsaid: ReadonlySet<string>;
} {
  const unsaid = new Set<string>();
  const paths = new Map<string, string[]>();
  for (const block of blocks) {
    if (block.kind !== 'pair' && block.kind !== 'heading') continue;
    const given = block.kind === 'pair' ? block.key.split(' › ').slice(0, -1) : block.text.split(' › ');
    const path = meaningfulGroups(given);
    paths.set(nameOf(path, 0), path);
  }
  const times = new Map<string, number>();
  for (const path of paths.values())
    for (const from of path.keys()) times.set(nameOf(path, from), (times.get(nameOf(path, from)) ?? 0) + 1);
  const inner = (given: string[], most = MAX_GROUP_LETTERS) => {
    const path = meaningfulGroups(given);
    const isEnough = (from: number) =>
      !isVague(path[from] as string) && (times.get(nameOf(path, from)) ?? 0) <= 1;
    let from = 0;
    while (from < path.length - 1 && nameOf(path, from).length > most && isEnough(from + 1)) from++;
    for (const name of path.slice(0, from)) unsaid.add(name);
    return path.slice(from);
  };
  return { inner, unsaid };
}

const nameOf = (path: string[], from: number) => path.slice(from).join(' ').toLowerCase();

/** Whether a name is clear only with that of its group: a number, a kind of value. */
const isVague = (name: string) => VAGUE_NAMES.test(plainName(name));

/** Removes the name of the group from the beginning of a name: `charge power` among the charges. */
function removeGroupName(leaf: string, group = ''): string {
  const [first = '', ...rest] = leaf.split(' ');
  const isSaid = [first, `${first}s`].includes(group.split(' ').at(-1) ?? '');
  return isSaid && rest.length > 0 ? rest.join(' ') : leaf;
}

/** A name with that of its group before it, unless it begins with that. */
function prefixGroupName(group: string | undefined, leaf: string): string {
  if (group === undefined || `${leaf} `.toLowerCase().startsWith(`${group} `.toLowerCase())) return leaf;
  // The generic name of the value adds nothing to that of the group.
  if (/^(?:value|localized|display ?value)$/i.test(leaf)) return group;
  // `tC` of Shelly in the group `temperature`: the letter repeats the quantity.
  if (leaf.length === 1 && group.startsWith(leaf)) return group;
  // `power` in the group `current power`.
  return ` ${group}`.toLowerCase().endsWith(` ${leaf}`.toLowerCase()) ? group : `${group} ${leaf}`;
}

const meaningfulGroups = (path: string[]) =>
  path.filter((group, at) => !EMPTY_GROUPS.test(group) && group !== path[at - 1]);
