import anyTest, { type ExecutionContext, type TestFn } from 'ava';
// Behind index.ts: the moment at which a panel is given up, and the end of quiet hours, which is a pure function.
import { failUnresponsive } from '../../../../modules/display/delivery/fail-unresponsive.ts';
import { quietUntil } from '../../../../modules/display/quiet-hours/quiet-until.ts';
import { readStatuses } from '../../../../modules/display/status/read-status.ts';
import { type FacadeStand, startFacade } from '../facade-stand.ts';
import { connectPanel, deviceRow, ownPanel, states } from './panel-stand.ts';

const test = anyTest.serial as TestFn<FacadeStand>;
test.before(async (t) => {
  t.context = await startFacade({ DISPLAY_MIN_DWELL_SECONDS: '60' });
});
test.after.always(async (t) => t.context.close());

/** Of races; more with `--rounds 60`. */
const ROUNDS = Number(process.argv.at(process.argv.indexOf('--rounds') + 1)) || 5;
const HOUR = 3600;
/** Displays whose quiet hours end together follow within a minute. */
const SPREAD = 60;

/** Every day, from so many minutes from now to so many, in UTC. */
function quietHours({ context }: FacadeStand, fromMinutes: number, toMinutes: number) {
  const clock = (minutes: number) =>
    new Date(context.clock.now().getTime() + minutes * 60_000).toISOString().slice(11, 16);
  return [{ days: [1, 2, 3, 4, 5, 6, 7], from: clock(fromMinutes), to: clock(toMinutes) }];
}

/** A panel that shows a picture; then its quiet hours begin, an hour ago, and have two more to go. */
async function quietPanel(stand: FacadeStand) {
  const owned = await ownPanel(stand);
  const [shown] = (await owned.queue(0)) as [string];
  const command = await owned.panel.show();
  await owned.panel.confirm(command);
  await owned.panel.heartbeat({ presentationId: shown, sha256: command.sha256 });
  stand.moveClock(61);
  const settings = { quietHours: quietHours(stand, -60, 120) };
  const change = (more: object) =>
    stand.patch({ ...owned, settings: more }).then(({ quietHours: now }) => now);
  await change(settings);
  return { ...owned, shown, command, change };
}

const urgently = async (stand: FacadeStand, { userId, displayId }: { userId: string; displayId: string }) => {
  const id = await stand.push(userId, { displayId }, { urgent: true });
  await stand.render(id);
  return id;
};

test('in quiet hours the queue waits, until a little after they end', async (t) => {
  const stand = t.context;
  const { panel, queue, displayId } = await quietPanel(stand);
  const [waiting] = (await queue(9)) as [string];
  const asleep = await panel.wanted();
  t.is(asleep.command, null);
  const [window] = (await deviceRow(stand, displayId)).quiet_hours;
  const recheckAt = asleep.recheckAt as Date;
  const end = new Date(recheckAt.getTime() - (recheckAt.getTime() % 60_000));
  t.is(end.toISOString().slice(11, 16), window.to);
  const status = (await readStatuses(stand.context, stand.db, [displayId])).get(displayId);
  t.deepEqual([status?.nextAt, status?.quietUntil], [recheckAt, end]);
  t.deepEqual(await states(stand, [waiting]), ['queued']);
  stand.moveClock(2 * HOUR + SPREAD);
  t.deepEqual(await panel.follow(), [waiting], 'nothing is lost by it');
});

test('settings that end the quiet hours start the queue again, and settings that begin them stop it', async (t) => {
  const stand = t.context;
  const { panel, queue, change } = await quietPanel(stand);
  const ids = (await queue(0, 0)) as [string, string];
  t.is((await panel.wanted()).command, null);
  await change({ quietHours: null });
  t.deepEqual(await panel.follow(), [ids[0]]);
  stand.moveClock(61);
  await change({ quietHours: quietHours(stand, -60, 60) });
  t.is((await panel.wanted()).command, null);
  await change({ timeZone: 'Asia/Kathmandu' });
  t.deepEqual(await panel.follow(), [ids[1]], 'there it is another hour');
});

test('without a zone of its own a display has that of its owner', async (t) => {
  const stand = t.context;
  const { panel, queue, userId } = await quietPanel(stand);
  const ids = await queue(0);
  t.is((await panel.wanted()).command, null);
  await stand.db.transaction((trx) => stand.display.setOwnerZone(trx, userId, 'Asia/Kathmandu'));
  t.deepEqual(await panel.follow(), ids);
});

test('an urgent entry is published first, even in quiet hours and within the dwell time', async (t) => {
  const stand = t.context;
  const owner = await quietPanel(stand);
  const { panel, queue, displayId } = owner;
  const ids = (await queue(9)) as [string];
  const alarm = await urgently(stand, owner);
  const command = await panel.show();
  t.is(command.presentationId, alarm);
  await panel.confirm(command);
  t.is((await panel.wanted()).command, null, 'the other one goes on waiting');
  const second = await urgently(stand, owner);
  t.deepEqual(await panel.follow(), [second], 'at once');
  t.deepEqual(await states(stand, ids), ['queued']);
  t.is((await deviceRow(stand, displayId)).pending_at_once, true);
});

test('in quiet hours a person can still show the next picture or an earlier one', async (t) => {
  const stand = t.context;
  const { panel, queue, userId, displayId, shown } = await quietPanel(stand);
  const [waiting] = (await queue(0)) as [string];
  t.true((await stand.advance({ userId, displayId })).changed);
  const command = await panel.show();
  t.is(command.presentationId, waiting);
  // The panel is slow: it still shows the picture before it, which a longer look takes for the last word.
  stand.moveClock(120);
  t.is((await panel.show()).presentationId, waiting);
  await panel.confirm(command);
  await stand.activate({ userId, displayId, presentationId: shown });
  t.deepEqual(await panel.follow(), [shown]);
});

test('a picture that did not arrive before quiet hours waits for their end, and does not fail', async (t) => {
  const stand = t.context;
  const { context } = stand;
  const owner = await quietPanel(stand);
  const { panel, queue, displayId, shown, command, change } = owner;
  await change({ quietHours: [] });
  const [late] = (await queue(0)) as [string];
  t.is((await panel.show()).presentationId, late);
  await panel.disconnect();
  await change({ quietHours: quietHours(stand, 0, 180) });
  const again = await connectPanel(stand, displayId);
  await again.heartbeat({ presentationId: shown, sha256: command.sha256 });
  t.is((await again.show()).presentationId, late, 'a delivery that is under way ends');
  stand.moveClock(120);
  const night = await again.wanted();
  t.is(night.command, null);
  t.truthy(night.recheckAt);
  await stand.db('display.pushes').where({ presentation_id: late }).update({ unconfirmed_seconds: 5000 });
  await failUnresponsive(context, displayId, late);
  t.deepEqual(await states(stand, [late]), ['published']);
  const alarm = await urgently(stand, owner);
  t.deepEqual(await again.follow(), [alarm]);
  t.deepEqual(await states(stand, [late]), ['queued'], 'it gives way to what is urgent');
  stand.moveClock(3 * HOUR + SPREAD);
  t.deepEqual(await again.follow(), [late]);
});

test('a display can have its own dwell time, and a clock that was set back does not stop the queue', async (t) => {
  const stand = t.context;
  const { panel, queue, userId, displayId } = await ownPanel(stand);
  const ids = (await queue(0, 0, 0)) as [string, string, string];
  await panel.follow();
  await stand.patch({ userId, displayId, settings: { dwellSeconds: 600 } });
  stand.moveClock(599);
  t.is((await panel.wanted()).command, null);
  stand.moveClock(1);
  t.deepEqual(await panel.follow(), [ids[1]]);
  stand.moveClock(-10 * HOUR);
  t.deepEqual(await panel.follow(), [ids[2]]);
  stand.moveClock(10 * HOUR);
});

test('settings that change while a picture is published: it is published once, or waits', async (t) => {
  const stand = t.context;
  const { panel, queue, change } = await quietPanel(stand);
  await change({ quietHours: null });
  for (let round = 0; round < ROUNDS; round++) {
    const [id] = (await queue(0)) as [string];
    const quiet = change({ quietHours: quietHours(stand, -60, 60) });
    const commands = await Promise.all([panel.wanted(), panel.wanted(), quiet, panel.wanted()]);
    const [state] = await states(stand, [id]);
    const shown = commands.flatMap((one) =>
      'command' in one && one.command?.kind === 'show' ? [one.command] : [],
    );
    t.true(shown.length === 0 || state === 'published');
    await change({ quietHours: null });
    t.deepEqual(await panel.follow(), [id]);
    const events = stand.events.filter(({ presentationId }) => presentationId === id);
    t.deepEqual(
      events.map(({ what }) => what),
      ['rendered', 'published', 'confirmed'],
      'each once',
    );
    stand.moveClock(61);
  }
});

/** Counts what is sent to Postgres, prepared statements too, until the test ends. */
function countStatements(t: ExecutionContext, { client }: FacadeStand['db']): () => number {
  let statements = 0;
  const counted = new WeakSet<object>();
  const acquire = client.acquireConnection;
  client.acquireConnection = async () => {
    const connection = await acquire.call(client);
    if (!counted.has(connection)) {
      counted.add(connection);
      const query = connection.query.bind(connection);
      connection.query = (...args: unknown[]) => {
        statements += 1;
        return query(...args);
      };
    }
    return connection;
  };
  t.teardown(() => {
    client.acquireConnection = acquire;
  });
  return () => statements;
}

/** Panels that are connected, with one entry in the queue of each; rows only, so that there may be many. */
async function manyQuietPanels(stand: FacadeStand, count: number) {
  const userId = await stand.addUser();
  const now = stand.context.clock.now();
  const windows = quietHours(stand, -60, 120);
  const { rows } = await stand.db.raw<{ rows: { id: string; epoch: number }[] }>(
    `with made as (
       insert into display.devices (id, hardware_id, thing_name, secret_hash, user_id, binding_id, bound_at,
         created_at, updated_at, quiet_hours)
       select gen_random_uuid(), 'many-' || n, 'many-' || n, 'x', :userId::uuid, gen_random_uuid(),
         :now::timestamptz, :now::timestamptz, :now::timestamptz, :windows::jsonb
       from generate_series(1, :count::integer) n returning id, binding_id
     ), queued as (
       insert into display.presentations (id, user_id, device_id, binding_id, mode, state, contents, output,
         created_at, updated_at)
       select gen_random_uuid(), :userId::uuid, id, binding_id, 'hardcode', 'queued', '[]', '{}',
         :now::timestamptz, :now::timestamptz from made
     )
     insert into display.presence (device_id, gateway_id, epoch, connected_at, lease_until)
     select id, gen_random_uuid(), nextval('display.connection_epochs'), :now::timestamptz,
       :now::timestamptz + interval '1 day' from made
     returning device_id as id, epoch`,
    { userId, now, windows: JSON.stringify(windows), count } as never,
  );
  return { panels: rows, end: quietUntil({ timeZone: 'UTC', windows }, now) as Date };
}

test('a thousand displays whose quiet hours end together continue within a minute, with at most one statement each', async (t) => {
  const stand = t.context;
  const { panels, end } = await manyQuietPanels(stand, 1000);
  const { nextCommand } = stand.display.panels;
  const statements = countStatements(t, stand.db);
  const look = ({ id, epoch }: (typeof panels)[number]) => nextCommand(id, Number(epoch));
  await look(panels[0]!);
  t.is(statements(), 1, 'alone');
  const looks = await Promise.all(panels.map(look));
  t.true(statements() <= 1 + 8, `together they share them: ${statements()}`);
  t.true(looks.every(({ command }) => command === null));
  const after = looks.map(({ recheckAt }) => (recheckAt?.getTime() ?? 0) - end.getTime());
  t.true(after.every((ms) => ms >= 0 && ms < 60_000));
  const perSecond = Map.groupBy(after, (ms) => Math.floor(ms / 1000));
  // 18 a second on average; so many more in one second would not be chance.
  t.true(Math.max(...[...perSecond.values()].map(({ length }) => length)) < 60, 'they do not come together');
});
