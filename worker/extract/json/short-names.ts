import type { Block } from '../blocks.ts';
import { capitalised, plainName, VAGUE } from './names.ts';

/** Names of groups that add no meaning, such as `data`. */
export const EMPTY_GROUPS =
  /^(?:main|current|attributes|properties|data|values?|now|sys|details?|info|condition|weather|location|state|status|result|body|payload|fields?|measurements?|readings?|options|settings?|order|items?|list|results?|records|rows|features|members|entry|entries|alerts|issue|fields|object attributes|object|rss|channel|feed|root|envelope|weatherdata|after|stop|stoptimes(?: \w{1,20}){0,2}|departures list|viewer|homes|stop place|estimated calls|(?:current )?subscription|price info|progress|overview|metadata|nodes?|edges|entity|periods|time ?series|(?:\w{1,20} )?data points|service response|changed states|media container|chart|push data|forecast ?day|block ?devices|\d{1,3})$/i;

/** How a machine is set up, and what it was asked. */
const SETTINGS = /^(?:config|cfg|configuration|settings|preferences|request_\w{1,20}|(?:get_)?sys_?info)$/;

/** Whether what stands in such groups is how a machine is set up. */
export const isSetting = (path: string[]) => path.some((group) => SETTINGS.test(plainName(group)));

/** Letters of a group's name that are read at a glance. */
const MAX_LETTERS = 25;
/** The same of a heading, which stands beside the title. */
const MAX_HEADING_LETTERS = 14;

/**
 * Names without the groups that say nothing, null for headings of such. Of groups in groups with a long name the outer ones
 * are left out as far as the inner ones tell them apart, and counted unless they stand elsewhere. A group of one or two is
 * part of their names, and so is that of the figure that stands apart from its group.
 */
export function shortGroups(
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
    const leafOfGroup = withoutGroup(leaf, groups.at(-1));
    const isOnly = sizes.get(path.join(' › ')) === 1 && groups.length > 0;
    // What has nothing but its value in it is that value.
    if (isOnly && /^(?:v|val|\d{1,3})$/.test(leaf)) {
      const name = path.at(-1) as string;
      return { ...block, key: [...inner(path.slice(0, -1)), name].join(' › ') };
    }
    const isSmall =
      (sizes.get(path.join(' › ')) ?? 0) <= 2 && meaningful(path).length <= 1 && !isSetting(path);
    if (block === main || isSmall) return { ...block, key: joined(groups.join(' ') || undefined, leaf) };
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

/** The names of the groups of a document that are shown, shortened, and those that are not shown. */
function innerNames(blocks: Block[]): {
  inner: (path: string[], most?: number) => string[];
  unsaid: ReadonlySet<string>;
} {
  const unsaid = new Set<string>();
  const paths = new Map<string, string[]>();
  for (const block of blocks) {
    if (block.kind !== 'pair' && block.kind !== 'heading') continue;
    const given = block.kind === 'pair' ? block.key.split(' › ').slice(0, -1) : block.text.split(' › ');
    const path = meaningful(given);
    paths.set(nameOf(path, 0), path);
  }
  const times = new Map<string, number>();
  for (const path of paths.values())
    for (const from of path.keys()) times.set(nameOf(path, from), (times.get(nameOf(path, from)) ?? 0) + 1);
  const inner = (given: string[], most = MAX_LETTERS) => {
    const path = meaningful(given);
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

/** Whether a name says nothing without that of its group: a number, a kind of value. */
const isVague = (name: string) => VAGUE.test(plainName(name));

/** A name below a heading that says its first word already: `charge power` among the charges. */
function withoutGroup(leaf: string, group = ''): string {
  const [first = '', ...rest] = leaf.split(' ');
  const isSaid = [first, `${first}s`].includes(group.split(' ').at(-1) ?? '');
  return isSaid && rest.length > 0 ? rest.join(' ') : leaf;
}

/** A name with that of its group before it, unless it begins with that already. */
function joined(group: string | undefined, leaf: string): string {
  if (group === undefined || `${leaf} `.toLowerCase().startsWith(`${group} `.toLowerCase())) return leaf;
  // The quantity and the name are the same word.
  if (/^(?:value|localized|display ?value)$/i.test(leaf)) return group;
  // `temperature` of Shelly has a `tC`: the letter repeats the quantity.
  if (leaf.length === 1 && group.startsWith(leaf)) return group;
  // `current power` has a `power`.
  return ` ${group}`.toLowerCase().endsWith(` ${leaf}`.toLowerCase()) ? group : `${group} ${leaf}`;
}

const meaningful = (path: string[]) =>
  path.filter((group, at) => !EMPTY_GROUPS.test(group) && group !== path[at - 1]);
