import test from 'ava';
import {
  claimDisplay,
  code,
  confirm,
  create,
  png,
  read,
  upload,
} from '#test/modules/library/analyses/stand.ts';
import { photographPng } from '#test/support/images.ts';
import { type PlanStand, startPlans } from './stand.ts';

const PHOTO = await photographPng(32, 20);
const DAY = 86_400_000;

let stand: PlanStand;
test.before(async () => {
  stand = await startPlans({ free: { quotas: { pushes: 1 } } });
});
test.after.always(() => stand?.close());

const row = (id: string) => stand.app.db('library.contents').where({ id });
const ago = (days: number) => new Date(Date.now() - days * DAY);

/** Two pictures for a display, uploaded; there is one push. */
async function twoPictures() {
  const { client, userId } = await stand.newUser();
  const displayId = await claimDisplay(client);
  const make = async () => {
    const { body } = await create(client, { mode: 'hardcode', assets: [png(PHOTO.length)], displayId });
    await upload(body.uploadTickets[0], PHOTO);
    return body.content.id as string;
  };
  const [first, second] = [await make(), await make()];
  return { client, userId, first, second, state: async () => (await read(client, second)).body.state };
}

test.serial('uploads that the quota refused are kept until a week after it begins again', async (t) => {
  const { client, userId, first, second, state } = await twoPictures();
  t.is((await confirm(client, first)).status, 200);
  const refusal = await confirm(client, second);
  t.is(code(refusal), '429 quota_exceeded');
  const { resetAt } = refusal.body.error.details;
  t.is((await row(second).first()).refused_until.toISOString(), resetAt);
  await stand.subscribe(userId, 'unpaid');
  t.is(code(await confirm(client, second)), '402 payment_required');
  t.is((await row(second).first()).refused_until.toISOString(), resetAt, 'the later of the two dates');

  await row(second).update({ updated_at: ago(40) });
  await stand.app.library.cleanUp();
  t.is(await state(), 'pending');
  await row(second).update({ refused_until: ago(6.9) });
  await stand.app.library.cleanUp();
  await stand.subscribe(userId);
  t.is((await confirm(client, second)).body.state, 'processing', 'its bytes are there');
});

test.serial(
  'uploads that are refused until the user pays are kept for a week after the last refusal',
  async (t) => {
    const { client, userId, second, state } = await twoPictures();
    await row(second).update({ updated_at: ago(8) });
    await stand.subscribe(userId, 'unpaid');
    t.is(code(await confirm(client, second)), '402 payment_required');
    await stand.app.library.cleanUp();
    t.is(await state(), 'pending');
    await row(second).update({ refused_until: ago(7.1) });
    await stand.app.library.cleanUp();
    t.like((await read(client, second)).body, { state: 'failed', failure: { code: 'upload_expired' } });
  },
);
