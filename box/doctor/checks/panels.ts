import { LOW_BATTERY_DAYS, LOW_BATTERY_PERCENT } from '#shared/battery.ts';
import { DAY_SECONDS } from '#shared/clock.ts';
import { CONNECTION, IS_ABSENT } from '../absent-panels.ts';
import { countNoun, databaseCheck, ok, type Result, warning } from '../check.ts';
import type { Probes } from '../probes.ts';

type Db = NonNullable<Probes['db']>;

const SILENT_GAPS = 3;
/** Usual gap of a panel without a known one, and the shortest gap that counts as silence. */
const UNKNOWN_GAP_S = DAY_SECONDS;
const SHORTEST_SILENCE_S = 900;
/** Panels that a finding lists by name. */
const MAX_NAMED = 5;
const NAME = 'coalesce(d.nickname, d.thing_name)';

interface PanelRow {
  name: string;
  detail: string;
}

/** How many panels a query finds, and the names of the first ones. */
async function findPanels(
  db: Db,
  query: string,
  values: unknown[],
): Promise<{ count: number; named: string }> {
  const { rows } = await db.query<PanelRow>(query, values);
  const named = rows.slice(0, MAX_NAMED).map(({ name, detail }) => `${name} (${detail})`);
  return { count: rows.length, named: [...named, ...(rows.length > MAX_NAMED ? ['…'] : [])].join(', ') };
}

/** A warning when a query finds panels. Their names are outside text: the report escapes control characters. */
async function panelResult(
  db: Db,
  [query, values]: [string, unknown[]],
  { well, says, remedy }: { well: string; says: (panels: string) => string; remedy: string },
): Promise<Result> {
  const { count, named } = await findPanels(db, query, values);
  return count === 0 ? ok(well) : warning(`${says(countNoun(count, 'panel'))}: ${named}.`, remedy);
}

/** The usual gap is the interval that a polling panel was given, else the median of those between its last eight connections. */
const SILENT = `
  select ${NAME} as name,
    'for ' || round(extract(epoch from now() - d.last_seen_at) / 3600) || ' h' as detail
  from display.devices d
  ${CONNECTION}
  left join display.polls p on p.device_id = d.id
  left join lateral (
    select percentile_cont(0.5) within group (order by gap) as seconds from (
      select extract(epoch from created_at - lag(created_at) over (order by created_at)) as gap from (
        select event.created_at from display.panel_events event
        where event.device_id = d.id and event.kind = 'connected'
        order by event.created_at desc limit 8) connects) gaps having count(gap) >= 2) usual on true
  where d.user_id is not null and d.last_seen_at is not null and coalesce(d.wake_at, d.last_seen_at) < now() and ${IS_ABSENT}
    and extract(epoch from now() - d.last_seen_at) >
      greatest($1, ${SILENT_GAPS} * coalesce(p.told_seconds, usual.seconds, $2))
  order by d.last_seen_at`;

const silentCheck = databaseCheck(
  'silent-panels',
  'No panel has been silent for three times its usual gap, or for three days where that is not known.',
  (db) =>
    panelResult(db, [SILENT, [SHORTEST_SILENCE_S, UNKNOWN_GAP_S]], {
      well: 'No panel is silent.',
      says: (panels) => `${panels} have been silent for longer than usual`,
      remedy: 'Look at the battery and the network of each; `make panel-log PANEL=…` says what it did last.',
    }),
);

const LOW_BATTERY = `
  select ${NAME} as name, round(d.battery_percent) || ' %' as detail from display.devices d
  left join display.battery_forecasts forecast on forecast.device_id = d.id
  where d.user_id is not null and d.charging is not true
    and (d.battery_percent <= $1 or d.battery_percent is not null and forecast.empty_at < now() + $2 * interval '1 day')
  order by d.battery_percent`;

const batteryCheck = databaseCheck(
  'batteries',
  'No battery of a panel is at 15 % or less, or will be empty within a week, without being charged.',
  (db) =>
    panelResult(db, [LOW_BATTERY, [LOW_BATTERY_PERCENT, LOW_BATTERY_DAYS]], {
      well: 'No battery is low.',
      says: (panels) => `The batteries of ${panels} are low`,
      remedy: 'Charge them.',
    }),
);

const FAILED = `
  select ${NAME} as name,
    count(*) || ', last: ' || coalesce((array_agg(p.failure ->> 'message' order by p.updated_at desc))[1], 'no reason is known') as detail
  from display.presentations p join display.devices d on d.id = p.device_id
  where p.state = 'failed' and p.updated_at > now() - interval '1 day'
  group by d.id order by max(p.updated_at) desc`;

const deliveryCheck = databaseCheck(
  'failed-deliveries',
  'No picture failed on its way to a panel within a day.',
  (db) =>
    panelResult(db, [FAILED, []], {
      well: 'Nothing failed within a day.',
      says: (panels) => `Pictures for ${panels} failed within a day`,
      remedy: '`make panel-log PANEL=…` shows what the panel reported; correct that, then push again.',
    }),
);

const NEVER_CONNECTED = `
  select ${NAME} as name, 'since ' || to_char(d.bound_at, 'YYYY-MM-DD') as detail from display.devices d
  where d.user_id is not null and d.last_seen_at is null and d.bound_at < now() - interval '1 day'`;

const neverConnectedCheck = databaseCheck(
  'never-connected',
  'Every panel that was claimed has connected since.',
  (db) =>
    panelResult(db, [NEVER_CONNECTED, []], {
      well: 'Every panel has connected.',
      says: (panels) => `${panels} were claimed and have never connected`,
      remedy: 'Check that they reach MQTT_PUBLIC_URL: the port must be open in the firewall.',
    }),
);

export const panelChecks = [silentCheck, batteryCheck, deliveryCheck, neverConnectedCheck];
