import { readFileSync } from 'node:fs';
import { type Budget, type Fleet, type Load, loadOf, panelsWithin } from './scale/model.ts';
import type { Units } from './units/cost.ts';

const PANELS = [100, 10_000, 1_000_000, 100_000_000];
const FLEETS: Record<string, Fleet> = {
  'Panels that sleep and wake 30 times a day': {
    ...{ connected: false, reportsADay: 30, pushesADay: 4, photographs: 0.25, peak: 4 },
  },
  'Panels that stay connected, a heartbeat every 300 s': {
    ...{ connected: true, reportsADay: 288, pushesADay: 4, photographs: 0.25, peak: 4 },
  },
};
const PARTS: Record<keyof Load, string> = {
  reports: 'heartbeats, 1/s',
  pushes: 'pushes, 1/s',
  connections: 'connections at once',
  connectionGigabytes: 'memory of connections, GB',
  gatewayCores: 'cores of gateways',
  apiCores: 'cores of apis',
  workerCores: 'cores of workers',
  postgresCores: 'cores of Postgres',
  statements: 'statements, 1/s',
  notifications: 'notifications, 1/s',
  walMegabytes: 'WAL, MB/s',
  walGigabytesADay: 'WAL, GB a day',
  rowGigabytesAYear: 'rows after a year, GB',
  objectGigabytesAYear: 'objects after a year, GB',
};
const LIMITS: Record<keyof Budget, string> = {
  postgresCores: 'cores of Postgres',
  walMegabytesASecond: 'WAL, MB/s',
  notificationsASecond: 'notifications, 1/s',
  rowTerabytes: 'rows after a year, TB',
};

/** The tables of docs/operations/scale.md, computed from bench/scale/units.json. */
export function scaleTables(): string {
  const units: Units = JSON.parse(readFileSync(new URL('./scale/units.json', import.meta.url), 'utf8'));
  const budget: Budget = {
    postgresCores: 8,
    walMegabytesASecond: 50,
    notificationsASecond: Math.round(units.notifiesPerSecond / 2),
    rowTerabytes: 2,
  };
  return Object.entries(FLEETS)
    .flatMap(([name, fleet]) => [`### ${name}`, loads(units, fleet), cell(budget, units, fleet)])
    .join('\n\n');
}

function loads(units: Units, fleet: Fleet): string {
  const columns = PANELS.map((panels) => loadOf(panels, units, fleet));
  return markdown(
    ['Panels', ...PANELS.map((panels) => panels.toLocaleString('en'))],
    Object.entries(PARTS).map(([part, name]) => [
      name,
      ...columns.map((load) => short(load[part as keyof Load])),
    ]),
  );
}

function cell(budget: Budget, units: Units, fleet: Fleet): string {
  const within = panelsWithin(budget, units, fleet);
  return markdown(
    ['One Postgres is given', 'as much as', 'for so many panels'],
    Object.entries(LIMITS).map(([part, name]) => [
      name,
      short(budget[part as keyof Budget]),
      short(within[part as keyof Budget]),
    ]),
  );
}

function markdown(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|---|${'---:|'.repeat(head.length - 1)}`, ...rows.map(line)].join('\n');
}

/** Rounds to two significant digits. */
function short(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 2 });
}

if (import.meta.main) console.log(scaleTables());
