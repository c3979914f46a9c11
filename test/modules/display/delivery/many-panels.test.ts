import anyTest, { type TestFn } from 'ava';
import { createDisplay } from '#modules/display';
import { newId } from '#shared/ids.ts';
import { sha256 } from '#shared/keys.ts';
import { createMetrics } from '#shared/metrics.ts';
import { CREDENTIAL, type FacadeStand, startFacade } from '../facade-stand.ts';
import { addPanels, deviceRow, HEARTBEAT, ownPanel } from './panel-stand.ts';

const test = anyTest.serial as TestFn<FacadeStand>;
test.before(async (t) => {
  t.context = await startFacade({ DISPLAY_MIN_DWELL_SECONDS: '0' });
});
test.after.always(async (t) => t.context.close());

/** A gateway, and how many statements it needed for something. */
function gateway(stand: FacadeStand) {
  const metrics = createMetrics();
  const link = createDisplay({ ...stand.context, metrics }).panels;
  const id = newId();
  const statements = async (work: string) => {
    const line = `placard_panel_batch_size_count{work="${work}"} `;
    const text = (await metrics.registry.metrics()).split('\n').find((one) => one.startsWith(line));
    return Number(text?.slice(line.length) ?? 0);
  };
  return { link, id, statements };
}

test('three hundred panels connect, report, are reconciled and disconnect in a few statements each', async (t) => {
  const stand = t.context;
  const { link, id, statements } = gateway(stand);
  const panels = await addPanels(stand, 300);
  const epochs = await Promise.all(panels.map((panel) => link.connected(panel, id, CREDENTIAL)));
  t.is(new Set(epochs).size, 300);
  const compare = await Promise.all(
    panels.map((panel, n) => link.heartbeat(panel, epochs[n] as number, { ...HEARTBEAT, battery: n % 100 })),
  );
  t.true(compare.every((needed) => !needed));
  const wanted = await Promise.all(panels.map((panel, n) => link.nextCommand(panel, epochs[n] as number)));
  t.true(wanted.every(({ command, superseded }) => command === null && !superseded));
  const { battery_percent: battery } = await deviceRow(stand, panels[299] as string);
  t.is(battery, 99);
  await Promise.all(panels.map((panel, n) => link.disconnected(panel, id, epochs[n] as number)));
  t.is((await stand.db('display.presence').where({ gateway_id: id })).length, 0);
  for (const work of ['register_connections', 'record_heartbeats', 'reconcile', 'end_connections'])
    t.true((await statements(work)) <= 3, `${work}: ${await statements(work)}`);
});

test('of connections of one panel at the same moment, on two gateways, one is the live one', async (t) => {
  const stand = t.context;
  const gateways = [gateway(stand), gateway(stand)];
  const [panel] = (await addPanels(stand, 1)) as [string];
  const connections = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const { link, id } = gateways[n % 2] as (typeof gateways)[0];
      return { link, id, epoch: await link.connected(panel, id, CREDENTIAL) };
    }),
  );
  const newest = Math.max(...connections.map(({ epoch }) => epoch));
  t.is(new Set(connections.map(({ epoch }) => epoch)).size, 20);
  const live = await stand.db('display.presence').where({ device_id: panel }).first();
  t.is(live.epoch, newest);
  t.is(live.gateway_id, connections.find(({ epoch }) => epoch === newest)?.id);
  for (const { link, epoch } of connections)
    t.is((await link.nextCommand(panel, epoch)).superseded, epoch !== newest);
  // That older ones end, late and all at once, does not end the newest.
  await Promise.all(
    connections
      .filter(({ epoch }) => epoch < newest)
      .map(({ link, id, epoch }) => link.disconnected(panel, id, epoch)),
  );
  t.is((await stand.db('display.presence').where({ device_id: panel }).first()).epoch, newest);
});

test('panels that connect while they are claimed and unbound end with either a code or an owner', async (t) => {
  const stand = t.context;
  const { link, id } = gateway(stand);
  const userId = await stand.addUser();
  const life = async () => {
    const enrolled = await stand.enrol({ hardwareId: `many-${newId()}` });
    const { thingName, password, claim } = enrolled;
    const { id: deviceId } = await stand.db('display.devices').where({ thing_name: thingName }).first('id');
    const code = claim?.code ?? '';
    const claims = stand.claim({ userId, code, nickname: null });
    const connects = () => Promise.all([1, 2, 3].map(() => link.connected(deviceId, id, sha256(password))));
    await Promise.all([connects(), claims]);
    const unbinds = Math.random() < 0.5 ? stand.unbind({ userId, displayId: deviceId }) : null;
    await Promise.all([connects(), unbinds]);
    return deviceId as string;
  };
  const panels = await Promise.all(Array.from({ length: 20 }, life));
  const rows = await stand
    .db('display.devices as d')
    .leftJoin('display.claim_codes as c', 'c.device_id', 'd.id')
    .whereIn('d.id', panels)
    .select('d.user_id', 'c.code');
  t.is(rows.length, 20);
  for (const { user_id, code } of rows) t.not(user_id === null, code === null);
});

test('a fleet whose gateway was killed reconnects to another, even while the row of one panel is locked', async (t) => {
  const stand = t.context;
  const [before, after] = [gateway(stand), gateway(stand)];
  const panels = await addPanels(stand, 100);
  await Promise.all(panels.map((panel) => before.link.connected(panel, before.id, CREDENTIAL)));
  const [held, ...others] = panels as [string, ...string[]];
  const trx = await stand.db.transaction();
  await trx.raw('select from display.devices where id = ? for update', [held]);
  let back = false;
  const last = after.link.connected(held, after.id, CREDENTIAL).then(() => {
    back = true;
  });
  await Promise.all(others.map((panel) => after.link.connected(panel, after.id, CREDENTIAL)));
  t.false(back);
  await trx.commit();
  await last;
  t.is((await stand.db('display.presence').where({ gateway_id: after.id })).length, 100);
});

test('time without a confirm counts once when a connection ends at the moment its lease is renewed', async (t) => {
  const stand = t.context;
  const { displayId, queue, panel } = await ownPanel(stand);
  const [picture] = (await queue(0)) as [string];
  await panel.disconnect();
  const { link, id } = gateway(stand);
  const epoch = await link.connected(displayId, id, CREDENTIAL);
  t.is((await link.nextCommand(displayId, epoch)).command?.kind, 'show');
  stand.moveClock(8);
  await Promise.all([link.renewPresence(id), link.disconnected(displayId, id, epoch)]);
  const { unconfirmed_seconds: seconds } = await stand
    .db('display.pushes')
    .where({ presentation_id: picture })
    .first();
  t.true(seconds >= 8 && seconds < 9, String(seconds));
});

test('a gateway renews one lease for all its panels, and no row of a panel', async (t) => {
  const stand = t.context;
  const { link, id } = gateway(stand);
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId);
  await stand.db('display.devices').where({ id: displayId }).update({ secret_hash: CREDENTIAL });
  await link.connected(displayId, id, CREDENTIAL);
  const version = () =>
    stand.db('display.presence').where({ gateway_id: id }).first(stand.db.raw('xmin::text'));
  const before = await version();
  const online = async () => (await stand.as(userId).get(`/api/displays/${displayId}`)).body.online;
  for (let minute = 0; minute < 3; minute++) {
    stand.moveClock(60);
    await link.renewPresence(id);
  }
  t.deepEqual(await version(), before);
  t.true(await online(), 'held by a gateway that renews its lease');
  stand.moveClock(31);
  t.false(await online(), 'its gateway has not renewed its lease');
  await link.renewPresence(id);
  t.true(await online(), 'the gateway has the database again');
  await link.gatewayClosed(id);
  t.is(await stand.db('display.gateways').where({ id }).first(), undefined);
});

test('a heartbeat just after another one does not wait for further ones', async (t) => {
  const stand = t.context;
  const { link, id } = gateway(stand);
  const [panel] = (await addPanels(stand, 1)) as [string];
  const epoch = await link.connected(panel, id, CREDENTIAL);
  const took: number[] = [];
  for (let n = 0; n < 50; n++) {
    const begin = performance.now();
    await link.heartbeat(panel, epoch, HEARTBEAT);
    took.push(performance.now() - begin);
  }
  // Of fifty, since any one may be held up by whatever else the machine does. A pause for company would hold up all.
  const shortest = Math.min(...took);
  t.true(shortest < 7, `${shortest} ms`);
  // Nor does one of the first few wait for the pace, which is 100 ms.
  const next = Math.min(...took.slice(1, 15));
  t.true(next < 50, `${next} ms`);
});
