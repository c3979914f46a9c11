import type { TestFn } from 'ava';
import { semaphore } from '#shared/semaphore.ts';

/**
 * Lets so many tests of a file run at the same time: while one waits for a page, another one has the processor. More of
 * them would only make each other slow, and a failure hard to read. To be called before the tests are declared.
 */
export function fewAtOnce(test: TestFn, places = 3): void {
  const inPlace = semaphore(places);
  const leaving: (() => void)[] = [];
  const stay = (enter: () => void) =>
    new Promise<void>((leave) => {
      leaving.push(leave);
      enter();
    });
  test.beforeEach(() => new Promise<void>((enter) => void inPlace(() => stay(enter))));
  // One place is as good as another.
  test.afterEach.always(() => leaving.pop()?.());
}
