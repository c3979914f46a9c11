import test from 'ava';
import { digestText } from '#worker/extract/digest-text.ts';
import { readJson } from '#worker/extract/json/read-json.ts';

const lines = ['web', 'db', 'cache'].map((Names, at) =>
  JSON.stringify({ Names, State: 'running', Ports: 8080 + at }),
);

test('lines of one JSON object each are rows, also with empty lines between them', (t) => {
  for (const text of [lines.join('\n'), `${lines.join('\n\n')}\n`]) {
    const table = digestText(text).blocks.find((block) => block.kind === 'table');
    t.deepEqual(
      table?.rows.map(([name]) => name),
      ['web', 'db', 'cache'],
    );
  }
});

test('a text with other lines than JSON objects is not read as JSON Lines', (t) => {
  for (const text of [`${lines[0]}\nDone.`, '[1]\n[2]', `${lines[0]}\n{"Names":`])
    t.throws(() => readJson(text), { name: 'UnreadableError' });
});

test('a long log is read, and the rows that have no room are counted', (t) => {
  const log = Array.from({ length: 8_000 }, (_, at) => JSON.stringify({ request: `r${at}`, ms: at % 97 }));
  const { blocks, omittedRows } = readJson(log.join('\n'));
  const rows = blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []));
  t.is(rows.length + omittedRows, 8_000);
});

test('a number beyond the range of numbers is shown as written', (t) => {
  const { blocks } = readJson(
    '{"atoms": 1e400, "depth": -2.5E+999, "chance": 1e-400, "zero": 0e999, "width": 1e3}',
  );
  const facts = blocks.flatMap((block) => (block.kind === 'pair' ? [[block.key, block.value]] : []));
  t.deepEqual(facts, [
    ['atoms', '1e400'],
    ['depth', '-2.5E+999'],
    ['chance', '1e-400'],
    ['zero', '0'],
    ['width', '1000'],
  ]);
  t.regex(JSON.stringify(readJson('{"n": "x", "v": 1e400}\n{"n": "y", "v": 2}').blocks), /"1e400"/);
});
