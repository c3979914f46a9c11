import test from 'ava';
import { countWords } from '#shared/count-words.ts';
import { blocksToText } from '#worker/extract/blocks.ts';
import { readJson } from '#worker/extract/json/read-json.ts';

const MANY = 2_500;
const many = <Value>(one: (index: number) => Value) => Array.from({ length: MANY }, (_, n) => one(n));
const members = (count: number, one: (index: number) => unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`col${n}`, one(n)]));

test('rows of a long list are counted as rows, and its length in the document is no fact', (t) => {
  const items = many((n) => ({ name: `Item ${n}`, price: n + 0.5 }));
  const { blocks, lead, omittedRows } = readJson(JSON.stringify({ count: MANY, items }));
  t.deepEqual(
    blocks.map(({ kind }) => kind),
    ['table'],
  );
  const [table] = blocks;
  t.is((table?.kind === 'table' ? table.rows.length : 0) + omittedRows, MANY);
  t.is(lead, null);
});

test('columns of one length are counted as rows', (t) => {
  const hourly = { time: many((n) => `Day ${n}`), rain: many((n) => n % 9) };
  const { blocks, omittedRows } = readJson(JSON.stringify(hourly));
  const table = blocks.find(({ kind }) => kind === 'table');
  t.is((table?.kind === 'table' ? table.rows.length : 0) + omittedRows, MANY);
});

test('what stands behind a long list is on the page, and the words of the list are shown or counted', (t) => {
  const words = many((n) => `word${n}`);
  const { blocks, omitted } = readJson(JSON.stringify({ 1: 'first', words, note: 'The key is at Anna’s.' }));
  const text = blocksToText(blocks);
  t.regex(text, /first.*The key is at Anna’s\./s);
  const shown = text.match(/word\d+/g) ?? [];
  t.deepEqual(shown, words.slice(0, shown.length));
  t.is(shown.length + omitted, MANY);
});

test('members of an object beyond the limit are counted with their names', (t) => {
  const { blocks, omitted } = readJson(JSON.stringify(members(MANY, (n) => `value${n}`)));
  const shown = countWords(blocksToText(blocks));
  t.is(shown + omitted, 2 * MANY);
});

/** Far more than the slowest of these documents takes, and less than it takes without limits. */
const MAX_SECONDS = 3;

const wide = JSON.stringify([0, 1, 2].map((row) => members(100_000, (n) => n + row)));
const within = (levels: number) => `${'{"level":'.repeat(levels)}${wide}${'}'.repeat(levels)}`;
for (const [what, document] of [
  ['three objects of 100,000 members', wide],
  ['the same, nested deeply', within(20)],
] as const)
  test.serial(`${what} are read in a moment`, (t) => {
    const before = process.threadCpuUsage();
    const { omitted } = readJson(document);
    const { user, system } = process.threadCpuUsage(before);
    const seconds = (user + system) / 1e6;
    t.true(omitted > 250_000);
    t.true(seconds < MAX_SECONDS, `${seconds} s`);
  });
