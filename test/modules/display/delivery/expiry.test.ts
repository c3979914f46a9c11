import anyTest, { type TestFn } from 'ava';
// Behind index.ts: a system page that no claim asked for; the hourly clean-up expires the queue before the pictures.
import { expireAllPictures } from '../../../../modules/display/delivery/expire-pictures.ts';
import { requestSystemPage } from '../../../../modules/display/request-system-page.ts';
import { type FacadeStand, startFacade } from '../facade-stand.ts';
import { connectPanel, deviceRow, ownPanel, states } from './panel-stand.ts';

const test = anyTest.serial as TestFn<FacadeStand>;
test.before(async (t) => {
  t.context = await startFacade({ DISPLAY_MIN_DWELL_SECONDS: '60' });
});
test.after.always(async (t) => t.context.close());

/** Of races; more with `--rounds 60`. */
const ROUNDS = Number(process.argv.at(process.argv.indexOf('--rounds') + 1)) || 6;

interface Owner {
  userId: string;
  displayId: string;
}

/** A picture that is good for so many seconds, in the queue. */
async function goodFor(stand: FacadeStand, { userId, displayId }: Owner, seconds: number, rest = {}) {
  const expiresAt = new Date(stand.context.clock.now().getTime() + seconds * 1000);
  const id = await stand.push(userId, { displayId }, { expiresAt, ...rest });
  await stand.render(id);
  return id;
}

const used = async ({ db }: FacadeStand, userId: string) =>
  Number((await db('billing.reservations').where({ user_id: userId, quota: 'pushes' }).count())[0]?.count);

test('an expired picture is replaced by the last one that has not expired, which uses no push', async (t) => {
  const stand = t.context;
  const owner = await ownPanel(stand);
  const { panel, queue, displayId, userId } = owner;
  const [good] = (await queue(0)) as [string];
  t.deepEqual(await panel.follow(), [good]);
  stand.moveClock(61);
  const brief = await goodFor(stand, owner, 600);
  t.deepEqual(await panel.follow(), [brief]);
  const { recheckAt } = await panel.wanted();
  t.deepEqual(recheckAt, (await deviceRow(stand, displayId)).current_expires_at);
  const [before] = await stand.db('display.presentations').where({ id: good });
  const pushes = await used(stand, userId);
  stand.moveClock(601);
  await stand.expirePictures(displayId);
  t.deepEqual(await panel.follow(), [good]);
  t.deepEqual(await states(stand, [good, brief]), ['confirmed', 'expired']);
  t.is(await used(stand, userId), pushes);
  t.is(before.state, 'expired');
  t.is((await panel.wanted()).recheckAt, null);
});

test('when every picture has expired, the welcome page is shown', async (t) => {
  const stand = t.context;
  const owner = await ownPanel(stand);
  const { panel, displayId } = owner;
  const { binding_id: subject } = await deviceRow(stand, displayId);
  await stand.db.transaction((trx) =>
    requestSystemPage(stand.context, trx, {
      deviceId: displayId,
      subject,
      page: { kind: 'bound', name: 'x' },
    }),
  );
  const tasks = await stand.db('display.render_tasks').where({ kind: 'system_page', state: 'waiting' });
  for (const { id } of tasks) await stand.renderTask(id, true);
  const first = await goodFor(stand, owner, 300);
  await panel.follow();
  stand.moveClock(61);
  const second = await goodFor(stand, owner, 100);
  t.deepEqual(await panel.follow(), [second]);
  stand.moveClock(300);
  t.is((await panel.wanted()).command?.kind, 'bound', 'both are out of date');
  await stand.expirePictures(displayId);
  t.deepEqual(await states(stand, [first, second]), ['expired', 'expired']);
  t.like(await deviceRow(stand, displayId), { current_presentation_id: null, current_expires_at: null });
});

test('a queued picture precedes an earlier one, and an expired one is not shown', async (t) => {
  const stand = t.context;
  const owner = await ownPanel(stand);
  const { panel, queue } = owner;
  await queue(0);
  await panel.follow();
  stand.moveClock(61);
  const brief = await goodFor(stand, owner, 10);
  await panel.follow();
  const [waiting] = (await queue(0)) as [string];
  const late = await goodFor(stand, owner, 5, { priority: 9 });
  t.is((await panel.wanted()).command, null, 'the dwell time');
  stand.moveClock(11);
  t.deepEqual(await panel.follow(), [waiting], 'which a picture out of date does not keep');
  t.deepEqual(await states(stand, [brief, late]), ['expired', 'expired']);
});

test('returning to an earlier picture waits for the end of quiet hours', async (t) => {
  const stand = t.context;
  const owner = await ownPanel(stand);
  const { panel, queue, displayId } = owner;
  const [good] = (await queue(0)) as [string];
  await panel.follow();
  stand.moveClock(61);
  const brief = await goodFor(stand, owner, 60);
  const command = await panel.show();
  await panel.confirm(command);
  await panel.heartbeat({ presentationId: brief, sha256: command.sha256 });
  const at = (minutes: number) =>
    new Date(stand.context.clock.now().getTime() + minutes * 60_000).toISOString().slice(11, 16);
  const quietHours = [{ days: [1, 2, 3, 4, 5, 6, 7], from: at(-10), to: at(60) }];
  await stand.patch({ ...owner, settings: { quietHours } });
  stand.moveClock(120);
  await stand.expirePictures(displayId);
  const night = await panel.wanted();
  t.is(night.command, null);
  t.true((night.recheckAt?.getTime() ?? 0) > stand.context.clock.now().getTime() + 40 * 60_000);
  stand.moveClock(3600);
  t.deepEqual(await panel.follow(), [good]);
});

test('a panel that slept through quiet hours and an expiry gets a picture that has not expired', async (t) => {
  const stand = t.context;
  const owner = await ownPanel(stand);
  const { panel, queue, displayId } = owner;
  const [shown] = (await queue(0)) as [string];
  const command = await panel.show();
  await panel.confirm(command);
  await panel.disconnect();
  const brief = await goodFor(stand, owner, 1800, { urgent: true });
  const [waiting] = (await queue(0)) as [string];
  const at = (minutes: number) =>
    new Date(stand.context.clock.now().getTime() + minutes * 60_000).toISOString().slice(11, 16);
  const quietHours = [{ days: [1, 2, 3, 4, 5, 6, 7], from: at(-10), to: at(120) }];
  await stand.patch({ ...owner, settings: { quietHours } });
  stand.moveClock(3600);
  await stand.expirePictures(displayId);
  const night = await connectPanel(stand, displayId);
  await night.heartbeat({ presentationId: shown, sha256: command.sha256 });
  t.is((await night.wanted()).command, null, 'it wakes at night, and nothing blinks');
  await night.disconnect();
  stand.moveClock(2 * 3600);
  const morning = await connectPanel(stand, displayId);
  await morning.heartbeat({ presentationId: shown, sha256: command.sha256 });
  t.deepEqual(await morning.follow(), [waiting], 'nothing is lost by it');
  t.deepEqual(await states(stand, [brief]), ['expired']);
});

test('pending, queued and rendering pictures expire, too; a person may show them again', async (t) => {
  const stand = t.context;
  const owner = await ownPanel(stand);
  const { panel, queue, displayId, userId } = owner;
  const [shown] = (await queue(0)) as [string];
  const command = await panel.show();
  await panel.confirm(command);
  const pending = await goodFor(stand, owner, 100, { urgent: true });
  t.is((await panel.show()).presentationId, pending);
  const waiting = await goodFor(stand, owner, 100);
  const expiresAt = new Date(stand.context.clock.now().getTime() + 100_000);
  const preparing = await stand.push(userId, { displayId }, { expiresAt });
  stand.moveClock(101);
  await expireAllPictures(stand.context);
  t.deepEqual(await states(stand, [pending, waiting, preparing]), ['expired', 'expired', 'expired']);
  await stand.render(preparing);
  t.deepEqual(await states(stand, [shown, preparing]), ['confirmed', 'expired']);
  await panel.heartbeat({ presentationId: shown, sha256: command.sha256 });
  t.is((await panel.wanted()).command, null, 'the panel keeps what it has');
  await stand.activate({ userId, displayId, presentationId: pending });
  t.deepEqual(await panel.follow(), [pending], 'for as long as the person likes');
  t.is((await deviceRow(stand, displayId)).current_expires_at, null);
});

test('when a confirm and the expiry coincide, the panel ends with the picture that has not expired', async (t) => {
  const stand = t.context;
  const owner = await ownPanel(stand);
  const { panel, queue, displayId } = owner;
  const [good] = (await queue(0)) as [string];
  const first = await panel.show();
  await panel.confirm(first);
  for (let round = 0; round < ROUNDS; round++) {
    stand.moveClock(61);
    const brief = await goodFor(stand, owner, 30);
    const command = await panel.show();
    t.is(command.presentationId, brief);
    stand.moveClock(31);
    await Promise.all([
      panel.confirm(command),
      stand.expirePictures(displayId),
      stand.expirePictures(displayId),
      panel.wanted(),
    ]);
    await panel.heartbeat({ presentationId: brief, sha256: command.sha256 });
    await stand.expirePictures(displayId);
    t.deepEqual(await panel.follow(), [good]);
    t.deepEqual(await states(stand, [good, brief]), ['confirmed', 'expired']);
    await panel.heartbeat({ presentationId: good, sha256: first.sha256 });
    t.is((await panel.wanted()).command, null);
  }
});

test('a job that comes too early, as after a clock was set back, is sent again', async (t) => {
  const stand = t.context;
  const owner = await ownPanel(stand);
  const jobs = () =>
    stand
      .db('pgboss.job')
      .where({ name: 'display.expire-pictures' })
      .whereRaw("data ->> 'deviceId' = ?", [owner.displayId]);
  await goodFor(stand, owner, 5000);
  t.is((await jobs()).length, 1);
  await stand.expirePictures(owner.displayId);
  const [first, again] = await jobs();
  t.deepEqual(first.start_after, again.start_after);
});

test('when a replacement expires before it is shown, the former picture stays, without an event', async (t) => {
  const stand = t.context;
  const owner = await ownPanel(stand);
  const { panel, queue, displayId, userId } = owner;
  await stand
    .db('platform.event_subscriptions')
    .insert({ user_id: userId, types: ['presentation.confirmed'] });
  const [good] = (await queue(0)) as [string];
  t.deepEqual(await panel.follow(), [good]);
  const brief = await goodFor(stand, owner, 30);
  await stand.advance({ userId, displayId });
  t.deepEqual(await states(stand, [good, brief]), ['expired', 'published']);
  stand.moveClock(31);
  await stand.expirePictures(displayId);
  t.deepEqual(await states(stand, [good, brief]), ['confirmed', 'expired']);
  const events = await stand.db('platform.outbox').where({ user_id: userId });
  t.deepEqual(
    events.map(({ data }) => data.presentationId),
    [good],
    'the panel confirmed it once',
  );
});
