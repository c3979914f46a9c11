/** Test files for the test of shared processes, by their names below `test/`. */
export const PLANTED: Record<string, string> = {
  'modules/shared-by-files.ts': `
    import test from 'ava';
    export const state = { count: 0 };
    test.before(() => { state.count += 1; });
    export default test;`,
  'modules/outcomes.test.ts': `
    import test, { state } from './shared-by-files.ts';
    test('passes', (t) => t.is(state.count, 1));
    test('fails', (t) => t.is(1, 2));
    test.skip('is skipped', (t) => t.pass());
    test.todo('is to be done');
    test.failing('is known to fail', (t) => t.fail());
    test('rejects', async () => { throw new Error('rejected'); });
    test('asserts nothing', () => {});`,
  'modules/second.test.ts': `
    import test, { state } from './shared-by-files.ts';
    test('has its own hooks and state', (t) => t.is(state.count, 1));
    test('knows its file', (t) => t.true(test.meta.file.endsWith('/second.test.ts')));`,
  'modules/before.test.ts': `
    import test from 'ava';
    test.before(() => { throw new Error('before failed'); });
    test('does not run', (t) => t.pass());`,
  'modules/after.test.ts': `
    import test from 'ava';
    test.after(() => { throw new Error('after failed'); });
    test('runs', (t) => t.pass());`,
  'modules/uncaught.test.ts': `
    import test from 'ava';
    test('throws outside', async (t) => { setImmediate(() => { throw new Error('outside'); }); await new Promise((resolve) => setTimeout(resolve, 60_000)); t.pass(); });`,
  'modules/unhandled.test.ts': `
    import test from 'ava';
    test('rejects outside', (t) => { void Promise.reject(new Error('left alone')); t.pass(); });`,
  'modules/stalls.test.ts': `
    import test from 'ava';
    test('waits for nothing', () => new Promise(() => {}));`,
  'modules/exits.test.ts': `
    import test from 'ava';
    test('exits', () => process.exit(0));`,
  'modules/killed.test.ts': `
    import test from 'ava';
    test('is killed', async () => { process.kill(process.pid, 'SIGKILL'); await new Promise((resolve) => setTimeout(resolve, 60_000)); });`,
  'modules/breaks.test.ts': `
    import test from 'ava';
    test('is declared', (t) => t.pass());
    throw new Error('while loading');`,
};

/** A file whose tests pass, and which rejects a promise after them. */
export const LATE = {
  'modules/late.test.ts': `
    import test from 'ava';
    test('passes', (t) => { setTimeout(() => void Promise.reject(new Error('late')), 100); t.pass(); });`,
};

/** Files that succeed, and print the id of their process. */
export const SUCCEEDING: Record<string, string> = Object.fromEntries(
  ['modules/one', 'modules/two', 'shared/three', 'box/four'].map((name) => [
    `${name}.test.ts`,
    `import test from 'ava';
    test('${name}', (t) => { t.log('process', process.pid); t.pass(); });`,
  ]),
);
