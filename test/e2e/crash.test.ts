import test, { type ExecutionContext } from 'ava';
import type { Panel } from '#client/panel/panel.ts';
import { newId } from '#shared/ids.ts';
import { createClient } from '#test/support/client.ts';
import { photographJpeg } from '#test/support/images.ts';
import { type Person, registerPerson, sendBytes, type Upload } from '#test/support/person.ts';
import { type Processes, startProcesses } from '#test/support/processes.ts';
import { until } from '#test/support/until.ts';

/** Large enough that a render is still under way when the worker dies. */
const photograph: Upload = { bytes: await photographJpeg(4000, 3000), contentType: 'image/jpeg' };

let processes: Processes;
let person: Person;
test.before(async () => {
  processes = await startProcesses();
  person = await registerPerson(createClient({ url: processes.url, surfaces: [] }), processes.url);
});
test.after.always(() => processes?.close());

/** A retrying client, as the specification tells clients to be: the same call again until it gets a response. */
async function insist<T extends { status: number }>(call: () => Promise<T>): Promise<T> {
  const insisting = async () => {
    const response = await call().catch(() => null);
    // 409 invalid_state: the call before is, or seemed to be, still running.
    return response && response.status < 500 && response.status !== 409 && response;
  };
  return until('an answer', insisting, { everyMs: 50 });
}

interface Push {
  panel: Panel;
  displayId: string;
  contentId: string;
}

/** What must be true in the end, whatever died on the way: one content, one presentation, one frame set, shown and confirmed. */
async function endsRight(t: ExecutionContext, { panel, displayId, contentId }: Push): Promise<void> {
  const content = await person.settled(contentId);
  t.is(content.state, 'ready');
  t.is(content.presentationIds.length, 1);
  const [presentationId] = content.presentationIds;
  await panel.shown(presentationId, { timeoutMs: 120_000 });
  await panel.confirmed(presentationId, { timeoutMs: 120_000 });
  const { db } = processes;
  t.is((await db('display.presentations').where({ device_id: displayId })).length, 1);
  t.is((await db('display.frames').where({ presentation_id: presentationId })).length, 4);
  t.is((await db('display.pushes').where({ device_id: displayId })).length, 1);
  t.like(await db('display.render_tasks').where({ presentation_id: presentationId }).first(), {
    state: 'done',
  });
  const display = (await person.sdk.get(`/api/sdk/v1/displays/${displayId}`)).body;
  t.like(display, { currentPresentationId: presentationId, pendingPresentationId: null });
}

async function created(displayId: string, key = newId()) {
  const { body } = await insist(() => person.create(photograph, { displayId }, key));
  return { contentId: body.content.id as string, ticket: body.uploadTickets[0] };
}

const confirm = (contentId: string) => person.sdk.post(`/api/sdk/v1/contents/${contentId}/confirm`);

test.serial('api killed while it creates: the same key gives one Content', async (t) => {
  const { panel, displayId } = await person.panel();
  t.teardown(() => panel.cutPower());
  const key = newId();
  const lost = person.create(photograph, { displayId }, key).catch(() => null);
  await processes.crash('api');
  await lost;
  const { contentId, ticket } = await created(displayId, key);
  const { length } = await processes.db('library.contents').where({ display_id: displayId });
  t.is(length, 1);
  await insist(async () => ({ status: await sendBytes(ticket, photograph) }));
  await insist(() => confirm(contentId));
  await endsRight(t, { panel, displayId, contentId });
});

test.serial('api killed while it receives the upload: the ticket still works', async (t) => {
  const { panel, displayId } = await person.panel();
  t.teardown(() => panel.cutPower());
  const { contentId, ticket } = await created(displayId);
  const lost = sendBytes(ticket, photograph).catch(() => null);
  await processes.crash('api');
  await lost;
  await insist(async () => ({ status: await sendBytes(ticket, photograph) }));
  await insist(() => confirm(contentId));
  await endsRight(t, { panel, displayId, contentId });
});

test.serial('api killed while it confirms: confirming again makes one presentation', async (t) => {
  const { panel, displayId } = await person.panel();
  t.teardown(() => panel.cutPower());
  const { contentId, ticket } = await created(displayId);
  await sendBytes(ticket, photograph);
  const lost = confirm(contentId).catch(() => null);
  await processes.crash('api');
  await lost;
  await insist(() => confirm(contentId));
  await endsRight(t, { panel, displayId, contentId });
});

test.serial('worker killed while it renders: another one renders it within seconds', async (t) => {
  const { panel, displayId } = await person.panel();
  t.teardown(() => panel.cutPower());
  const { contentId, ticket } = await created(displayId);
  await sendBytes(ticket, photograph);
  await confirm(contentId);
  await processes.kill('worker');
  t.is((await person.sdk.get(`/api/sdk/v1/contents/${contentId}`)).body.state, 'processing');
  await processes.start('worker');
  await endsRight(t, { panel, displayId, contentId });
});

test.serial('gateway killed with the command on its way, and again before the confirm', async (t) => {
  const { panel, displayId } = await person.panel();
  t.teardown(() => panel.cutPower());
  const contentId = await person.push(photograph, { displayId });
  await panel.command('show');
  await processes.crash('gateway');
  await processes.crash('gateway');
  await endsRight(t, { panel, displayId, contentId });
});

test.serial('api killed while the panel fetches its frame: the panel asks again and shows it', async (t) => {
  const { panel, displayId } = await person.panel();
  t.teardown(() => panel.cutPower());
  const contentId = await person.push(photograph, { displayId });
  await panel.command('show');
  await processes.crash('api');
  await endsRight(t, { panel, displayId, contentId });
});

test.serial(
  'everything killed during a push: after a restart the panel shows the right picture',
  async (t) => {
    const { panel, displayId } = await person.panel();
    t.teardown(() => panel.cutPower());
    const contentId = await person.push(photograph, { displayId });
    await Promise.all([processes.kill('worker'), processes.kill('gateway'), processes.kill('api')]);
    await Promise.all([processes.start('api'), processes.start('gateway'), processes.start('worker')]);
    await endsRight(t, { panel, displayId, contentId });
  },
);
