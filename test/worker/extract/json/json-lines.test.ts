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
