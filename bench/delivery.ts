import { startTestApp, type TestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';
import { photographJpeg, photographPng } from '#test/support/images.ts';
import { registerPerson, type Upload } from '#test/support/person.ts';
import { median, type Row } from './imaging-row.ts';

/**
 * Median milliseconds from the response of `confirm` to the verified frame at the simulated panel, on an idle system:
 * api, worker and gateway in one process, real HTTP, MQTT and Postgres.
 */
export async function benchDelivery(): Promise<Row[]> {
  const app = await startTestApp({ worker: true, gateway: true });
  try {
    // Two pictures take turns, because a panel does not fetch the frame that it shows already.
    const seeds = [1, 2];
    const small = await Promise.all(seeds.map((seed) => photographPng(800, 480, seed)));
    const large = await Promise.all(seeds.map((seed) => photographJpeg(4000, 3000, seed)));
    return [
      await measure(app, 'push to panel, 800x480 PNG', pictures(small, 'image/png'), 15, 400),
      await measure(app, 'push to panel, 12 MP JPEG', pictures(large, 'image/jpeg'), 9, 900),
    ];
  } finally {
    await app.close();
  }
}

function pictures(files: Uint8Array[], contentType: string): Upload[] {
  return files.map((bytes) => ({ bytes, contentType }));
}

async function measure(
  app: TestApp,
  name: string,
  pictures: Upload[],
  times: number,
  goal: number,
): Promise<Row> {
  const owner = await registerPerson(createClient(app), app.url);
  const { panel, displayId } = await owner.panel({ heartbeatMs: 30_000 });
  await panel.command('bound');
  const taken: number[] = [];
  for (let n = 0; n <= times; n++) {
    const contentId = await owner.upload(pictures[n % pictures.length] as Upload, { displayId });
    const from = panel.events.list.length;
    await owner.confirm(contentId);
    const started = performance.now();
    const shown = await panel.events.until((one) => one.what === 'frame', { from });
    if (n > 0) taken.push(performance.now() - started); // the first one warms up
    if (shown.what === 'frame' && shown.command.kind === 'show')
      await panel.confirmed(shown.command.presentationId, { from });
  }
  await panel.sleep();
  return { name, ours: median(taken), theirs: null, ratio: null, goal, unit: 'ms' };
}

if (import.meta.main) {
  for (const { name, ours, goal } of await benchDelivery())
    console.log(`${name}: ${ours.toFixed(0)} ms (goal ${goal}: ${ours <= (goal ?? 0) ? 'met' : 'MISSED'})`);
}
