import anyTest, { type TestFn } from 'ava';
import { newId } from '#shared/ids.ts';
import { CREDENTIAL, type FacadeStand, startFacade } from '../facade-stand.ts';
import { connectPanel, deviceRow, ownPanel, states } from './panel-stand.ts';

const test = anyTest.serial as TestFn<FacadeStand>;
test.before(async (t) => {
  t.context = await startFacade({
    DISPLAY_MIN_DWELL_SECONDS: '0',
    DISPLAY_UNRESPONSIVE_SECONDS: '40',
  });
});
test.after.always(async (t) => t.context.close());

test('a confirm makes the picture the current one once, with one event', async (t) => {
  const stand = t.context;
  const { panel, queue } = await ownPanel(stand);
  const ids = await queue(0);
  const command = await panel.show();
  await panel.confirm(command);
  const settled = await deviceRow(stand, panel.displayId);
  t.is(settled.current_presentation_id, ids[0]);
  t.is(settled.pending_presentation_id, null);
  await panel.confirm(command);
  const repeated = await deviceRow(stand, panel.displayId);
  t.deepEqual(repeated.current_since, settled.current_since);
  const events = stand.events.filter(({ presentationId }) => presentationId === ids[0]);
  t.deepEqual(
    events.map(({ what }) => what),
    ['rendered', 'published', 'confirmed'],
  );
});

test('a confirm of other bytes, another panel or an unpublished presentation changes nothing', async (t) => {
  const stand = t.context;
  const { panel, queue } = await ownPanel(stand);
  const other = await ownPanel(stand);
  const [pending, waiting] = (await queue(0, 0)) as [string, string];
  const [foreign] = (await other.queue(0)) as [string];
  const theirs = await other.panel.show();
  const command = await panel.show();
  const before = await deviceRow(stand, panel.displayId);
  await panel.confirm(command, { sha256: 'f'.repeat(64) });
  await panel.confirm(command, { presentationId: waiting });
  await panel.confirm(theirs);
  await panel.confirm(command, { presentationId: newId() });
  t.deepEqual(await states(stand, [pending, waiting, foreign]), ['published', 'queued', 'published']);
  t.deepEqual(await deviceRow(stand, panel.displayId), before);
});

test('a heartbeat that reports the pending picture confirms it', async (t) => {
  const stand = t.context;
  const { panel, queue } = await ownPanel(stand);
  const ids = await queue(0);
  const { presentationId, sha256 } = await panel.show();
  await panel.heartbeat({ presentationId, sha256: 'a'.repeat(64) });
  t.deepEqual(await states(stand, ids), ['published']);
  await panel.heartbeat({ presentationId, sha256 });
  t.deepEqual(await states(stand, ids), ['confirmed']);
  t.is((await panel.wanted()).command, null);
});

test('after a heartbeat that reports another picture, the command is sent again', async (t) => {
  const stand = t.context;
  const { panel, queue } = await ownPanel(stand);
  await queue(0);
  const command = await panel.show();
  await panel.confirm(command);
  await panel.heartbeat({ presentationId: newId(), sha256: 'b'.repeat(64) });
  const again = await panel.show();
  t.is(again.presentationId, command.presentationId);
  t.not(again.id, command.id);
});

test('a panel that does not report what it shows gets its picture again on the next connection', async (t) => {
  const stand = t.context;
  const { panel, queue, displayId } = await ownPanel(stand);
  await queue(0);
  await panel.follow();
  await panel.heartbeat(null);
  t.is((await panel.wanted()).command, null);
  const again = await connectPanel(stand, displayId);
  t.is((await again.wanted()).command, null);
  await again.heartbeat(null);
  t.is((await again.show()).kind, 'show');
});

test('a late confirm of a superseded picture changes no state, and the wanted picture is sent again', async (t) => {
  const stand = t.context;
  const { panel, queue } = await ownPanel(stand);
  const ids = (await queue(0, 0)) as [string, string];
  const first = await panel.show();
  await panel.confirm(first);
  const second = await panel.show();
  await panel.confirm(second);
  await panel.confirm(first);
  t.deepEqual(await states(stand, ids), ['expired', 'confirmed']);
  t.is((await deviceRow(stand, panel.displayId)).current_presentation_id, ids[1]);
  t.is((await panel.show()).presentationId, ids[1]);
});

test('after three failures of three commands a picture fails with the reason of the panel, and the next is published', async (t) => {
  const stand = t.context;
  const { panel, queue } = await ownPanel(stand);
  const ids = (await queue(0, 0)) as [string, string];
  const command = await panel.show();
  for (let n = 0; n < 5; n++) await panel.confirm(command, { error: 'no memory', cause: 'show' });
  t.deepEqual(await states(stand, ids), ['published', 'queued']);
  await panel.confirm(await panel.show(), { error: 'no memory', cause: 'show' });
  await panel.confirm(await panel.show(), { error: 'too little memory', cause: 'show' });
  t.deepEqual(await states(stand, ids), ['failed', 'queued']);
  const { failure } = await stand.db('display.presentations').where({ id: ids[0] }).first('failure');
  t.is(failure.code, 'panel_error');
  t.regex(failure.message, /too little memory/);
  t.true(
    stand.events.some(({ what, presentationId }) => what === 'deliveryFailed' && presentationId === ids[0]),
  );
  t.deepEqual(await panel.follow(), [ids[1]]);
});

test('a picture fails after some connected time without a confirm; time away does not count', async (t) => {
  const stand = t.context;
  const { panel, queue, displayId } = await ownPanel(stand);
  const ids = (await queue(0, 0)) as [string, string];
  await panel.show();
  await panel.disconnect();
  stand.moveClock(3600);
  const link = stand.display.panels;
  const gatewayId = newId();
  const epoch = await link.connected(displayId, gatewayId, CREDENTIAL);
  for (let n = 0; n < 3; n++) {
    stand.moveClock(10);
    await link.renewPresence(gatewayId);
  }
  t.deepEqual(await states(stand, ids), ['published', 'queued']);
  stand.moveClock(11);
  await link.renewPresence(gatewayId);
  t.deepEqual(await states(stand, ids), ['failed', 'queued']);
  const { failure } = await stand.db('display.presentations').where({ id: ids[0] }).first('failure');
  t.is(failure.code, 'panel_unresponsive');
  const { command } = await link.nextCommand(displayId, epoch);
  t.is(command?.kind === 'show' && command.presentationId, ids[1]);
});

test('a newer connection supersedes an older one, whose heartbeats and state then count for nothing', async (t) => {
  const stand = t.context;
  const { panel, displayId } = await ownPanel(stand);
  const link = stand.display.panels;
  const newer = await connectPanel(stand, displayId);
  t.true(newer.epoch > panel.epoch);
  t.true((await panel.wanted()).superseded);
  const before = await deviceRow(stand, displayId);
  await panel.heartbeat({ presentationId: null, sha256: 'c'.repeat(64) });
  await link.saveState(displayId, panel.epoch, { from: 'the old connection' });
  t.deepEqual(await deviceRow(stand, displayId), before);
  await panel.disconnect();
  t.false((await newer.wanted()).superseded);
  await link.saveState(displayId, newer.epoch, { wifi: 'good' });
  t.deepEqual((await deviceRow(stand, displayId)).state, { wifi: 'good' });
});

test('failed fetches fail no picture while the api could not send it, and 120 of frames that it sent do', async (t) => {
  const stand = t.context;
  const { panel, queue } = await ownPanel(stand);
  const ids = (await queue(0, 0)) as [string, string];
  const fail = async (isSent: boolean) => {
    const command = await panel.show();
    // As the api notes it when the last byte of a frame has left.
    if (isSent)
      await stand
        .db('display.pushes')
        .where({ presentation_id: ids[0] })
        .update({ fetched_command_id: command.id });
    for (let n = 0; n < 2; n++) await panel.confirm(command, { error: 'SHA-256 mismatch', cause: 'fetch' });
  };
  for (let n = 0; n < 150; n++) await fail(false);
  for (let n = 0; n < 119; n++) await fail(true);
  t.deepEqual(await states(stand, ids), ['published', 'queued']);
  await fail(true);
  t.deepEqual(await states(stand, ids), ['failed', 'queued']);
  const { failure } = await stand.db('display.presentations').where({ id: ids[0] }).first('failure');
  t.regex(failure.message, /SHA-256 mismatch/);
  t.deepEqual(await panel.follow(), [ids[1]]);
});

test('a failure that is reported twice is one entry of the log', async (t) => {
  const stand = t.context;
  const { panel, queue } = await ownPanel(stand);
  await queue(0);
  const command = await panel.show();
  for (let n = 0; n < 5; n++) {
    await panel.confirm(command, { error: 'HTTP 500', cause: 'fetch' });
    await panel.confirm(command, { error: 'no memory', cause: 'show' });
  }
  const kinds = await stand
    .db('display.panel_events')
    .where({ device_id: panel.displayId })
    .whereLike('kind', '%_failed')
    .orderBy('kind')
    .pluck('kind');
  t.deepEqual(kinds, ['fetch_failed', 'show_failed']);
});
