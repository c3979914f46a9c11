import anyTest, { type TestFn } from 'ava';
import { createDisplay } from '#modules/display';
import { newId } from '#shared/ids.ts';
import { sha256 } from '#shared/keys.ts';
// Behind index.ts: codes are deleted at the moment at which they are renewed; the hourly clean-up comes to them later.
import { deleteUnclaimed } from '../../../../modules/display/pairing/delete-unclaimed.ts';
import { type FacadeStand, startFacade } from '../facade-stand.ts';
import type { Enrolled } from '../owner-calls.ts';

/** A panel has at most one code, which is on its claim page; a code leads to one panel, and never to another one later. */
const test = anyTest.serial as TestFn<FacadeStand>;
test.before(async (t) => {
  t.context = await startFacade();
});
test.after.always(async (t) => t.context.close());

const ABOUT = { firmware: '1', battery: null, charging: null, rssi: null, shown: null };

async function newPanel(stand: FacadeStand) {
  const hardwareId = `code-${newId()}`;
  const { thingName, password, claim } = await stand.enrol({ hardwareId });
  const { id } = await stand.db('display.devices').where({ thing_name: thingName }).first('id');
  return { id: id as string, hardwareId, code: claim?.code ?? '', credential: sha256(password) };
}

const expire = ({ db }: FacadeStand, id: string) =>
  db('display.claim_codes')
    .where({ device_id: id })
    .update({ expires_at: new Date(0) });

test('sixty simultaneous requests on two gateways for a new code in place of an expired one make one code with one page', async (t) => {
  const stand = t.context;
  const links = [createDisplay(stand.context).panels, createDisplay(stand.context).panels] as const;
  const { id, credential, code: before } = await newPanel(stand);
  const epoch = await links[0].connected(id, newId(), credential);
  await expire(stand, id);
  const requests = Array.from({ length: 60 }, async (_, n): Promise<void> => {
    const link = links[n % 2] as (typeof links)[0];
    if (n % 3 === 0) await link.requestClaim(id, epoch);
    else if (n % 3 === 1) await link.heartbeat(id, epoch, ABOUT);
    else await link.connected(id, newId(), credential);
  });
  await Promise.all(requests);
  const codes = await stand.db('display.claim_codes').where({ device_id: id }).pluck('code');
  t.is(codes.length, 1);
  t.not(codes[0], before);
  const pages = await stand.db('display.system_frames').where({ device_id: id }).pluck('subject');
  t.deepEqual(pages, codes);
});

test('of simultaneous enrolments and claims of one panel, only the password of the claimed code is valid', async (t) => {
  const stand = t.context;
  const link = stand.display.panels;
  const good = async (thingName: string, password: string) =>
    (await link.authenticate(thingName, password)) !== null;
  for (let round = 0; round < 8; round++) {
    const hardwareId = `race-${newId()}`;
    const userId = await stand.addUser();
    const enrolled: Enrolled[] = [];
    const claimed: string[] = [];
    const tryToClaim = async (code: string) => {
      const display = await stand.claim({ userId, code, nickname: null }).catch(() => null);
      if (display) claimed.push(code);
    };
    const enrolAndClaim = async () => {
      const one = await stand.enrol({ hardwareId }).catch((error) => {
        if (error.code !== 'already_enrolled') throw error;
      });
      if (!one?.claim) return;
      enrolled.push(one);
      await Promise.all([tryToClaim(one.claim.code), tryToClaim(one.claim.code)]);
    };
    await Promise.all(Array.from({ length: 24 }, enrolAndClaim));
    t.is(claimed.length, 1, 'one caller gets the panel, with one code');
    t.is(
      new Set(enrolled.map(({ claim }) => claim?.code)).size,
      enrolled.length,
      'each has a code of its own',
    );
    for (const { thingName, password, claim } of enrolled)
      t.is(await good(thingName, password), claim?.code === claimed[0]);
  }
});

test('an old code claims nothing once there is a new one, even when both are entered at the same moment', async (t) => {
  const stand = t.context;
  const { id, credential, code: old } = await newPanel(stand);
  await expire(stand, id);
  const link = stand.display.panels;
  const userId = await stand.addUser();
  const claim = (code: string) => stand.claim({ userId, code, nickname: null });
  const outcomes = await Promise.allSettled([
    ...Array.from({ length: 20 }, () => claim(old)),
    ...Array.from({ length: 20 }, () => link.connected(id, newId(), credential)),
  ]);
  t.true(outcomes.slice(0, 20).every(({ status }) => status === 'rejected'));
  const { code } = await stand.db('display.claim_codes').where({ device_id: id }).first('code');
  const claimed = await Promise.allSettled([claim(old), claim(code), claim(code)]);
  t.is(claimed.filter(({ status }) => status === 'fulfilled').length, 1);
});

test('panels that many users claim and unbind repeatedly never share a code or an owner', async (t) => {
  const stand = t.context;
  const panels = await Promise.all(Array.from({ length: 6 }, () => newPanel(stand)));
  const users = await Promise.all(Array.from({ length: 6 }, () => stand.addUser()));
  const owned = new Map<string, string>();
  const codeOf = async (id: string) =>
    (await stand.db('display.claim_codes').where({ device_id: id }).first('code'))?.code ?? 'AAAAAA';
  await Promise.all(
    users.flatMap((userId, n) =>
      Array.from({ length: 8 }, async (_, round) => {
        const { id } = panels[(n + round) % panels.length] as { id: string };
        const claimed = await stand
          .claim({
            userId,
            code: await codeOf(id),
            nickname: null,
          })
          .catch(() => null);
        if (!claimed) return;
        t.is(claimed.id, id, 'a code leads to the panel that shows it');
        t.false(owned.has(id), 'no other user owns it');
        owned.set(id, userId);
        if (round % 2 === 0) {
          owned.delete(id);
          await stand.unbind({ userId, displayId: id });
        }
      }),
    ),
  );
  for (const { id } of panels) {
    const device = await stand.db('display.devices').where({ id }).first('user_id');
    t.is(device.user_id, owned.get(id) ?? null);
    const codes = await stand.db('display.claim_codes').where({ device_id: id });
    t.is(codes.length, owned.has(id) ? 0 : 1);
  }
});

test('expired codes are removed, even while they are renewed', async (t) => {
  const stand = t.context;
  const panels = await Promise.all(Array.from({ length: 10 }, () => newPanel(stand)));
  for (const { id } of panels) await expire(stand, id);
  const link = stand.display.panels;
  await Promise.all([
    ...panels.slice(0, 5).map(({ id, credential }) => link.connected(id, newId(), credential)),
    deleteUnclaimed(stand.context),
    deleteUnclaimed(stand.context),
  ]);
  const left = await stand
    .db('display.claim_codes')
    .whereIn(
      'device_id',
      panels.map(({ id }) => id),
    )
    .pluck('device_id');
  t.deepEqual(
    left.toSorted(),
    panels
      .slice(0, 5)
      .map(({ id }) => id)
      .toSorted(),
  );
});
