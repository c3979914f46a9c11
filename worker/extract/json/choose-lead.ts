import type { Block } from '../blocks.ts';
import { plainName } from './names.ts';

/** Limit of the values that are shown in large type, in their own order. */
export const MAX_LARGE_VALUES = 4;

type Pair = Extract<Block, { kind: 'pair' }>;

/** Names of figures that a document may be about, with their importance in points. */
const IMPORTANT_NAMES: [RegExp, number][] = [
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
  [/^(?:total|total_amount|(?:total|balance)_due|amount(?:_due)?|reading|result)$/, 74],
  [/^steps$/, 78],
  [/^(?:ads_)?percent(?:age)?_\w{1,20}$/, 62],
  [/^(?:co2|carbon_intensity|aqi|glucose|sgv|uv|uv_index)$/, 72],
  [/^(?:total_)?(?:mileage|odometer)$/, 71],
  [/^(?:level|charge|charge_percent|soc|state_of_charge|battery|battery_level)$/, 66],
  [/^(?:today|(?:energy_)?today|produced_today|consumed_today)$/, 64],
  [/^(?:weight|gewicht|distance)$/, 52],
  [/^(?:score|count|rate|speed|remaining|(?:current_)?streak|humidity)$/, 60],
];
/** Whether a document may be about a value of this name (in plain form). */
export const isImportantName = (leaf: string) => IMPORTANT_NAMES.some(([name]) => name.test(leaf));

/** Groups whose temperatures and values describe the machine itself, its settings or another period. */
const MACHINE_GROUP =
  /(?:^|_)(?:leds|battery|inverter|wechselrichter|cpu|gpu|board|chip|device|module|motor|system|options|settings?|program|target|set|setpoint|cell|engine|compressor|coolant|heatsink|config|limits?|goals?|min|max|forecast|yesterday|last|by_minute)(?:_|$)/;
/** The group of one of several strings, phases or channels. */
const NUMBERED_GROUP = /\d$/;
/** Groups whose value stands for the whole house. */
const WHOLE_GROUP =
  /^(?:total|overall|sum|house|home|load|consumption|site|now|current|main|instant|live|ac)$/;
/** The form of a figure that can be shown in large type. */
const FIGURE = /^\D{0,3}\d[\d.,\s]{0,12}\S{0,6}(?: \S{1,6})?(?: \d{1,2} \S{1,4})?$/u;
/** Points that are subtracted for each group, for a part and for the machine itself, and added for the whole house; the minimum. */
const GROUP_POINTS = 2;
const MACHINE_POINTS = 50;
const PART_POINTS = 6;
const WHOLE_POINTS = 5;
const MIN_POINTS = 50;
/** Points from which a figure is worth showing even if it is zero: a power, a temperature. */
const MIN_POINTS_OF_ZERO = 82;
const ZERO = /^\D{0,3}0(?:[.,]0{1,6})?(?:\s?\D{1,8})?$/;

/** The most important figure of a document; null when none stands out. */
export function chooseLead(blocks: Block[], ofRows: ReadonlySet<string>): Block | null {
  const isOfRows = blocks.some(({ kind }) => kind === 'table');
  const scored = blocks.flatMap((block) => {
    // The number of rows is visible, and that of all that a service has is not what its first page is about.
    if (isOfRows && block.kind === 'pair' && block.key === 'count') return [];
    // A value that all rows of a table share has no meaning without the rows.
    if (block.kind !== 'pair' || ofRows.has(block.key)) return [];
    const points = pointsOf(block);
    return points > MIN_POINTS ? [{ block, points }] : [];
  });
  const most = Math.max(...scored.map(({ points }) => points));
  const [first, ...others] = scored.filter(({ points }) => points === most);
  // If several values have the same name, the document is about none of them.
  const isOfEvent = first && BATTERY.test(leafOf(first.block)) && blocks.some(isEvent);
  if (!first || isOfEvent) return stateOf(blocks, ofRows);
  // Several parts of one job may report its progress.
  const isProgress = leafOf(first.block) === 'progress';
  const isOneOfMany = others.some(({ block }) => leafOf(block) === leafOf(first.block));
  return isOneOfMany && !isProgress ? null : first.block;
}

/** Names of the state of something with an expected end, such as a parcel, a job or an alert. */
const STATE = /^(?:(?:delivery|order|shipment|tracking|current|job)_)?(?:status|state)$/;
const EXPECTED_TIME =
  /^(?:estimated|eta|expected|since|started|starts|remaining|delivery)(?:_|$)|_(?:eta|since|started|remaining)$/;
/** A state in words, except for the normal ones. */
const NEWS_STATE =
  /^(?!(?:ok|okay|success|succeeded|active|enabled|public|confirmed)$)\p{L}[\p{L} '-]{2,23}$/iu;

/** Names and values of states that readers must not miss. */
const ALARM_STATE = /(?:^|_)(?:status|state|phase|conclusion|result|health)$/;
const ALARM =
  /^(?:fail(?:ed|ure|ing)|error(?:ed)?|down|alarm|offline|triggered|firing|overdue|cancell?ed|declined|rejected|aborted|timed out|unhealthy|degraded|critical)$/i;

/** The first state of a document that readers must not miss. */
export const alarmOf = (blocks: Block[], ofRows: ReadonlySet<string>): Block | null =>
  blocks.find(
    (block) =>
      block.kind === 'pair' &&
      !ofRows.has(block.key) &&
      ALARM_STATE.test(leafOf(block)) &&
      ALARM.test(block.value),
  ) ?? null;

/** The state of a document about one thing with an expected or past time; null for any other. */
function stateOf(blocks: Block[], ofRows: ReadonlySet<string>): Block | null {
  const pairs = blocks.filter((block) => block.kind === 'pair').filter(({ key }) => !ofRows.has(key));
  const states = pairs.filter((pair) => STATE.test(leafOf(pair)));
  const ends = pairs.filter(
    (pair) => leafOf(pair) === 'conclusion' && /^\p{L}[\p{L} ]{2,23}$/u.test(pair.value),
  );
  // The conclusion of a run is its most important value.
  if (ends.length === 1) return ends[0] ?? null;
  const [only] = states;
  const isOne = states.length === 1 && only !== undefined && NEWS_STATE.test(only.value);
  return isOne && pairs.some((pair) => EXPECTED_TIME.test(leafOf(pair))) ? only : null;
}

/** The charge of a device is not what an event of it is about. */
const BATTERY = /^(?:charge|charge_percent|battery|battery_level)$/;
const isEvent = (block: Block) =>
  block.kind === 'pair' && /^(?:event|event_type|action|trigger)$/.test(plainName(block.key));

const leafOf = ({ key }: Pair) => plainName(key.split(' › ').at(-1) ?? '');

function pointsOf(block: Pair): number {
  const leaf = leafOf(block);
  const telling = IMPORTANT_NAMES.find(([name]) => name.test(leaf));
  if (leaf === 't' && !block.value.endsWith('°C')) return 0;
  if (!telling || !/\d/.test(block.value) || !FIGURE.test(block.value)) return 0;
  const [, points] = telling;
  // The unit of the remaining time is unknown.
  if (/remaining|left/.test(leaf) && /^\d+$/.test(block.value)) return 0;
  // A count of 1 and a confidence do not need a large figure.
  if (block.value === '1' || (leaf === 'score' && Number(block.value) < 1)) return 0;
  if (points < MIN_POINTS_OF_ZERO && ZERO.test(block.value)) return 0;
  const isShare = /progress|complet|percent|charge|soc/.test(leaf);
  if (isShare && !block.value.endsWith('%')) return 0;
  const groups = block.key.split(' › ').slice(0, -1).map(plainName);
  // The state of a part is not the state of the whole.
  if (leaf === 'state' && groups.length > 0) return 0;
  const inner = groups.at(-1) ?? '';
  const isWithin =
    groups.some((group) => MACHINE_GROUP.test(group)) &&
    !/^(?:level|charge|charge_percent|soc|battery|progress|program_progress|completion|remaining)/.test(leaf);
  return (
    points -
    GROUP_POINTS * groups.length -
    (isWithin ? MACHINE_POINTS : 0) -
    (NUMBERED_GROUP.test(inner) ? PART_POINTS : 0) +
    (WHOLE_GROUP.test(inner) ? WHOLE_POINTS : 0)
  );
}
