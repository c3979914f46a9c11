import test from 'ava';
import { CLAIM, enroll } from '#test/modules/display/pairing/pairing-stand.ts';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { type Client, createClient } from '#test/support/client.ts';
import { registerUser } from '#test/support/person.ts';
import { planSettings, subscribe } from '#test/support/plans.ts';

let app: TestApp;
let client: Client;
test.before(async () => {
  app = await startTestApp({ settings: planSettings({ free: { displays: 3 }, pro: { displays: 4 } }) });
  client = createClient(app);
});
test.after.always(() => app?.close());

const codes = async (count: number): Promise<string[]> => {
  const panels = Array.from({ length: count }, () => enroll({ app, client }));
  return (await Promise.all(panels)).map(({ claim }) => claim.code);
};
const claim = (who: Client, code: string | undefined) => who.post(CLAIM, { body: { code } });
const displaysOf = async (who: Client) => (await who.get('/api/app/v1/displays')).body.items;

test('of forty claims at once three succeed, and the codes of the others stay valid', async (t) => {
  const owner = await registerUser(client);
  const all = await codes(40);
  const responses = await Promise.all(all.map((code) => claim(owner, code)));
  t.is(responses.filter(({ status }) => status === 201).length, 3);
  t.is((await displaysOf(owner)).length, 3);
  const refused = all.filter((_, i) => responses[i]?.status === 403);
  t.is(refused.length, 37);
  for (const { status, body } of responses)
    if (status === 403) {
      t.is(body.error.code, 'plan_upgrade_required');
      t.deepEqual(body.error.details, {
        ...{ feature: 'displays', requiredTier: 'pro', currentTier: 'free', status: null },
      });
    }
  t.is((await claim(await registerUser(client), refused[0])).status, 201);

  const [gone] = await displaysOf(owner);
  await owner.delete(`/api/app/v1/displays/${gone.id}`);
  t.is((await claim(owner, refused[1])).status, 201, 'one that was given back makes room');
  t.is((await claim(owner, refused[2])).status, 403);
  t.is((await claim(owner, 'AAAAAA')).body.error.code, 'claim_code_not_found', 'whatever the plan allows');
});

test('with a failed payment nothing is claimed, and beyond the highest plan nothing can be', async (t) => {
  const owner = await registerUser(client);
  const { id } = (await owner.get('/auth/me')).body;
  const all = await codes(5);
  await subscribe(app.app.db, id, 'unpaid');
  const unpaid = await claim(owner, all[0]);
  t.is(`${unpaid.status} ${unpaid.body.error.code}`, '402 payment_required');
  await subscribe(app.app.db, id);
  for (const code of all.slice(0, 4)) t.is((await claim(owner, code)).status, 201);
  const { body } = await claim(owner, all[4]);
  t.deepEqual(body.error.details, {
    ...{ feature: 'displays', requiredTier: null, currentTier: 'pro', status: 'active' },
  });
  t.is((await displaysOf(owner)).length, 4);
});
