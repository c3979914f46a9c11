import type { Figure } from '../figure.ts';
import { percentile, single } from '../single-row.ts';
import { withGenerator } from './contest.ts';
import { type Installation, install } from './installation.ts';
import { now } from './now.ts';
import { paced } from './paced.ts';
import { confirmedFrames, createOwner, queuePicture, storeFrames } from './pictures.ts';
import { cpuMs, cpuMsWithChildren } from './process-figures.ts';
import { type Service, startGatewayProcess, startService } from './service.ts';
import type { Generator } from './start-generator.ts';

const PANELS = 10_000;
const EVERY_SECONDS = 300;
/** A fifth of a round. Each panel of it wakes once. */
const PACE = { perSecond: PANELS / EVERY_SECONDS, seconds: 60 };
/**
 * One panel of this number finds a picture when it wakes; one of this number of those pictures was pushed over the
 * API and rendered.
 */
const WITH_PICTURE = 3;
const RENDERED = 10;
/** Time from pushing a picture to the wake of its panel. */
const LEAD_SECONDS = 10;

/** Panels that wake every five minutes, on one box with api, worker, gateway and Postgres. */
export async function benchAsleep(): Promise<Figure[]> {
  const installation = await install(PANELS);
  const services: Service[] = [];
  try {
    await storeFrames(installation.folder);
    for (const target of ['api', 'worker'] as const)
      services.push(await startService(target, installation.settings));
    const gateway = await startGatewayProcess(installation.settings);
    return await withGenerator(gateway, async (generator) => {
      const processes = [gateway.pid, ...services.map(({ pid }) => pid)];
      return figures(await measure(installation, generator, gateway.port, processes));
    });
  } finally {
    for (const service of services) await service.end('SIGTERM');
    await installation.close();
  }
}

async function measure(
  { db, settings, postgresPid }: Installation,
  generator: Generator,
  port: number,
  pids: number[],
) {
  const render = await createOwner(db, String(settings.PUBLIC_URL));
  const used = () => pids.reduce((sum, pid) => sum + cpuMs(pid), cpuMsWithChildren(postgresPid));
  const before = { at: now(), used: used(), generator: cpuMs(generator.pid) };
  const pushed: Promise<void>[] = [];
  let next = 0;
  const pushing = paced(PACE, () => {
    const panel = next++;
    if (panel % WITH_PICTURE > 0) return;
    pushed.push(panel % (WITH_PICTURE * RENDERED) > 0 ? queuePicture(db, panel) : render(panel));
  });
  await new Promise((resolve) => setTimeout(resolve, LEAD_SECONDS * 1000));
  const { wakes, failures } = await generator.run('wakeAll', { port, ...PACE });
  await pushing;
  await Promise.all(pushed);
  const ms = now() - before.at;
  const confirmed = await confirmedFrames(db, next);
  return {
    wakes,
    failures,
    woken: next,
    pushed: pushed.length,
    wrong: wakes.filter(({ panel, shown }) => {
      const stored = confirmed.get(panel);
      return stored?.presentationId !== shown.presentationId || stored.sha256 !== shown.sha256;
    }).length,
    share: (used() - before.used) / ms,
    generatorShare: (cpuMs(generator.pid) - before.generator) / ms,
  };
}

function figures({
  wakes,
  failures,
  woken,
  pushed,
  wrong,
  share,
  generatorShare,
}: Awaited<ReturnType<typeof measure>>): Figure[] {
  for (const failure of new Set(failures)) console.log(`a panel failed: ${failure}`);
  const confirmed = wakes.flatMap((one) => (one.confirmMs === null ? [] : [one.confirmMs]));
  const heartbeatMs = wakes.map((one) => one.heartbeatMs);
  const name = `${PANELS} panels that wake every ${EVERY_SECONDS / 60} min, ${PACE.seconds} s of it`;
  return [
    { ...single(`${name}: panels woken and asleep again`, 'panels', wakes.length, woken), atLeast: true },
    {
      ...single('the same: frames fetched, checked and confirmed', 'frames', confirmed.length, pushed),
      atLeast: true,
    },
    single('the same: wrong at the end', 'panels', wrong, 0),
    single('the same: wake to confirm, p50', 'ms', percentile(confirmed, 0.5), null),
    single('the same: wake to confirm, p99', 'ms', percentile(confirmed, 0.99), null),
    single('the same: wake to heartbeat stored, p99', 'ms', percentile(heartbeatMs, 0.99), null),
    single('the same: CPU of everything', 'cores', share, null),
    single('the same: CPU of the load generator', 'cores', generatorShare, null),
  ];
}
