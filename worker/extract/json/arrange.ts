import type { Block } from '../blocks.ts';
import { capitalised, plainName } from './names.ts';

export interface JsonReading {
  title: string | null;
  blocks: Block[];
  /** The pair that matters most, by its key. */
  lead: string | null;
  /** Words of what is beyond the limits. */
  omitted: number;
}

const TITLES = [
  'title',
  'name',
  'friendly_name',
  'city',
  'place',
  'location',
  'subject',
  'headline',
  'summary',
  'station',
  'stop',
  'alertname',
  'symbol',
  'repository',
  'address',
];
/** Figures that a document is about, the most telling first. */
const LEADS = [
  'state',
  'temperature',
  'temp',
  'temperature_2m',
  'value',
  'price',
  'balance',
  'completion',
  'progress',
  'power',
  'apower',
  'total',
  'reading',
  'level',
  'battery',
  'battery_level',
  'score',
  'count',
  'co2',
  'aqi',
  'percent',
  'remaining',
  'steps',
  'amount',
  'rate',
];
/** What a figure may be to stand in large type. */
const FIGURE = /^\D{0,3}\d[\d.,\s]{0,12}\S{0,6}$|^\p{L}{1,12}$/u;

/** Figures that are about how far something is. */
const SHARES = ['completion', 'progress', 'percent'];

/** A reading in the order and under the names that a page gives it: its title, its groups, the figure that matters. */
export function arrange(reading: JsonReading): JsonReading {
  if (reading.title === null) takeTitle(reading);
  reading.blocks = withoutTwins(reading.blocks, reading.title);
  liftGroup(reading);
  const main = findLead(reading.blocks);
  const named = shortGroups(reading.blocks);
  const lead = main === null ? null : named[reading.blocks.indexOf(main)];
  if (lead?.kind === 'pair') reading.lead ??= lead.key;
  reading.blocks = named.filter((block) => block !== null);
  return reading;
}

/** Groups that only say that what is in them is data. */
const EMPTY_GROUPS =
  /^(?:main|current|attributes|properties|data|values?|now|sys|details?|info|condition|weather|location|state|status|result|body|payload|fields?|measurements?|readings?|order|items?|list|results?|records|rows|features|members|entry|entries|alerts|issue|fields|\d{1,3})$/i;

/** Names without the groups that say nothing, null for headings of such; a group of one or two is part of their names. */
function shortGroups(blocks: Block[]): (Block | null)[] {
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
    const isSmall = (sizes.get(path.join(' › ')) ?? 0) <= 2;
    return { ...block, key: isSmall ? [...groups.slice(-1), leaf].join(' ') : [...groups, leaf].join(' › ') };
  });
}

const meaningful = (path: string[]) => path.filter((group) => !EMPTY_GROUPS.test(group));

/** The one group that everything is in: what it is called is what the document is called. */
function liftGroup(reading: JsonReading): void {
  const paths = reading.blocks.flatMap((block) =>
    block.kind === 'pair' ? [block.key] : block.kind === 'heading' ? [block.text] : [],
  );
  const [group = ''] = paths[0]?.split(' › ') ?? [];
  const head = `${group.toLowerCase()} › `;
  const isOne = paths.length >= 3 && paths.every((path) => path.toLowerCase().startsWith(head));
  if (!isOne || /^\d+$/.test(group)) return;
  const rest = (path: string) => path.slice(head.length);
  reading.blocks = reading.blocks.map((block) => {
    if (block.kind === 'pair') return { ...block, key: rest(block.key) };
    return block.kind === 'heading' ? { ...block, text: capitalised(rest(block.text)) } : block;
  });
  if (EMPTY_GROUPS.test(group)) return;
  reading.title = [reading.title, capitalised(group)].filter((one) => one !== null).join(' · ');
}

/** Names that a thing is called by again. */
const AGAIN = /^(?:name|display|display_name|title|label|full_name|file_?name|alertname)$/;

/** What a document says twice: of a thing and again of what it is part of, or under its own title. */
function withoutTwins(blocks: Block[], title: string | null): Block[] {
  const said = new Map<string, string[]>();
  return blocks.filter((block) => {
    if (block.kind !== 'pair') return true;
    const path = block.key.split(' › ');
    const leaf = path.pop() as string;
    if (block.value === title && AGAIN.test(plainName(leaf))) return false;
    const groups = said.get(`${leaf}\n${block.value}`) ?? [];
    const own = path.map((group) => `${group} › `).join('');
    if (groups.some((group) => own.startsWith(group) || group.startsWith(own))) return false;
    said.set(`${leaf}\n${block.value}`, [...groups, own]);
    return true;
  });
}

/** What the document calls itself: one of its first values is named so. It stands above the rest then. */
function takeTitle(reading: JsonReading): void {
  const pairs = reading.blocks.filter((block) => block.kind === 'pair');
  for (const name of TITLES) {
    const found = pairs.slice(0, 60).find(({ key, value }) => {
      const path = key.split(' › ');
      return (
        path.length <= 3 &&
        plainName(path.at(-1) ?? '') === name &&
        value.length <= 80 &&
        /\p{L}/u.test(value)
      );
    });
    if (!found) continue;
    reading.title = found.value;
    reading.blocks = reading.blocks.filter((block) => block !== found);
    return;
  }
}

function findLead(blocks: Block[]): Block | null {
  const pairs = blocks.filter((block) => block.kind === 'pair');
  const last = (key: string) => plainName(key.split(' › ').at(-1) ?? '');
  for (const name of LEADS) {
    const found = pairs.find(
      ({ key, value }) =>
        last(key) === name &&
        FIGURE.test(value) &&
        /\d/.test(value) &&
        (value.endsWith('%') || !SHARES.includes(name)),
    );
    if (found) return found;
  }
  return null;
}
