import type { Block } from '../blocks.ts';
import { capitalised, plainName, VAGUE } from './names.ts';

/** Names of groups that add no meaning, such as `data`. */
export const EMPTY_GROUPS =
  /^(?:main|current|attributes|properties|data|values?|now|sys|details?|info|condition|weather|location|state|status|result|body|payload|fields?|measurements?|readings?|options|settings?|order|items?|list|results?|records|rows|features|members|entry|entries|alerts|issue|fields|object attributes|object|rss|channel|feed|root|envelope|weatherdata|after|stop|stoptimes(?: \w{1,20}){0,2}|departures list|viewer|homes|stop place|estimated calls|(?:current )?subscription|price info|progress|overview|metadata|nodes?|edges|entity|periods|time ?series|(?:\w{1,20} )?data points|service response|changed states|\d{1,3})$/i;

/**
 * Names without the groups that say nothing, null for headings of such. Of the groups that one stands in, the inner one is
 * said, and as many of the outer ones as tell it from others; the words of the rest are counted unless they stand elsewhere.
 * A group of one or two is part of their names, and so is that of the figure that stands apart from its group.
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
      const text = inner(block.text.split(' › ')).join(' › ');
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
    const isSmall = (sizes.get(path.join(' › ')) ?? 0) <= 2 && groups.length <= 1;
    if (block === main || isSmall) return { ...block, key: joined(groups.join(' ') || undefined, leaf) };
    return { ...block, key: [groups.join(' '), leafOfGroup].filter((one) => one !== '').join(' › ') };
  });
  const said = new Set(wordsOf(title ?? ''));
  for (const block of named)
    for (const word of wordsOf(block?.kind === 'pair' ? block.key : block?.kind === 'heading' ? block.text : ''))
      said.add(word);
  const words = new Set([...unsaid].flatMap(wordsOf));
  return { named, omitted: [...words].filter((word) => !said.has(word)).length };
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The names that are said of the groups of a document: the inner ones that are enough to tell each group from the others. */
function innerNames(blocks: Block[]): { inner: (path: string[]) => string[]; unsaid: ReadonlySet<string> } {
  const unsaid = new Set<string>();
  const paths = new Map<string, string[]>();
  for (const block of blocks) {
    if (block.kind !== 'pair' && block.kind !== 'heading') continue;
    const given = block.kind === 'pair' ? block.key.split(' › ').slice(0, -1) : block.text.split(' › ');
    const path = meaningful(given);
    paths.set(path.join(' › ').toLowerCase(), path);
  }
  const times = new Map<string, number>();
  const endOf = (path: string[], from: number) => path.slice(from).join(' › ').toLowerCase();
  for (const path of paths.values())
    for (const from of path.keys()) times.set(endOf(path, from), (times.get(endOf(path, from)) ?? 0) + 1);
  const inner = (given: string[]) => {
    const path = meaningful(given);
    let from = path.length - 1;
    while (from > 0 && (isVague(path[from] as string) || (times.get(endOf(path, from)) ?? 0) > 1)) from--;
    for (const name of path.slice(0, Math.max(0, from))) unsaid.add(name);
    return path.slice(Math.max(0, from));
  };
  return { inner, unsaid };
}

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

const meaningful = (path: string[]) => path.filter((group) => !EMPTY_GROUPS.test(group));
