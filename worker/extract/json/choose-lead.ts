import type { Block } from '../blocks.ts';
import { plainName } from './names.ts';

type Pair = Extract<Block, { kind: 'pair' }>;

/** Names of figures that a document may be about, and how telling they are. */
const TELLING: [RegExp, number][] = [
  [/^state$/, 100],
  [/^(?:completion|progress|percent|percent_complete|program_progress)$/, 90],
  [
    /^(?:(?:estimated_)?(?:time|program_time|print_time|remaining)_(?:left|remaining)|remaining(?:_\w{1,20})?(?:_time)?)$/,
    88,
  ],
  [
    /^(?:a_?power|(?:current|active|total|total_act|actual|grid|solar|pv|house|home|load|ac)_power|power|watts?|leistung)$/,
    84,
  ],
  [/^(?:(?:current|air|room|outdoor|outside|indoor|inside|local)_)?temp(?:eratur[ae]?)?(?:_2m)?$/, 82],
  [/^(?:value|wert|valor|valeur|price|balance|kontostand|saldo)$|_(?:price|balance)$/, 80],
  [/^p_pv$/, 85],
  // Shelly's sensors: `tC`.
  [/^t$/, 81],
  [/^p_grid$/, 83],
  [/^(?:days|days_left|countdown|tage)$/, 70],
  [/^(?:total|total_amount|amount|reading|result)$/, 74],
  [/^steps$/, 78],
  [/^(?:ads_)?percent(?:age)?_\w{1,20}$/, 62],
  [/^(?:co2|carbon_intensity|aqi|glucose|sgv|uv|uv_index)$/, 72],
  [/^(?:total_)?(?:mileage|odometer)$/, 71],
  [/^(?:level|charge|charge_percent|soc|state_of_charge|battery|battery_level)$/, 66],
  [/^(?:today|(?:energy_)?today|produced_today|consumed_today)$/, 64],
  [/^(?:weight|gewicht|distance)$/, 52],
  [/^(?:score|count|rate|speed|remaining|streak|humidity)$/, 60],
];
/** Whether a document may be about a value of such a name (plain). */
export const isTellingName = (leaf: string) => TELLING.some(([name]) => name.test(leaf));

/** Temperatures of machines, and settings, are not their output. */
const WITHIN =
  /(?:^|_)(?:leds|battery|inverter|wechselrichter|cpu|gpu|board|chip|device|module|motor|system|options|settings?|program|target|set|setpoint|cell|engine|compressor|coolant|heatsink|config|limits?|goals?|min|max|forecast|yesterday|last|by_minute)(?:_|$)/;
/** One of several strings, phases, channels. */
const NUMBERED = /\d$/;
/** What stands for the whole of a house. */
const WHOLE = /^(?:total|overall|sum|house|home|load|consumption|site|now|current|main|instant|live|ac)$/;
/** What a figure may be to stand in large type. */
const FIGURE = /^\D{0,3}\d[\d.,\s]{0,12}\S{0,6}(?: \S{1,6})?(?: \d{1,2} \S{1,4})?$/u;
/** Points off for each group that a figure stands in, and what makes another less or more telling. */
const DEPTH = 2;
const MACHINE = 50;
const ONE_OF_SEVERAL = 6;
const OF_ALL = 5;
const LEAST_POINTS = 50;
/** Points from which a figure says something even where it is nothing: a power, a temperature. */
const OF_NOTHING = 82;
const NOTHING = /^\D{0,3}0(?:[.,]0{1,6})?(?:\s?\D{1,8})?$/;

/** The most important figure of a document; null when none stands out. */
export function chooseLead(blocks: Block[], ofRows: ReadonlySet<string>): Block | null {
  const scored = blocks.flatMap((block) => {
    // A value that all rows of a table share means nothing without the rows.
    if (block.kind !== 'pair' || ofRows.has(block.key)) return [];
    const points = pointsOf(block);
    return points > LEAST_POINTS ? [{ block, points }] : [];
  });
  const most = Math.max(...scored.map(({ points }) => points));
  const [first, ...others] = scored.filter(({ points }) => points === most);
  // Equal names of several things: none of them is the topic.
  if (!first) return stateOf(blocks, ofRows);
  // How far a job has come is said by several of its parts.
  const isProgress = leafOf(first.block) === 'progress';
  const isOneOfMany = others.some(({ block }) => leafOf(block) === leafOf(first.block));
  return isOneOfMany && !isProgress ? null : first.block;
}

/** How far a thing has come that has a time to come: a parcel, a job, an alert. */
const STATE = /^(?:(?:delivery|order|shipment|tracking|current|job)_)?(?:status|state)$/;
const PROCEEDS =
  /^(?:estimated|eta|expected|since|started|starts|remaining|delivery)(?:_|$)|_(?:eta|since|started|remaining)$/;
/** Words, but none that only says that all is as it should be. */
const SAID = /^(?!(?:ok|okay|success|succeeded|active|enabled|public|confirmed)$)\p{L}[\p{L} '-]{2,23}$/iu;

/** The state of a document about one thing that proceeds; null for any other. */
function stateOf(blocks: Block[], ofRows: ReadonlySet<string>): Block | null {
  const pairs = blocks.filter((block) => block.kind === 'pair').filter(({ key }) => !ofRows.has(key));
  const states = pairs.filter((pair) => STATE.test(leafOf(pair)));
  const ends = pairs.filter(
    (pair) => leafOf(pair) === 'conclusion' && /^\p{L}[\p{L} ]{2,23}$/u.test(pair.value),
  );
  // How a run of a machine ended is its news.
  if (ends.length === 1) return ends[0] ?? null;
  const [only] = states;
  const isOne = states.length === 1 && only !== undefined && SAID.test(only.value);
  return isOne && pairs.some((pair) => PROCEEDS.test(leafOf(pair))) ? only : null;
}

const leafOf = ({ key }: Pair) => plainName(key.split(' › ').at(-1) ?? '');

function pointsOf(block: Pair): number {
  const leaf = leafOf(block);
  const telling = TELLING.find(([name]) => name.test(leaf));
  if (leaf === 't' && !block.value.endsWith('°C')) return 0;
  if (!telling || !/\d/.test(block.value) || !FIGURE.test(block.value)) return 0;
  const [, points] = telling;
  // A remaining time without a unit.
  if (/remaining|left/.test(leaf) && /^\d+$/.test(block.value)) return 0;
  // A count of 1 and a confidence are not worth a large figure.
  if (block.value === '1' || (leaf === 'score' && Number(block.value) < 1)) return 0;
  if (points < OF_NOTHING && NOTHING.test(block.value)) return 0;
  const isShare = /progress|complet|percent|charge|soc/.test(leaf);
  if (isShare && !block.value.endsWith('%')) return 0;
  const groups = block.key.split(' › ').slice(0, -1).map(plainName);
  // The state of a part is not that of the whole.
  if (leaf === 'state' && groups.length > 0) return 0;
  const inner = groups.at(-1) ?? '';
  const isWithin =
    groups.some((group) => WITHIN.test(group)) &&
    !/^(?:level|charge|charge_percent|soc|battery|progress|program_progress|completion|remaining)/.test(leaf);
  return (
    points -
    DEPTH * groups.length -
    (isWithin ? MACHINE : 0) -
    (NUMBERED.test(inner) ? ONE_OF_SEVERAL : 0) +
    (WHOLE.test(inner) ? OF_ALL : 0)
  );
}
