import test from 'ava';
import { claimBanner, countFittingColumns, drawPicture } from '#gateway/simulator/terminal.ts';

const frame = { width: 800, height: 480, grey: new Uint8Array(800 * 480) };

test('a picture and the words below it fit on the screen', (t) => {
  for (const [columns, rows] of [
    [80, 24],
    [200, 24],
    [40, 60],
    [300, 100],
  ] as const) {
    const lines = drawPicture(frame, countFittingColumns(frame, { columns, rows })).split('\n');
    t.true(lines.length + 3 < rows, `${lines.length} lines of ${rows}`);
    t.true((lines[0]?.match(/▀/g) ?? []).length <= columns);
  }
});

test('a claim code fits on the smallest screen', (t) => {
  const lines = claimBanner(
    'placard-0123456789abcdef',
    'ACD346',
    'http://192.168.1.20:3000/claim?code=ACD346',
  );
  t.true(lines.length < 10);
  for (const line of lines) t.true(line.length <= 80, line);
});
