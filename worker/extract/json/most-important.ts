import { countWords } from '#shared/count-words.ts';
import type { Block } from '../blocks.ts';
import { isImportantName } from './choose-lead.ts';
import { isMinor } from './minor-names.ts';
import { plainName } from './names.ts';
import { isUsualForecastColumn } from './time-rows.ts';

type Pair = Extract<Block, { kind: 'pair' }>;

/** Limits of the values of a page: alone, below a text, and beside rows. */
const MAX_ALONE = 16;
const MAX_BESIDE_TEXT = 10;
const MAX_BESIDE_ROWS = 8;
/** Names of values that classify a thing or are for programs. */
const SECONDARY_NAMES =
  /(?:^|_)(?:type|mode|method|format|class|version|index|attempt|namespace|username|login|initials|locked|offset)$|^(?:committer|namespace|event)$/;
/** Values that say only that there is nothing to say. */
const NOTHING =
  /^(?:false|none|null|nil|n\/a|not (?:active|available|applicable|set)|no (?:error|message|data))$/i;
/** Names of groups about the surroundings of an event. */
const SURROUNDING_GROUPS =
  /^(?:head_repository|head_repo|repository|organi[sz]ation|project|workflow|source|target|enterprise|installation|last_commit|member_creator|board|seller|vendor|publisher|label|milestone)$/;

/**
 * The most important values of a long document about one thing, few enough to be read from afar. The last of those that are deep in
 * it, belong to its surroundings or only classify it are left out, and their words are counted. Values about the thing itself are
 * all kept, unless there is a text or rows beside them.
 */
export function keepMostImportant(
  blocks: Block[],
  lead: string | null,
): { blocks: Block[]; omitted: number } {
  const pairs = blocks.filter((block) => block.kind === 'pair');
  const others = blocks.filter(({ kind }) => kind !== 'pair' && kind !== 'heading');
  const [only] = others;
  const isText = only !== undefined && only === blocks[0] && only.kind === 'paragraph';
  const isRows = only?.kind === 'table';
  const most =
    others.length === 0 ? MAX_ALONE : isText ? MAX_BESIDE_TEXT : isRows ? MAX_BESIDE_ROWS : pairs.length;
  const beyond = others.length > 1 ? 0 : pairs.length - most;
  if (beyond <= 0) return { blocks, omitted: 0 };
  const places = new Map(pairs.map((pair, at) => [pair, { rank: rankOf(pair), at }]));
  const last = [...places]
    .filter(([pair, { rank }]) => pair.key !== lead && (isText || isRows || rank > 0))
    .sort(([, a], [, b]) => b.rank - a.rank || b.at - a.at)
    .slice(0, beyond);
  const gone = new Set<Block>(last.map(([pair]) => pair));
  const words = last.map(([{ key, value }]) => `${key} ${value}`).join(' ');
  return { blocks: blocks.filter((block) => !gone.has(block)), omitted: countWords(words) };
}

/** The distance of a value from the topic of a document. */
function rankOf({ key, value }: Pair): number {
  const path = key.split(' › ');
  const leaf = path.at(-1) ?? '';
  const groups = path.slice(0, -1).map(plainName);
  const isAround = groups.some((group) => SURROUNDING_GROUPS.test(group));
  const isSecondary = isMinor(leaf, value) || SECONDARY_NAMES.test(plainName(leaf)) || NOTHING.test(value);
  const isTold = isImportantName(plainName(leaf)) || isUsualForecastColumn(leaf);
  return Number(isAround) + Number(isSecondary) - Number(isTold) + Math.max(0, groups.length - 1);
}
