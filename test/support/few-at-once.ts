import type { TestFn } from 'ava';
import { semaphore } from '#shared/semaphore.ts';

/**
 * Limits the number of tests of a file that run at the same time. While one waits for a page, another one uses the
 * processor; more tests would slow each other down. Call it before the tests are declared.
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
  // The places are interchangeable.
  test.afterEach.always(() => leaving.pop()?.());
}
