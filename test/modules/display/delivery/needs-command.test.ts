import anyTest, { type TestFn } from 'ava';
// Behind index.ts: a welcome page of a panel that was claimed long ago.
import { requestSystemPage } from '../../../../modules/display/request-system-page.ts';
import { type FacadeStand, startFacade } from '../facade-stand.ts';
import { connectPanel, type DrivenPanel, deviceRow, ownPanel } from './panel-stand.ts';

/**
 * A heartbeat decides with one condition in SQL whether its panel has to be reconciled at all: it must never say no where
 * there is a command, and should say no to a panel that shows what it should.
 */
const test = anyTest as TestFn<FacadeStand>;
test.before(async (t) => {
  t.context = await startFacade({ DISPLAY_MIN_DWELL_SECONDS: '60' });
});
test.after.always(async (t) => t.context.close());

interface Reported {
  presentationId: string | null;
  sha256: string | null;
}

const NOTHING: Reported = { presentationId: null, sha256: null };

/** Whether a heartbeat asks for a comparison, and what that one then finds. */
async function reconciled(panel: DrivenPanel, reported: Reported) {
  const needed = await panel.heartbeat(reported);
  const { command, recheckAt } = await panel.wanted();
  return { needed, kind: command?.kind ?? null, again: recheckAt !== null, command };
}

/** Renders the claim or welcome page of a panel; returns what it reports once it shows it. */
async function renderPage(
  { db, renderTask }: FacadeStand,
  deviceId: string,
  kind: string,
): Promise<Reported> {
  const page = await db('display.system_frames').where({ device_id: deviceId, kind }).first('id');
  const task = await db('display.render_tasks').where({ system_frame_id: page.id }).first('id');
  await renderTask(task.id, true);
  const { files } = await db('display.system_frames').where({ id: page.id }).first('files');
  return { presentationId: null, sha256: files.raw1.sha256 };
}

const nothing = { needed: false, kind: null, again: false };

test('a panel without an owner: until it shows the page with its code, and again with a new code', async (t) => {
  const stand = t.context;
  const { thingName } = await stand.enrol({ hardwareId: 'without-an-owner' });
  const { id } = await stand.db('display.devices').where({ thing_name: thingName }).first('id');
  const panel = await connectPanel(stand, id);
  t.like(await reconciled(panel, NOTHING), nothing, 'its page is not rendered yet');
  const shown = await renderPage(stand, id, 'claim_code');
  t.like(await reconciled(panel, NOTHING), { needed: true, kind: 'claim_code' });
  t.like(await reconciled(panel, shown), nothing);
  await stand
    .db('display.claim_codes')
    .where({ device_id: id })
    .update({ expires_at: new Date(0) });
  await panel.heartbeat(shown);
  await renderPage(stand, id, 'claim_code');
  t.like(await reconciled(panel, shown), { needed: true, kind: 'claim_code' });
});

test('a panel with an owner gets its welcome page, then its picture, and again after a report of another one', async (t) => {
  const stand = t.context;
  const { displayId, panel, queue, userId } = await ownPanel(stand);
  t.like(await reconciled(panel, NOTHING), nothing);
  const { binding_id: subject } = await deviceRow(stand, displayId);
  const page = { kind: 'bound', name: 'Hall' } as const;
  await stand.db.transaction((trx) =>
    requestSystemPage(stand.context, trx, { deviceId: displayId, subject, page }),
  );
  const welcome = await renderPage(stand, displayId, 'bound');
  t.like(await reconciled(panel, NOTHING), { needed: true, kind: 'bound' });
  t.like(await reconciled(panel, welcome), nothing);

  const [first] = (await queue(0)) as [string];
  const reconciliation = await reconciled(panel, welcome);
  t.like(reconciliation, { needed: true, kind: 'show' });
  t.like(await reconciled(panel, welcome), { needed: true, kind: 'show' }, 'it is pending');
  if (reconciliation.command?.kind !== 'show') return t.fail();
  const reported = { presentationId: first, sha256: reconciliation.command.sha256 };
  await panel.confirm(reconciliation.command);
  t.like(await reconciled(panel, reported), nothing);
  t.like(await reconciled(panel, welcome), { needed: true, kind: 'show' });
  t.like(await reconciled(panel, { ...reported, sha256: welcome.sha256 }), { needed: true, kind: 'show' });

  await queue(0);
  t.like(await reconciled(panel, reported), { needed: true, kind: null, again: true }, 'the dwell time');
  await stand.db('display.presentations').where({ user_id: userId, state: 'queued' }).del();
  await stand.db('display.devices').where({ id: displayId }).update({ format: 'raw2' });
  t.like(await reconciled(panel, reported), { needed: true, kind: 'show' }, 'the same in another format');
});

test('a deleted picture stays displayed; an unbound panel gets the unbound command once, then its code', async (t) => {
  const stand = t.context;
  const { displayId, panel, queue, userId } = await ownPanel(stand);
  const [picture] = (await queue(0)) as [string];
  const command = await panel.show();
  await panel.confirm(command);
  const reported = { presentationId: picture, sha256: command.sha256 };
  await stand.db.transaction((trx) => stand.display.removePresentations(trx, userId, [picture]));
  t.like(await reconciled(panel, reported), nothing);
  await stand.unbind({ userId, displayId });
  t.like(await reconciled(panel, reported), { needed: true, kind: 'unbound' });
  t.like(await reconciled(panel, reported), nothing);
  const shown = await renderPage(stand, displayId, 'claim_code');
  t.like(await reconciled(panel, reported), { needed: true, kind: 'claim_code' });
  t.like(await reconciled(panel, shown), nothing);
});
