import anyTest, { type TestFn } from 'ava';
import { newId } from '#shared/ids.ts';
import { type FacadeStand, startFacade } from '../facade-stand.ts';
import { connectPanel, deviceRow, ownPanel, states } from './panel-stand.ts';

const test = anyTest.serial as TestFn<FacadeStand>;
test.before(async (t) => {
  t.context = await startFacade({ DISPLAY_MIN_DWELL_SECONDS: '0' });
});
test.after.always(async (t) => t.context.close());

const CALLERS = 50;
function together<T>(call: (caller: number) => Promise<T>): Promise<PromiseSettledResult<T>[]> {
  return Promise.allSettled(Array.from({ length: CALLERS }, (_, caller) => call(caller)));
}

test('fifty parallel requests publish one entry', async (t) => {
  const stand = t.context;
  const { panel, queue } = await ownPanel(stand);
  const ids = await queue(0, 0, 0);
  await together(() => panel.wanted());
  t.deepEqual((await states(stand, ids)).sort(), ['published', 'queued', 'queued']);
  t.is(
    stand.events.filter(({ what, displayId }) => what === 'published' && displayId === panel.displayId)
      .length,
    1,
  );
});

test('fifty confirms of one picture confirm it once', async (t) => {
  const stand = t.context;
  const { panel, queue } = await ownPanel(stand);
  const [id] = (await queue(0)) as [string];
  const command = await panel.show();
  const { presentationId, sha256 } = command;
  await together<unknown>((caller) =>
    caller % 2 === 0 ? panel.confirm(command) : panel.heartbeat({ presentationId, sha256 }),
  );
  t.deepEqual(await states(stand, [id]), ['confirmed']);
  t.is(
    stand.events.filter(({ what, presentationId }) => what === 'confirmed' && presentationId === id).length,
    1,
  );
});

test('fifty users with one code: one of them owns the panel', async (t) => {
  const stand = t.context;
  const { thingName, claim } = await stand.enrol({ hardwareId: `race-${newId()}` });
  const users = await Promise.all(Array.from({ length: CALLERS }, () => stand.addUser()));
  const outcomes = await together((caller) =>
    stand.claim({
      userId: users[caller] as string,
      code: claim?.code ?? '',
      nickname: null,
    }),
  );
  const won = outcomes.flatMap((outcome, caller) => (outcome.status === 'fulfilled' ? [caller] : []));
  t.is(won.length, 1);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') t.is(outcome.reason.code, 'claim_code_not_found');
  const device = await stand.db('display.devices').where({ thing_name: thingName }).first();
  t.is(device.user_id, users[won[0] as number]);
});

test('fifty enrolments of one hardware id make one device, and one of their passwords is valid', async (t) => {
  const stand = t.context;
  const hardwareId = `race-${newId()}`;
  const outcomes = await together(() => stand.enrol({ hardwareId }));
  const names = new Set(outcomes.map((outcome) => outcome.status === 'fulfilled' && outcome.value.thingName));
  t.is(names.size, 1);
  t.is((await stand.db('display.devices').where({ hardware_id: hardwareId })).length, 1);
});

test('activations, advances and confirms at once leave one wanted picture and states that fit it', async (t) => {
  const stand = t.context;
  const { panel, queue, userId, displayId } = await ownPanel(stand);
  const shown = await queue(0, 0, 0);
  await panel.follow();
  const queued = await queue(0, 0, 0, 0);
  const last = await stand.db('display.frames').where({ presentation_id: shown[2], format: 'raw1' }).first();
  await together(async (caller): Promise<unknown> => {
    if (caller % 4 === 0) return stand.advance({ userId, displayId });
    if (caller % 4 === 1) return panel.wanted();
    if (caller % 4 === 2)
      return panel.heartbeat({ presentationId: last.presentation_id, sha256: last.sha256 });
    const presentationId = shown[caller % shown.length] as string;
    return stand.activate({ userId, displayId, presentationId });
  });
  await panel.follow();
  const device = await deviceRow(stand, displayId);
  const all = [...shown, ...queued];
  const allStates = await states(stand, all);
  const confirmed = all.filter((_, n) => allStates[n] === 'confirmed');
  t.is(device.pending_presentation_id, null);
  t.deepEqual(confirmed, [device.current_presentation_id]);
});

test('no data of the former owner reaches the next one, whatever happens while a panel is unbound', async (t) => {
  const stand = t.context;
  const { panel, queue, userId, displayId } = await ownPanel(stand);
  const ids = await queue(0, 0);
  const command = await panel.show();
  await together(async (caller): Promise<unknown> => {
    if (caller === 7) return stand.unbind({ userId, displayId });
    if (caller % 3 === 0) return panel.confirm(command);
    if (caller % 3 === 1) return stand.advance({ userId, displayId });
    return panel.wanted();
  });
  const next = await stand.addUser();
  const { code } = await stand.db('display.claim_codes').where({ device_id: displayId }).first('code');
  await stand.claim({ userId: next, code, nickname: null });
  const before = await deviceRow(stand, displayId);
  await panel.confirm(command);
  const after = await deviceRow(stand, displayId);
  t.is(after.current_presentation_id, null);
  t.is(after.pending_presentation_id, null);
  t.deepEqual(after.updated_at, before.updated_at);
  t.true((await states(stand, ids)).every((state) => state === 'expired' || state === 'confirmed'));
  const again = await connectPanel(stand, displayId);
  t.deepEqual(await again.follow(), []);
});
