import test from 'ava';
import { createProgress } from '../../../box/backup/progress.ts';

function writtenBy(isTTY: boolean): string {
  let written = '';
  let now = 0;
  const stream = { isTTY, write: (text: string) => (written += text) } as unknown as NodeJS.WriteStream;
  const progress = createProgress(stream, () => now);
  for (const what of ['new objects', 'new objects', 'tables counted']) {
    progress.step(what);
    now += 150;
  }
  progress.end();
  return written;
}

test('on a terminal one line is redrawn, not for every step, and is cleared at the end', (t) => {
  t.is(writtenBy(true), '\r\u001b[Knew objects 1\r\u001b[Knew objects 2, tables counted 1\r\u001b[K');
});

test('elsewhere one plain line is printed for each phase', (t) => {
  t.is(writtenBy(false), 'new objects 2, tables counted 1\n');
});
