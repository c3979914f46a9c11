import test from 'ava';
import { digestText } from '#worker/extract/digest-text.ts';
import { readJson } from '#worker/extract/json/read-json.ts';

const lines = ['web', 'db', 'cache'].map((Names, at) =>
  JSON.stringify({ Names, State: 'running', Ports: 8080 + at }),
);

test('objects one a line are rows, with empty lines between them too', (t) => {
  for (const text of [lines.join('\n'), `${lines.join('\n\n')}\n`]) {
    const table = digestText(text).blocks.find((block) => block.kind === 'table');
    t.deepEqual(
      table?.rows.map(([name]) => name),
      ['web', 'db', 'cache'],
    );
  }
});

test('lines that are not all objects are no such file', (t) => {
  for (const text of [`${lines[0]}\nDone.`, '[1]\n[2]', `${lines[0]}\n{"Names":`])
    t.throws(() => readJson(text), { name: 'UnreadableError' });
});
