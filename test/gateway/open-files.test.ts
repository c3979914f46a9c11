import test from 'ava';
import { watchOpenFiles } from '#gateway/open-files.ts';
import type { Log } from '#shared/log.ts';

function warnings(maxConnections: number, openFiles: number, held: number[]): number {
  let count = 0;
  const warn = () => {
    count += 1;
  };
  const watch = watchOpenFiles({ warn } as unknown as Log, maxConnections, openFiles);
  for (const one of held) watch(one);
  return count;
}

test('a low limit of open files is logged when few are left, once', (t) => {
  t.is(warnings(20_000, 1_024, [0, 3, 700]), 0);
  t.is(warnings(20_000, 1_024, [0, 740, 800, 900]), 1);
  t.is(warnings(500, 1_024, [450, 500]), 0, 'the connections that may be held fit');
});
