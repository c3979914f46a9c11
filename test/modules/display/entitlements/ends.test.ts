import anyTest, { type ExecutionContext, type TestFn } from 'ava';
import { connectPanel, type DrivenPanel } from '#test/modules/display/delivery/panel-stand.ts';
import { type FacadeStand, startFacade } from '#test/modules/display/facade-stand.ts';
import { randomNumbers } from '#test/support/images.ts';
import { planSettings, unitsOf } from '#test/support/plans.ts';

const test = anyTest.serial as TestFn<FacadeStand>;
test.before(async (t) => {
  t.context = await startFacade({
    ...planSettings({ free: { quotas: { pushes: null } } }),
    DISPLAY_MIN_DWELL_SECONDS: '0',
  });
});
test.after.always(async (t) => t.context.close());

const STEPS = 120;
const HOUR = 3600;

interface World {
  stand: FacadeStand;
  userId: string;
  panel: DrivenPanel;
  /** Everything that was ever made, by what it is now; deleted ones included. */
  ids: string[];
  pick<T>(from: T[]): T | undefined;
}

async function freshPanel(stand: FacadeStand, userId: string, policy: 'all' | 'latest') {
  return connectPanel(stand, await stand.addDisplay(userId, { queue_policy: policy }));
}

const inState = async ({ stand, userId }: World, state: string): Promise<string[]> =>
  stand.db('display.presentations').where({ user_id: userId, state }).orderBy('id').pluck('id');

/** Refusals are as good an outcome as any. */
const tried = (call: Promise<unknown>) => call.catch((error) => error.status ?? Promise.reject(error));

const ACTS: ((world: World) => Promise<unknown>)[] = [
  ...[push, push, push, push, render, render, render, look, look, look],
  async (world) => {
    const id = world.pick(await inState(world, 'preparing'));
    if (id) await world.stand.failLostTask(await world.stand.taskOf(id));
  },
  ({ panel }) => panel.follow(),
  async ({ panel }) => {
    const { command } = await panel.wanted();
    if (command?.kind === 'show')
      await panel.confirm(command, { cause: 'show', error: 'broken', commandId: command.id });
  },
  ({ stand, userId, panel }) => stand.advance({ userId, displayId: panel.displayId }),
  async ({ stand, userId, panel, ids, pick }) => {
    const presentationId = pick(ids);
    const target = { userId, displayId: panel.displayId, presentationId: presentationId ?? '' };
    if (presentationId) await tried(stand.activate(target));
  },
  async (world) => {
    const { stand, userId, panel } = world;
    const presentationId = world.pick(await inState(world, 'queued'));
    const target = { userId, displayId: panel.displayId, presentationId: presentationId ?? '' };
    if (presentationId) await tried(stand.takeOut(target));
  },
  async ({ stand, userId, ids, pick }) => {
    const id = pick(ids);
    if (id) await stand.db.transaction((trx) => stand.display.removePresentations(trx, userId, [id]));
  },
  async ({ stand }) => {
    stand.moveClock(100 * HOUR);
    await stand.display.cleanUp();
  },
  async (world) => {
    const { stand, userId, panel } = world;
    await stand.unbind({ userId, displayId: panel.displayId });
    world.panel = await freshPanel(stand, userId, world.pick(['all', 'latest']) ?? 'all');
  },
];

async function push({ stand, userId, panel, ids }: World): Promise<void> {
  ids.push(await stand.push(userId, { displayId: panel.displayId }));
}

async function look({ panel }: World): Promise<void> {
  await panel.wanted();
}

async function render(world: World): Promise<void> {
  for (const id of await inState(world, 'preparing')) await world.stand.render(id);
}

/** A unit is held while its presentation is on the way, used up once that was published, and given back otherwise. */
async function unitsFit(t: ExecutionContext, { stand, userId, ids }: World, when: string): Promise<void> {
  await unitsOf(stand.db, userId, 'pushes');
  const units = await stand.db('billing.reservations').where({ user_id: userId });
  const rows = await stand
    .db('display.presentations as p')
    .join('display.pushes as push', 'push.presentation_id', 'p.id')
    .where({ 'p.user_id': userId })
    .select('p.id', 'p.state', 'push.published_at');
  const byId = new Map(rows.map((row) => [row.id, row]));
  const due = (row: (typeof rows)[number]) => {
    if (row.published_at) return 'settled';
    return ['preparing', 'queued'].includes(row.state) ? 'reserved' : 'returned';
  };
  t.deepEqual(units.map(({ subject_id }) => subject_id).sort(), [...ids].sort(), when);
  for (const { subject_id, state } of units) {
    const row = byId.get(subject_id);
    if (row) t.is(state, due(row), `${when}: a presentation that is ${row.state}`);
    else t.not(state, 'reserved', `${when}: a presentation that was deleted`);
  }
}

for (const seed of [20261122, 987654321]) {
  test(`the units match the presentations after random changes (${seed})`, async (t) => {
    const stand = t.context;
    const random = randomNumbers(seed);
    const userId = await stand.addUser();
    const world: World = {
      ...{ stand, userId, ids: [], panel: await freshPanel(stand, userId, 'all') },
      pick: (from) => from[random() % from.length],
    };
    for (let step = 0; step < STEPS; step++) {
      const act = random() % ACTS.length;
      await ACTS[act]?.(world);
      await unitsFit(t, world, `step ${step}, act ${act}`);
    }
    const { reserved, settled, returned } = await unitsOf(stand.db, userId, 'pushes');
    t.log({ reserved, settled, returned });
    t.true(settled > 2 && returned > 2, 'both happened');
    t.is(reserved + settled + returned, world.ids.length);
  });
}
