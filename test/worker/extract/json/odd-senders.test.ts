import test from 'ava';
import { readJson } from '#worker/extract/json/read-json.ts';
import { SENDERS } from '#worker/extract/json/senders/index.ts';

/** Documents that have the marks of a known sender, and anything else where its values should be. */

const ODD: unknown[] = [
  null,
  '',
  'x',
  -1,
  1e300,
  true,
  [],
  {},
  [null],
  [[1]],
  { a: { b: 1 } },
  [{ a: 'b' }, 'c', 3],
  'constructor',
  { toString: 1, valueOf: 2 },
];

/** Sets a value at a place, with the objects and lists on the way. */
function put(root: Record<string, unknown>, place: string, value: unknown) {
  const names = place.split('/').map((name) => (/^\[/.test(name) ? '0' : name));
  let at: any = root;
  for (const name of names.slice(0, -1)) {
    if (typeof at[name] !== 'object' || at[name] === null) at[name] = {};
    at = at[name];
  }
  at[names.at(-1) as string] = value;
}

const asLists = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).map(([name, one]) => [name, asLists(one)] as const);
  return members.length > 0 && members.every(([name], at) => name === String(at))
    ? members.map(([, one]) => one)
    : Object.fromEntries(members);
};

test('every known sender is read whatever stands where its values should be', (t) => {
  for (const sender of SENDERS)
    for (const odd of ODD) {
      const root: Record<string, unknown> = {};
      const fields = [...(sender.facts ?? []), ...(sender.lead ? [sender.lead] : [])];
      for (const [, places] of fields)
        for (const place of places.split('|')) put(root, place, structuredClone(odd));
      const row: Record<string, unknown> = {};
      for (const [, places] of sender.rows?.columns ?? [])
        for (const place of places.split('|')) put(row, place, structuredClone(odd));
      if (sender.rows?.of === '') Object.assign(root, { 0: row, 1: structuredClone(row) });
      else if (typeof sender.rows?.of === 'string')
        put(root, sender.rows.of, odd === null ? odd : [structuredClone(odd), row, structuredClone(row)]);
      for (const mark of sender.has) {
        const [place = '', value = structuredClone(odd)] = mark.split('=');
        put(root, place, value);
      }
      t.notThrows(
        () => readJson(JSON.stringify(asLists(root))),
        `${sender.has.join(', ')} ${JSON.stringify(odd)}`,
      );
    }
});

test('a list of a known sender is read in time that grows with its length', (t) => {
  const list = (length: number) =>
    JSON.stringify(
      Array.from({ length }, (_, at) => ({
        pid: at,
        cpu_percent: at % 7,
        command: `/usr/bin/program-${at} ${'argument '.repeat(20)}`,
      })),
    );
  const spent = (text: string) => {
    const before = process.cpuUsage();
    readJson(text);
    return process.cpuUsage(before).user;
  };
  spent(list(2_000));
  const [short, long] = [spent(list(2_000)), spent(list(16_000))];
  t.true(long < 40 * Math.max(short, 5_000), `${short} and ${long} µs`);
});
