import { writeFile } from 'node:fs/promises';
import { type Figure, table } from './figure.ts';
import type { Cost, Units } from './units/cost.ts';
import { measureUnits } from './units/measure.ts';
import { withStand } from './units/stand.ts';

/**
 * Measures the units of docs/operations/scale.md: the cost of a panel, a heartbeat, a wake and a push for each
 * process, for Postgres and for the disks.
 */
export async function benchUnits(): Promise<Figure[]> {
  return figuresOf(await withStand(measureUnits));
}

const PARTS: [keyof Cost, string, string][] = [
  ['gatewayMs', 'processor time of the gateway', 'ms'],
  ['apiMs', 'processor time of the api', 'ms'],
  ['workerMs', 'processor time of the worker', 'ms'],
  ['postgresMs', 'processor time of Postgres', 'ms'],
  ['statements', 'statements', ''],
  ['notifications', 'notifications', ''],
  ['walBytes', 'WAL', 'B'],
  ['objectBytes', 'objects', 'B'],
];

function figuresOf(units: Units): Figure[] {
  const { heartbeat, minute, wake, text, photograph, delivery } = units;
  const costs = {
    'a heartbeat, 200 a second': heartbeat,
    'a minute of a connected panel that is silent': minute,
    'a wake without a picture': wake,
    'a text by /push': text,
    'a photograph of 12 MP by /push': photograph,
    'a picture delivered, beside the wake': delivery,
  };
  return [
    ...Object.entries(costs).flatMap(([what, cost]) =>
      PARTS.map(([part, name, unit]) => figure(`${what}: ${name}`, cost[part], unit)),
    ),
    figure('a panel: its row and indexes', units.panelRowBytes, 'B'),
    figure('a panel: WAL of whole pages after each checkpoint', units.fullPageBytes, 'B'),
    figure('an entry in the history of a panel', units.logEntryBytes, 'B'),
    figure('a push: rows and indexes that stay', units.pushRowBytes, 'B'),
    figure('a picture: raw frames among its objects', units.rawFrameBytes, 'B'),
    figure('a connected panel: memory of the gateway', units.connectionBytes, 'B'),
    figure('commits with a notification, 10 at once', units.notifiesPerSecond, '1/s'),
  ];
}

function figure(name: string, ours: number, unit: string): Figure {
  return { name, ours, theirs: null, unit, goal: null };
}

/** `units.ts [FILE]`: also writes the units to a file, for `bench/scale.ts`. */
if (import.meta.main) {
  const units = await withStand(measureUnits);
  console.log(table(figuresOf(units)));
  const [file] = process.argv.slice(2);
  if (file) await writeFile(file, `${JSON.stringify(units, null, 2)}\n`);
}
