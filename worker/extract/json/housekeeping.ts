import { countWords } from '#shared/count-words.ts';
import type { Block } from '../blocks.ts';
import { isMinor } from './minor-names.ts';
import { plainName } from './names.ts';
import { redundantPairs } from './redundant-pairs.ts';
import { isTechnical } from './technical.ts';

/** Names of values about a machine's own operation: memory, radio, versions, configuration. */
const HOUSEKEEPING_NAMES =
  /(?:^|_)(?:link_?quality|lqi|wifi[_ ]status|sta[_ ]connected|serial|external[_ ]present|cfg_changed_cnt|rssi|ssid|sta_ip|ip|ip_address|reset_reason|restart_required|took|[a-z]{1,12}_rev|calibration|retention)$|(?:^|_)(?:ram|fs|heap|flash|sketch|stack)(?:_(?:size|free|used|total))?$|(?:^|_)(?:installed|latest|firmware|software|hardware|fw|sw|hw|api)_(?:version|revision|build)$|(?:^|_)(?:cloud|mqtt|ws|ble|bluetooth|matter) (?:connected|enabled)$|^(?:generated|last_generated|update)_(?:at|on|time)$/;
/** With fewer other values than this, values about the machine itself are shown as well. */
const MANY_OTHERS = 6;
/** The same limit for values that are for programs. */
const SOME_OTHERS = 3;
/** Number of zeros and disabled states in a group from which they are counted instead of shown. */
const MANY_ZEROS = 4;
const ZERO = /^0(?:[.,]0{1,6})?(?: \S{1,6})?$|^false$/;
/** Names of the number of rows. */
const ROW_COUNT =
  /^(?:total|count|size|length|(?:total|result|item)_(?:count|items|results)|total_features|hits)$/;
/** Limit of the values shown that all rows of a table share. */
const MANY_SHARED = 3;

type Pair = Extract<Block, { kind: 'pair' }>;
type Table = Extract<Block, { kind: 'table' }>;

/** Removes the least important values if there are many others; their words are counted. */
export function removeUnimportant(
  blocks: Block[],
  ofRows: ReadonlySet<string>,
): { blocks: Block[]; omitted: number } {
  const pairs = blocks.filter((block) => block.kind === 'pair');
  const tables = blocks.filter((block) => block.kind === 'table');
  const [only] = tables;
  const isBesideRows = (pair: Pair) =>
    isMinor(lastOf(pair)) || (pair.key === 'status' && IN_USE.test(pair.value));
  const least = pairs.filter((pair) => isUnimportant(pair) || (tables.length > 0 && isBesideRows(pair)));
  const again = tables.length > 0 ? [] : redundantPairs(pairs.filter((pair) => !least.includes(pair)));
  const others = tables.length > 0 ? MANY_OTHERS : pairs.length - least.length;
  const beyond = least.filter((pair) => others >= (isForPrograms(pair) ? SOME_OTHERS : MANY_OTHERS));
  const shared = only ? sharedBeyond(pairs, ofRows, only) : [];
  const gone = new Set<Block>([...beyond, ...again, ...zeros(pairs), ...shared, ...formerValues(pairs)]);
  const words = [...gone].map((block) => (block.kind === 'pair' ? `${block.key} ${block.value}` : ''));
  // The number of rows is visible.
  if (only && tables.length === 1)
    for (const pair of pairs)
      if (ROW_COUNT.test(leafOf(pair)) && pair.value === String(only.rows.length)) gone.add(pair);
  return { blocks: blocks.filter((block) => !gone.has(block)), omitted: countWords(words.join(' ')) };
}

const lastOf = ({ key }: Pair) => key.split(' › ').at(-1) ?? '';
const leafOf = (pair: Pair) => plainName(lastOf(pair));

const isForPrograms = ({ key, value }: Pair) => isTechnical(key.split(' › '), value);

/** The status of a successful response, and that of a list which is in use. */
const SUCCESS = /^(?:ok|success|succeeded)$/i;
const IN_USE = /^(?:registered|enabled|valid|available|ready|published)$/i;

/** Names of a count that says only that there is one thing. */
const COUNT = /^(?:count|size|results?|total)$/;

const isUnimportant = (pair: Pair) =>
  isHousekeeping(pair.key) ||
  isForPrograms(pair) ||
  (pair.key === 'status' && SUCCESS.test(pair.value)) ||
  (pair.value === '1' && COUNT.test(pair.key));

const isHousekeeping = (key: string) => {
  const path = key.split(' › ').map(plainName);
  return HOUSEKEEPING_NAMES.test(path.at(-1) ?? '') || HOUSEKEEPING_NAMES.test(path.slice(-2).join(' '));
};

/** Zeros and disabled states in groups that have many of them among others. */
function zeros(pairs: Pair[]): Pair[] {
  const groups = new Map<string, Pair[]>();
  for (const pair of pairs) {
    const group = pair.key.split(' › ').slice(0, -1).join(' › ');
    const own = groups.get(group);
    if (own) own.push(pair);
    else groups.set(group, [pair]);
  }
  return [...groups.values()].flatMap((own) => {
    const nothing = own.filter(({ value }) => ZERO.test(value));
    return nothing.length >= MANY_ZEROS && nothing.length < own.length ? nothing : [];
  });
}

/** A group of values as they were before a change of the sender's own. */
const FORMER_GROUP = /^(?:legacy|deprecated|obsolete)(?:_|$)/;

/** Values in a former group, if there are others of the same names. */
function formerValues(pairs: Pair[]): Pair[] {
  const isFormer = ({ key }: Pair) => key.split(' › ').some((group) => FORMER_GROUP.test(plainName(group)));
  const present = new Set(pairs.filter((pair) => !isFormer(pair)).map(leafOf));
  const former = pairs.filter(isFormer);
  return former.some((pair) => present.has(leafOf(pair))) ? former : [];
}

/** Names of values that matter even if all rows share them: their state and their time. */
const SHARED_FACT =
  /(?:^|_)(?:status|state|severity|priority|line|direction|date|day|unit|currency|version|location|place|room)$/;

/**
 * The values shared by all rows beyond the limit; texts come before codes and figures. In a wide table, codes and figures are
 * left out in any case.
 */
function sharedBeyond(pairs: Pair[], ofRows: ReadonlySet<string>, { rows, header }: Table): Pair[] {
  const shared = pairs.filter(({ key }) => ofRows.has(key));
  // Once for each, because values may be long.
  const ranks = new Map(shared.map((pair) => [pair, isText(pair.value) ? 0 : ZERO.test(pair.value) ? 2 : 1]));
  const rankOf = (pair: Pair) => ranks.get(pair) ?? 0;
  const ordered = [...shared].sort((a, b) => rankOf(a) - rankOf(b));
  const most = rows.length > MANY_SHARED ? MANY_SHARED : shared.length;
  const isRich = (header?.length ?? 0) > MANY_SHARED;
  const isCode = (pair: Pair) => isRich && rankOf(pair) > 0 && !SHARED_FACT.test(leafOf(pair));
  return ordered.filter((pair, at) => at >= most || isCode(pair) || (at > 0 && rankOf(pair) === 2));
}

/** Whether a value has a word and something after it, or a name. In two steps: one expression for both would be cubic. */
function isText(value: string): boolean {
  const word = /\p{L}{2}/u.exec(value);
  const rest = word ? value.slice(word.index + word[0].length) : '';
  return /[\s\p{Lu}]/u.test(rest) || /\p{Lu}\p{Ll}/u.test(value);
}
