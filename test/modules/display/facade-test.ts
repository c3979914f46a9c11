import anyTest, { type TestFn } from 'ava';
import { type FacadeStand, startFacade } from './facade-stand.ts';

/** Ava's `test` with one facade for the whole file. */
export function testWithFacade(): TestFn<FacadeStand> {
  const test = anyTest as TestFn<FacadeStand>;
  test.before(async (t) => {
    t.context = await startFacade();
  });
  test.after.always(async (t) => t.context.close());
  return test;
}
