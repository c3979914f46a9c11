import { parseArgs } from 'node:util';
import * as fc from 'fast-check';
import { emptyFlash } from '#gateway/simulator/trmnl/memory.ts';
import { PowerCutError } from '#gateway/simulator/trmnl/request.ts';
import type { Step, TrmnlPanel } from '#gateway/simulator/trmnl/trmnl-panel.ts';
import { packed, startTrmnl, storedFrame, type TrmnlStand, test } from './trmnl-stand.ts';

/**
 * `make test AVA_FLAGS="--timeout 2h" FILES="test/modules/display/trmnl/power-cuts.test.ts -- --seed 7 --lives 400"` goes
 * through 10,000 events, and from another seed.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  strict: false,
  options: { seed: { type: 'string' }, lives: { type: 'string' } },
});
const seed = Number(values.seed ?? 20_261_122);
const numRuns = Number(values.lives ?? 8);
const EVENTS_PER_LIFE = 25;
const VERSIONS = ['1.5.12', '1.6.5', '1.7.8', '1.8.15'];
const STEPS: Step[] = ['display', 'answered', 'download', 'downloaded', 'stored', 'drawn'];
const SETUP_STEPS: Step[] = ['setup', 'enrolled', ...STEPS];
const PICTURES = 3;

type Event =
  | { what: 'wake' | 'power' | 'button' }
  | { what: 'cut before'; step: Step }
  | { what: 'cut download'; after: number }
  /** Its flash is erased, its owner lets it enrol again, and its power is cut while it does, or not. */
  | { what: 'reset'; step: Step | undefined }
  | { what: 'activate'; picture: number }
  /** The server dies before it has written down what it sent. */
  | { what: 'forget receipt' };

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.constantFrom<Event>({ what: 'wake' }, { what: 'power' }, { what: 'button' }, { what: 'forget receipt' }),
  fc.constantFrom(...STEPS).map((step): Event => ({ what: 'cut before', step })),
  fc.constantFrom(undefined, ...SETUP_STEPS).map((step): Event => ({ what: 'reset', step })),
  fc.integer({ min: 1, max: 20_000 }).map((after): Event => ({ what: 'cut download', after })),
  fc.integer({ min: 0, max: PICTURES - 1 }).map((picture): Event => ({ what: 'activate', picture })),
);

/** A panel whose power can be cut anywhere, with pictures that it has shown. */
interface Subject {
  panel: TrmnlPanel;
  displayId: string;
  pictures: string[];
  cut: { step?: Step | undefined; after?: number | undefined };
  /** It has no power: its next wake is a start. */
  isOff: boolean;
  /** The picture that was asked for last: by its owner, or with its button. */
  wanted: string | null;
  /** The picture that the server takes to be on its screen. */
  confirmed: string | null;
  /** The name of the picture that arrived whole last: by now, and when the panel asked last. */
  taken: string;
  takenBefore: string;
  /** The names under which each picture was sent. */
  names: Map<string, Set<string>>;
}

test.before(async (t) => {
  t.context = await startTrmnl();
});
test.after.always(async (t) => t.context.app.close());

async function makeSubject(stand: TrmnlStand, version: string): Promise<Subject> {
  const cut: Subject['cut'] = {};
  let subject: Subject | undefined;
  const { panel, displayId } = await stand.claimed({
    version,
    beforeStep(step) {
      if (step === 'display' && subject) subject.takenBefore = subject.taken;
      if (step === 'downloaded' && subject) subject.taken = subject.panel.lastResponse?.filename ?? '';
      if (cut.step === step) throw new PowerCutError('power lost');
    },
    cutDownloadAfter: () => cut.after,
  });
  subject = {
    ...{ panel, displayId, cut, isOff: false, confirmed: null, wanted: null, pictures: [] },
    ...{ taken: '', takenBefore: '', names: new Map() },
  };
  for (let seedOfPicture = 61; subject.pictures.length < PICTURES; seedOfPicture++) {
    subject.pictures.push(await stand.push(displayId, seedOfPicture));
    await panel.wake();
    await noteName(stand, subject);
    await panel.wake();
    subject.confirmed = subject.pictures.at(-1) ?? null;
  }
  subject.wanted = subject.confirmed;
  await stand.person.app.patch(`/api/app/v1/displays/${displayId}`, { body: { button: 'back' } });
  await panel.wake(); // it is told what its button asks for
  return subject;
}

async function happen(stand: TrmnlStand, subject: Subject, event: Event): Promise<void> {
  const { panel, displayId, pictures, cut } = subject;
  switch (event.what) {
    case 'activate': {
      const path = `/api/app/v1/displays/${displayId}/current`;
      await stand.person.app.post(path, { body: { presentationId: pictures[event.picture] } });
      subject.wanted = pictures[event.picture] ?? null;
      return;
    }
    case 'forget receipt':
      await stand.app.app.db('display.polls').where({ device_id: displayId }).update({ sent_picture: null });
      return;
    case 'reset':
      await stand.person.app.post(`/api/app/v1/displays/${displayId}/reset-enrollment`);
      Object.assign(panel.flash, emptyFlash());
      subject.isOff = true;
      cut.step = event.step;
      break;
    case 'cut before':
      cut.step = event.step;
      break;
    case 'cut download':
      cut.after = event.after;
  }
  const reason =
    event.what === 'button' ? 'button' : event.what === 'power' || subject.isOff ? 'power' : 'timer';
  subject.isOff = false;
  try {
    await panel.wake(reason);
  } catch (error) {
    if (!(error instanceof PowerCutError)) throw error;
    subject.isOff = true;
  }
  delete cut.step;
  delete cut.after;
  if (event.what === 'button') subject.wanted = await wantedBy(stand, displayId);
}

/** The picture that the server wants on the screen. */
async function wantedBy({ app }: TrmnlStand, displayId: string): Promise<string> {
  const device = await app.app.db('display.devices').where({ id: displayId }).first();
  return device.pending_presentation_id ?? device.current_presentation_id;
}

async function noteName(stand: TrmnlStand, { displayId, names }: Subject): Promise<void> {
  const lastResponse = await stand.app.app
    .db('display.polls')
    .where({ device_id: displayId })
    .first('frame_id', 'picture');
  names.set(lastResponse.frame_id, (names.get(lastResponse.frame_id) ?? new Set()).add(lastResponse.picture));
}

/** What is newly confirmed is what had arrived whole, and last, when the panel asked: its flash keeps no other. */
async function checkConfirmed(stand: TrmnlStand, subject: Subject): Promise<void> {
  const device = await stand.app.app.db('display.devices').where({ id: subject.displayId }).first();
  const confirmed = device.current_presentation_id;
  if (confirmed !== subject.confirmed && !subject.names.get(confirmed)?.has(subject.takenBefore))
    throw new Error(`${confirmed} is confirmed, and no whole picture of it had arrived`);
  subject.confirmed = confirmed;
  await noteName(stand, subject);
}

test('power cuts between any two steps never confirm a picture that has not arrived, and the last one is shown in the end', async (t) => {
  const subjects = await Promise.all(VERSIONS.map((version) => makeSubject(t.context, version)));
  const life = fc.tuple(
    fc.integer({ min: 0, max: VERSIONS.length - 1 }),
    fc.array(event, { minLength: EVENTS_PER_LIFE, maxLength: EVENTS_PER_LIFE }),
  );
  const outcome = await fc.check(
    fc.asyncProperty(life, async ([at, events]) => {
      const subject = subjects[at] as Subject;
      for (const one of events) {
        await happen(t.context, subject, one);
        await checkConfirmed(t.context, subject);
      }
      await endsRight(t.context, subject);
      await checkConfirmed(t.context, subject);
      subject.isOff = false;
    }),
    { seed, numRuns, endOnFailure: true },
  );
  if (!outcome.failed) return t.pass();
  t.log(`life ${outcome.numRuns} of seed ${seed}: ${JSON.stringify(outcome.counterexample)}`);
  throw outcome.errorInstance;
});

/** After a few wakes without a fault, as many as a lost proof takes, the wanted picture is on the screen, and confirmed. */
async function endsRight(stand: TrmnlStand, subject: Subject): Promise<void> {
  const { panel, displayId } = subject;
  const device = () => stand.app.app.db('display.devices').where({ id: displayId }).first();
  for (let wakes = 0; wakes < 12; wakes++) {
    await panel.wake(wakes === 0 ? 'power' : 'timer');
    await noteName(stand, subject);
  }
  const { pending_presentation_id: pending, current_presentation_id: current } = await device();
  if (pending !== null) throw new Error('the picture is still not confirmed');
  if (current !== subject.wanted) throw new Error('another picture than the one asked for last is confirmed');
  const { screen } = panel;
  if (screen.kind !== 'picture') throw new Error(`the screen shows ${screen.kind}`);
  const isBmp = screen.bytes.toString('latin1', 0, 2) === 'BM';
  if (!isBmp && !packed(screen.bytes, 1).equals(await storedFrame(stand, current, 'raw1')))
    throw new Error('another picture is on the screen');
}
