import test from 'ava';
import { createClient } from '#test/support/client.ts';
import { photographJpeg } from '#test/support/images.ts';
import { type Person, registerPerson } from '#test/support/person.ts';
import { planSettings, unitsOf } from '#test/support/plans.ts';
import { type Processes, startProcesses } from '#test/support/processes.ts';

/** Large enough that a render is still under way when the worker dies. */
const photograph = { bytes: await photographJpeg(3000, 2000), contentType: 'image/jpeg' };
const PUSHES = 5;

let processes: Processes;
let person: Person;
test.before(async () => {
  const plans = { free: { features: { ai_routing: true }, quotas: { pushes: PUSHES, ai_analyses: 2 } } };
  processes = await startProcesses(planSettings(plans));
  person = await registerPerson(createClient({ url: processes.url, surfaces: [] }), processes.url);
});
test.after.always(() => processes?.close());

test.serial(
  'workers and gateways killed between acceptance and publication: each page costs one push',
  async (t) => {
    const { db } = processes;
    const { id: userId } = (await person.app.get('/auth/me')).body;
    const units = (quota: 'pushes' | 'ai_analyses') => unitsOf(db, userId, quota);
    const { panel, displayId } = await person.panel();
    t.teardown(() => panel.cutPower());

    const text = { mode: 'auto', assets: [{ type: 'text', text: 'Remember the milk.' }] };
    const made = await person.sdk.post('/api/sdk/v1/contents', { body: text, key: 'a-key-for-this-note' });
    const onTheWall = async (contentId: string) => {
      const content = await person.settled(contentId);
      t.like(content, { state: 'ready', failure: null });
      t.is(content.presentationIds.length, 1);
      await panel.confirmed(content.presentationIds[0], { timeoutMs: 120_000 });
    };
    const noteId = made.body.content.id;
    await person.confirm(noteId);
    for (let n = 1; n < PUSHES; n++) {
      const contentId = await person.upload(photograph, { displayId });
      const confirmed = person.confirm(contentId);
      await processes.crash(n % 2 === 0 ? 'gateway' : 'worker');
      await confirmed;
      await processes.crash('worker');
      // Before the next two crashes: a job that a third worker dies of has failed, and on a slow machine one lasts that long.
      await onTheWall(contentId);
      if (n === 1) await onTheWall(noteId);
    }
    const over = await person.create(photograph, { displayId });
    t.is(`${over.status} ${over.body.error?.code}`, '429 quota_exceeded');
    t.deepEqual(await units('pushes'), { reserved: 0, settled: PUSHES, returned: 0 });
    t.deepEqual(await units('ai_analyses'), { reserved: 0, settled: 1, returned: 0 });
  },
);
