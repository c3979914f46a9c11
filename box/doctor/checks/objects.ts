import { namedKeys } from '../../backup/dump-tables.ts';
import { type Check, countNoun, failure, ok, skipped, warning } from '../check.ts';
import type { Probes } from '../probes.ts';

/** Without `--all`. */
const SAMPLED_ROWS = 500;
const SAMPLED_OBJECTS = 20_000;
/** Larger databases are checked with `--all` only, because the keys of all rows have to be read. */
const MAX_SAMPLED_BYTES = 2e9;
/** An object is stored before its row; the clean-up removes objects without a row after a day. */
const ORPHAN_AGE_MS = 30 * 3_600_000;

const storageCheck: Check = {
  name: 'storage',
  means: 'Objects can be written.',
  async run({ store, storeProblem, config }) {
    const setting = config.STORAGE_URL.startsWith('s3:')
      ? 'STORAGE_URL and its keys'
      : 'the folder of STORAGE_URL';
    if (storeProblem) return failure(storeProblem, `Check ${setting}.`);
    if (!store) return skipped('There is no store yet.');
    try {
      await store.check();
      return ok('Objects can be written.');
    } catch (error) {
      return failure(
        `Objects cannot be written: ${(error as Error).message}`,
        `Check ${setting}: that it is there, that it has room, and that Placard may write to it.`,
      );
    }
  },
};

/** The keys that rows name, or why they cannot be read. Both checks share one reading. */
const readings = new WeakMap<Probes, Promise<Set<string> | string>>();
function keysOfRows(probes: Probes): Promise<Set<string> | string> {
  const reading = readings.get(probes) ?? readKeys(probes);
  readings.set(probes, reading);
  return reading;
}

async function readKeys({ db, store, all }: Probes): Promise<Set<string> | string> {
  if (!db || !store) return 'Database or store could not be checked.';
  const { rows } = await db.query<{ bytes: number; tables: boolean }>(
    `select pg_database_size(current_database())::float8 as bytes, to_regclass('display.frames') is not null as tables`,
  );
  if (!rows[0]?.tables) return 'The database is not set up yet.';
  if (!all && rows[0].bytes > MAX_SAMPLED_BYTES)
    return 'The database is large: `make doctor ARGS=--all` checks it.';
  await db.query('set statement_timeout = 0');
  return namedKeys(db);
}

const missingCheck: Check = {
  name: 'missing-objects',
  means: 'Every object that a row names is in the store (a sample of 500; all with `--all`).',
  async run(probes) {
    const keys = await keysOfRows(probes);
    if (typeof keys === 'string' || !probes.store) return skipped(String(keys));
    const checkedKeys = probes.all ? [...keys] : sample([...keys], SAMPLED_ROWS);
    const missing: string[] = [];
    for (const key of checkedKeys) if (!(await probes.store.stat(key))) missing.push(key);
    if (missing.length === 0)
      return ok(`${countNoun(checkedKeys.length, 'object')} of ${keys.size} are there.`);
    return failure(
      `${missing.length} of ${checkedKeys.length} objects are missing in the store, such as ${missing[0]}.`,
      'Put them back from a backup (each is `objects/<the end of its name>` there), or push those pictures again.',
    );
  },
};

const orphanCheck: Check = {
  name: 'unknown-objects',
  means:
    'Every object in the store is named by a row, those of the last day aside (the first 20,000; all with `--all`).',
  async run(probes) {
    const keys = await keysOfRows(probes);
    if (typeof keys === 'string' || !probes.store) return skipped(String(keys));
    const orphanBefore = probes.clock.now().getTime() - ORPHAN_AGE_MS;
    let [checked, unknown, example] = [0, 0, ''];
    for (const prefix of ['users/', 'devices/'])
      for await (const { key, modifiedAt } of probes.store.list(prefix)) {
        if (!probes.all && checked >= SAMPLED_OBJECTS) break;
        checked += 1;
        if (keys.has(key) || modifiedAt.getTime() > orphanBefore) continue;
        unknown += 1;
        example ||= key;
      }
    if (unknown === 0) return ok(`${countNoun(checked, 'object')} were checked.`);
    return warning(
      `${unknown} of ${checked} objects belong to no row, such as ${example}.`,
      'Let a worker run for two hours: the clean-up removes them. If they stay, search its log for `clean-up`.',
    );
  },
};

/** Evenly spread over the list. */
function sample<T>(items: T[], count: number): T[] {
  const step = Math.max(1, items.length / count);
  return Array.from(
    { length: Math.min(count, items.length) },
    (_, index) => items[Math.floor(index * step)] as T,
  );
}

export const objectChecks = [storageCheck, missingCheck, orphanCheck];
