import { mock } from 'node:test';
import test, { type ExecutionContext } from 'ava';
import { ASK_AGAIN_MS, createElection, OBJECT_MS, type TabMessage } from '../../portal/session/election.ts';

// Time passes only when a test advances it, so no machine is too busy to respond in time.
mock.timers.enable({ apis: ['setTimeout'] });

interface Tab {
  id: string;
  /** Whether it was elected, and does the work that only one tab may do. */
  isWorking: boolean;
  /** Ends the work with its result, and notifies the other tabs. */
  finish(): void;
  hasOutcome: boolean;
  /** Receives messages and sends none from now on. */
  freeze(): void;
  requestElection(): void;
}

/** Tabs on one channel, with ids in the order of their names. */
function openTabs(t: ExecutionContext, ...ids: string[]): Tab[] {
  const ends: (() => void)[] = [];
  t.teardown(() => ends.forEach((end) => void end()));
  return ids.map((id) => {
    const channel = new BroadcastChannel(t.title);
    let isFrozen = false;
    ends.push(() => {
      isFrozen = true;
      channel.close();
    });
    const listeners = new Set<(message: TabMessage) => void>();
    const work = Promise.withResolvers<void>();
    const election = createElection({
      id,
      send: (message) => isFrozen || channel.postMessage(message),
      receives: (matches, ms) =>
        new Promise((resolve) => {
          const end = (found: boolean) => {
            listeners.delete(listener);
            resolve(found);
          };
          const listener = (message: TabMessage) => matches(message) && end(true);
          listeners.add(listener);
          setTimeout(() => end(false), ms);
        }),
    });
    channel.onmessage = ({ data }: { data: TabMessage & { to?: string } }) => {
      if (isFrozen || (data.to !== undefined && data.to !== id)) return;
      if (data.kind === 'session') tab.hasOutcome = true;
      if (data.kind === 'stand') election.answer(data);
      for (const listener of listeners) listener(data);
    };
    const tab: Tab = {
      id,
      isWorking: false,
      hasOutcome: false,
      finish() {
        tab.hasOutcome = true;
        channel.postMessage({ kind: 'session' });
        tab.isWorking = false;
        work.resolve();
      },
      freeze() {
        tab.isWorking = false;
        isFrozen = true;
      },
      requestElection() {
        void election.run(
          'stale',
          () => tab.hasOutcome,
          () => {
            tab.isWorking = true;
            return work.promise;
          },
        );
      },
    };
    return tab;
  });
}

/** Waits until all messages and their responses have arrived, then advances the time. */
async function advanceTime(t: ExecutionContext, ms: number): Promise<void> {
  const [one, other] = [new BroadcastChannel(t.title), new BroadcastChannel(t.title)];
  for (let round = 0; round < 3; round++) {
    const receives = new Promise<void>((resolve) => {
      other.onmessage = ({ data }) => data.kind === 'probe' && data.round === round && resolve();
    });
    one.postMessage({ kind: 'probe', round });
    await receives;
    // The other ports of this process receive their messages in the same turn or the next ones.
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
  one.close();
  other.close();
  mock.timers.tick(ms);
  await new Promise((resolve) => setImmediate(resolve));
}

const working = (tabs: Tab[]) => tabs.filter(({ isWorking }) => isWorking).map(({ id }) => id);

test.serial(
  'one of five tabs that open at once is elected, and the others wait until it has finished',
  async (t) => {
    const tabs = openTabs(t, 'c', 'a', 'e', 'b', 'd');
    for (const tab of tabs) tab.requestElection();
    await advanceTime(t, OBJECT_MS);
    t.deepEqual(working(tabs), ['a']);
    for (let asked = 0; asked < 4; asked++) {
      await advanceTime(t, ASK_AGAIN_MS);
      await advanceTime(t, OBJECT_MS);
      t.deepEqual(working(tabs), ['a']);
    }
    tabs[1]?.finish();
    await advanceTime(t, 0);
    t.true(tabs.every(({ hasOutcome }) => hasOutcome));
    await advanceTime(t, ASK_AGAIN_MS);
    await advanceTime(t, OBJECT_MS);
    t.deepEqual(working(tabs), []);
  },
);

test.serial('a later tab waits for the elected one, whatever its id', async (t) => {
  const tabs = openTabs(t, 'b', 'a');
  tabs[0]?.requestElection();
  await advanceTime(t, OBJECT_MS);
  tabs[1]?.requestElection();
  await advanceTime(t, OBJECT_MS);
  t.deepEqual(working(tabs), ['b']);
});

test.serial('when the elected tab is frozen or closed, another one is elected', async (t) => {
  const tabs = openTabs(t, 'a', 'b', 'c');
  for (const tab of tabs) tab.requestElection();
  await advanceTime(t, OBJECT_MS);
  t.deepEqual(working(tabs), ['a']);
  tabs[0]?.freeze();
  await advanceTime(t, ASK_AGAIN_MS);
  await advanceTime(t, OBJECT_MS);
  t.deepEqual(working(tabs), ['b']);
});

test.serial('a single tab is elected', async (t) => {
  const tabs = openTabs(t, 'a');
  tabs[0]?.requestElection();
  await advanceTime(t, OBJECT_MS);
  t.deepEqual(working(tabs), ['a']);
});
