import {
  analyse,
  claimDisplay,
  confirm,
  create,
  note,
  parallel,
  startLibrary,
  table,
  text,
  untilOver,
} from '#test/modules/library/analyses/stand.ts';
import { median, type Row } from './imaging-row.ts';
import { single } from './single-row.ts';

const MANY = 200;
const TIMES = 5;

/**
 * Time of an analysis from its request to its end, one after the other: on an idle installation, and while another
 * user has 200 of them queued, running or being drawn. Api and worker in one process.
 */
export async function benchFairness(): Promise<Row[]> {
  const stand = await startLibrary({ worker: true });
  try {
    const [busy, other] = [await stand.newUser(), await stand.newUser()];
    await claimDisplay(busy.client);
    await claimDisplay(other.client);
    const notes: string[] = [];
    for (let n = 0; n <= 2 * TIMES; n++) notes.push(await note(other.client, `Number ${n} of the other.`));
    const ask = async () => {
      const started = performance.now();
      const { body } = await analyse(other.client, { contentIds: [notes.pop()] });
      await untilOver(other.client, body.id);
      return performance.now() - started;
    };
    const several = async () => {
      const taken: number[] = [];
      for (let n = 0; n < TIMES; n++) taken.push(await ask());
      return taken;
    };
    await ask();
    const idle = median(await several());

    const ids = await parallel(MANY, async (n) => {
      const made = await create(busy.client, { mode: 'auto', assets: [text(`Number ${n}`)] });
      return made.body.content.id as string;
    });
    await parallel(MANY, (n) => confirm(busy.client, ids[n] as string));
    const beside = await several();
    const left = await table(stand, 'analyses').where({ user_id: busy.userId, state: 'queued' });
    if (left.length === 0) throw new Error('the many were done before the few: nothing was measured');
    return [
      single('analysis of a note, nothing else to do: median', 'ms', idle, null),
      single('extra beside 200 of another user: median', 'ms', median(beside) - idle, 1000),
      single('extra beside 200 of another user: longest of five', 'ms', Math.max(...beside) - idle, 1000),
    ];
  } finally {
    await stand.close();
  }
}
