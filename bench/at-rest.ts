import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DAY_SECONDS } from '#shared/clock.ts';
import { createClient } from '#test/support/client.ts';
import { freePort } from '#test/support/free-port.ts';
import { registerPerson } from '#test/support/person.ts';
import { switchOffPanels } from '#test/support/running-panels.ts';
import { connectAsAdmin } from '../box/postgres-session.ts';
import { cpuMsOf, processTree, proportionalBytesOf } from './at-rest/process-tree.ts';
import { type Figure, table } from './figure.ts';
import { childrenOf } from './gateway/process-figures.ts';

const root = join(import.meta.dirname, '..');
/** After a start autovacuum works on the new tables and V8 collects garbage. After this time the box is at rest. */
const SETTLE_SECONDS = 240;

interface Box {
  /** The pid of the Node process, not of make. */
  pid: number;
  stop(): Promise<void>;
}

/**
 * Processor time, memory and writes of a box (`make run`) with one connected panel while nothing happens, its
 * Postgres included.
 */
export async function benchAtRest(seconds = 300, settleSeconds = SETTLE_SECONDS): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-at-rest-'));
  const [httpPort, mqttPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${httpPort}`;
  const box = await startBox({ DATA_DIR: folder, HTTP_PORT: httpPort, MQTT_PORT: mqttPort, PUBLIC_URL: url });
  try {
    const owner = await registerPerson(createClient({ url, surfaces: [] }), url);
    const { panel } = await owner.panel({ heartbeatMs: 30_000 });
    await panel.command('bound');
    await pause(settleSeconds * 1000);
    const { cpuShare, bytes, walBytes } = await watch(box.pid, folder, seconds);
    const figure = (name: string, ours: number, unit: string, goal: number): Figure => ({
      ...{ name: `${name} (${seconds} s)`, ours, theirs: null, unit, goal },
    });
    return [
      figure('box at rest, one panel: processor', cpuShare * 100, '% of a core', 1),
      figure('box at rest: memory with Postgres (PSS)', bytes / 1e6, 'MB', 400),
      figure('box at rest: WAL written', ((walBytes / seconds) * DAY_SECONDS) / 1e6, 'MB a day', 10),
    ];
  } finally {
    switchOffPanels(url);
    await box.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The box as `make run` starts it. */
async function startBox(settings: Record<string, string | number>): Promise<Box> {
  const given = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const make = spawn('make', ['-s', '-C', root, 'run', ...given], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  make.stdout.setEncoding('utf8');
  await new Promise<void>((resolve, reject) => {
    make.stdout.on('data', (text: string) => {
      output += text;
      if (/^placard ready/m.test(output)) resolve();
    });
    make.once('exit', () => reject(new Error(`The box did not start: ${output}`)));
  });
  const pid = childrenOf(make.pid as number)[0] as number;
  return {
    pid,
    async stop() {
      const ended = once(make, 'exit');
      process.kill(pid, 'SIGTERM');
      await ended;
    },
  };
}

async function watch(pid: number, folder: string, seconds: number) {
  const client = await connectAsAdmin(join(folder, 'postgres/socket'));
  const walPosition = async () =>
    Number((await client.query("select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes")).rows[0].bytes);
  const [wal, cpu, begin] = [await walPosition(), cpuMsOf(processTree(pid)), performance.now()];
  await pause(seconds * 1000);
  const pids = processTree(pid);
  const cpuShare = (cpuMsOf(pids) - cpu) / (performance.now() - begin);
  const walBytes = (await walPosition()) - wal;
  await client.end();
  return { cpuShare, walBytes, bytes: proportionalBytesOf(pids) };
}

if (import.meta.main) {
  const [seconds, settle] = process.argv.slice(2).map(Number);
  console.log(table(await benchAtRest(seconds, settle)));
}
