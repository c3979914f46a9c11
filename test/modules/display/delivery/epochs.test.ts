import anyTest, { type TestFn } from 'ava';
import { createDisplay } from '#modules/display';
import { newId } from '#shared/ids.ts';
import { CREDENTIAL, type FacadeStand, startFacade } from '../facade-stand.ts';
import { addPanels, deviceRow, HEARTBEAT } from './panel-stand.ts';

/** Of two connections of a panel the one with the higher epoch counts, whether they speak in one batch or in several. */
const test = anyTest.serial as TestFn<FacadeStand>;
test.before(async (t) => {
  t.context = await startFacade({ DISPLAY_MIN_DWELL_SECONDS: '0' });
});
test.after.always(async (t) => t.context.close());

const glass = (name: string) => ({ presentationId: null, sha256: name });

for (const order of ['older first', 'newer first']) {
  test(`heartbeats of two connections in one batch, ${order}`, async (t) => {
    const stand = t.context;
    const link = stand.display.panels;
    const panels = await addPanels(stand, 10);
    const heartbeats = await Promise.all(
      panels.map(async (panel) => {
        const older = await link.connected(panel, newId(), CREDENTIAL);
        const newer = await link.connected(panel, newId(), CREDENTIAL);
        return [
          () => link.heartbeat(panel, older, { ...HEARTBEAT, firmware: 'older', shown: glass('older') }),
          () => link.heartbeat(panel, newer, { ...HEARTBEAT, firmware: 'newer', shown: glass('newer') }),
        ] as const;
      }),
    );
    await Promise.all(
      heartbeats.flatMap(([older, newer]) =>
        order === 'older first' ? [older(), newer()] : [newer(), older()],
      ),
    );
    for (const panel of panels)
      t.like(await deviceRow(stand, panel), { firmware: 'newer', reported_sha256: 'newer' });
  });
}

test('of several heartbeats of one connection in a batch the last one counts', async (t) => {
  const stand = t.context;
  const link = stand.display.panels;
  const [panel] = (await addPanels(stand, 1)) as [string];
  const epoch = await link.connected(panel, newId(), CREDENTIAL);
  await Promise.all([1, 2, 3, 4].map((battery) => link.heartbeat(panel, epoch, { ...HEARTBEAT, battery })));
  t.is((await deviceRow(stand, panel)).battery_percent, 4);
});

test('a superseded connection ends, reports its state and confirms without effect on the newer one', async (t) => {
  const stand = t.context;
  const link = stand.display.panels;
  const [panel] = (await addPanels(stand, 1)) as [string];
  const older = await link.connected(panel, newId(), CREDENTIAL);
  const gatewayId = newId();
  const newer = await link.connected(panel, gatewayId, CREDENTIAL);
  await link.heartbeat(panel, newer, { ...HEARTBEAT, shown: glass('newer') });
  await Promise.all([
    link.disconnected(panel, newId(), older),
    link.saveState(panel, older, { from: 'older' }),
    link.confirm(panel, older, { commandId: newId(), presentationId: null, sha256: 'older', error: null }),
  ]);
  t.like(await deviceRow(stand, panel), { reported_sha256: 'newer', state: null });
  t.like(await stand.db('display.presence').where({ device_id: panel }).first(), {
    epoch: newer,
    gateway_id: gatewayId,
  });
  t.is(await link.heartbeat(panel, older, HEARTBEAT), true, 'it is compared, and so found to be superseded');
  t.true((await link.nextCommand(panel, older)).superseded);
});

test('when connections begin and end at once on two gateways, the newest stays', async (t) => {
  const stand = t.context;
  const links = [createDisplay(stand.context).panels, createDisplay(stand.context).panels] as const;
  const panels = await addPanels(stand, 40);
  const gatewayId = newId();
  const before = await Promise.all(panels.map((panel) => links[0].connected(panel, gatewayId, CREDENTIAL)));
  const after = await Promise.all(
    panels.flatMap((panel, n) => [
      links[1].connected(panel, newId(), CREDENTIAL),
      links[0].disconnected(panel, gatewayId, before[n] as number).then(() => 0),
    ]),
  );
  const epochs = after.filter((epoch) => epoch > 0);
  const live = await stand.db('display.presence').whereIn('device_id', panels).pluck('epoch');
  t.deepEqual(live.toSorted(), epochs.toSorted());
});

test('one heartbeat that cannot be stored fails alone', async (t) => {
  const stand = t.context;
  const link = stand.display.panels;
  const panels = await addPanels(stand, 40);
  const epochs = await Promise.all(panels.map((panel) => link.connected(panel, newId(), CREDENTIAL)));
  const settled = await Promise.allSettled(
    panels.map((panel, n) =>
      link.heartbeat(panel, epochs[n] as number, {
        ...HEARTBEAT,
        firmware: n === 17 ? 'a\u0000b' : `v${n}`, // no text of Postgres
      }),
    ),
  );
  const failed = settled.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []));
  t.deepEqual(failed, [17]);
  const stored = await stand.db('display.devices').whereIn('id', panels).whereNotNull('firmware');
  t.is(stored.length, 39);
});

test('panels that reach two gateways at the same moment have one connection each', async (t) => {
  const stand = t.context;
  const gateways = [1, 2].map(() => ({ id: newId(), link: createDisplay(stand.context).panels }));
  for (const [slot, { id, link }] of gateways.entries())
    await link.broker.takeOverSession('broker', slot, id);
  const panels = await addPanels(stand, 60);
  const names = await stand.db('display.devices').whereIn('id', panels).pluck('thing_name');
  const received = await Promise.all(
    names.map((name) => Promise.all(gateways.map(({ id, link }) => link.broker.locate(name, id)))),
  );
  for (const [one, other] of received) {
    t.truthy(one);
    t.deepEqual(one, other);
  }
  t.is(await gateways[0]?.link.broker.locate('placard-nobody', gateways[0].id), null);
});
