import type { Block } from '../blocks.ts';
import { capitalised } from './names.ts';

/** Names of groups that add no meaning, such as `data`. */
export const EMPTY_GROUPS =
  /^(?:main|current|attributes|properties|data|values?|now|sys|details?|info|condition|weather|location|state|status|result|body|payload|fields?|measurements?|readings?|options|settings?|order|items?|list|results?|records|rows|features|members|entry|entries|alerts|issue|fields|object attributes|object|rss|channel|feed|root|envelope|weatherdata|after|stop|stoptimes(?: \w{1,20}){0,2}|departures list|viewer|homes|stop place|estimated calls|(?:current )?subscription|price info|progress|overview|metadata|nodes?|edges|entity|periods|time ?series|(?:\w{1,20} )?data points|service response|changed states|\d{1,3})$/i;

/**
 * Names without the groups that say nothing, null for headings of such; a group of one or two is part of their names, and so
 * is that of the figure that stands apart from its group.
 */
export function shortGroups(blocks: Block[], main: Block | null): (Block | null)[] {
  const groupOf = (key: string) => key.split(' › ').slice(0, -1).join(' › ');
  const sizes = new Map<string, number>();
  for (const block of blocks) {
    if (block.kind === 'pair') sizes.set(groupOf(block.key), (sizes.get(groupOf(block.key)) ?? 0) + 1);
  }
  return blocks.map((block) => {
    if (block.kind === 'heading') {
      const text = meaningful(block.text.split(' › ')).join(' › ');
      return text === '' ? null : { ...block, text: capitalised(text) };
    }
    if (block.kind !== 'pair') return block;
    const path = block.key.split(' › ');
    const leaf = path.pop() as string;
    const groups = meaningful(path);
    const leafOfGroup = withoutGroup(leaf, groups.at(-1));
    const isOnly = sizes.get(path.join(' › ')) === 1 && groups.length > 0;
    if (isOnly && /^(?:v|val)$/.test(leaf)) return { ...block, key: groups.join(' › ') };
    const isSmall = (sizes.get(path.join(' › ')) ?? 0) <= 2 && groups.length <= 1;
    if (block === main || isSmall) return { ...block, key: joined(groups.join(' ') || undefined, leaf) };
    return { ...block, key: [...groups, leafOfGroup].join(' › ') };
  });
}

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
