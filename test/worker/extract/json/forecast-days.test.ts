import test from 'ava';
import { readJson } from '#worker/extract/json/read-json.ts';

/** Noons in New York as epochs, with which weather services date days and hours. */
const NOON = Date.UTC(2026, 10, 23, 17) / 1000;
const day = (index: number) => ({ temp: { min: 1.5 + index, max: 7.5 + index }, humidity: 61 + index });

function read(timezone: string, wrap: (list: object[]) => unknown, name: 'dt' | 'time') {
  const hourly = [0, 1, 2, 3].map((at) => ({ [name]: NOON + at * 3600, temp: 4.25 + at }));
  const daily = [0, 1, 2, 3].map((at) => ({ [name]: NOON + at * 86_400, ...day(at) }));
  const current = { [name]: NOON, temp: 5.75 };
  const { lead, blocks, omitted } = readJson(
    JSON.stringify({ timezone, current, hourly: wrap(hourly), daily: wrap(daily) }),
  );
  return { lead, omitted, tables: blocks.filter((block) => block.kind === 'table') };
}

test('the days of a forecast in its zone are shown beside the current weather, and its hours are counted', (t) => {
  for (const [wrap, name] of [
    [(list: object[]) => list, 'dt'],
    [(data: object[]) => ({ data }), 'time'],
  ] as const) {
    const { lead, tables, omitted } = read('America/New_York', wrap, name);
    t.is(lead, 'temp');
    t.is(tables.length, 1);
    t.deepEqual(
      tables[0]?.rows.map(([first]) => first),
      ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'],
    );
    t.true(omitted >= 8, 'the moment and the figure of each hour');
  }
});

test('lists by day that are not forecasts keep their times, and invalid times are unchanged', (t) => {
  const tables = (time: (index: number) => string, name: string) => {
    const daily = [0, 1, 2].map((index) => ({ time: time(index), [name]: `U${index}` }));
    const { blocks } = readJson(JSON.stringify({ timezone: 'Europe/Berlin', daily }));
    return JSON.stringify(blocks);
  };
  t.true(tables((index) => `2026-11-2${4 + index}T18:30:00Z`, 'training').includes('T18:30:00Z'));
  t.true(tables((index) => `2026-11-2${4 + index}T06:30:00Z`, 'temperature').includes('T06:30:00Z'));
  t.true(tables((index) => `2026-13-4${5 + index}T00:00:00Z`, 'weather').includes('2026-13-45'));
});

test('a forecast without a known zone keeps its times and its hours', (t) => {
  const { tables } = read('home', (list) => list, 'dt');
  t.is(tables.length, 2);
  t.true(tables.every(({ rows }) => rows.every(([first]) => first?.includes('T'))));
});
