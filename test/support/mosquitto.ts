import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { until, within } from './until.ts';

/** Debian installs it in a folder that is only in the PATH of root. */
const CANDIDATES = [
  'mosquitto',
  '/usr/sbin/mosquitto',
  '/usr/local/sbin/mosquitto',
  '/opt/homebrew/sbin/mosquitto',
];

/** The mosquitto of this machine, or null if there is none. `.ci/install-mosquitto` installs one if possible. */
export const mosquittoProgram: string | null = CANDIDATES.find(runs) ?? null;

export interface Mosquitto {
  /** Holds `mosquitto.conf` and the files that Placard writes. */
  folder: string;
  pidFile: string;
  panelPort: number;
  gatewayPort: number;
  /** Its output, for reports of failed tests. */
  log(): string;
  /** Starts it with the configuration in the folder, also again after `stop`. Resolves when it listens. */
  start(): Promise<void>;
  /** With `SIGKILL` it loses what it has not written. With `SIGTERM` it writes its sessions first. */
  stop(signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  close(): Promise<void>;
}

/** A mosquitto on its own ports, not started yet. */
export async function prepareMosquitto(): Promise<Mosquitto> {
  const program = mosquittoProgram;
  if (!program) throw new Error('there is no mosquitto here');
  const folder = await mkdtemp(join(tmpdir(), 'placard-mosquitto-'));
  const [panelPort, gatewayPort] = [await freePort(), await freePort()];
  const pidFile = join(folder, 'mosquitto.pid');
  let child: ChildProcess | null = null;
  let guard: ChildProcess | null = null;
  let output = '';

  const mosquitto: Mosquitto = {
    folder,
    pidFile,
    panelPort,
    gatewayPort,
    log: () => output,
    async start() {
      const own = [
        `pid_file ${pidFile}`,
        `persistence_location ${folder}/`,
        'log_dest stderr',
        'log_type all',
      ];
      // Started by root, it changes to another user, who may not enter the folder.
      if (process.getuid?.() === 0) own.push('user root');
      const conf = join(folder, 'main.conf');
      const included = await readFile(join(folder, 'mosquitto.conf'), 'utf8');
      await writeFile(conf, `${own.join('\n')}\n${included}`);
      const started = spawn(program, ['-c', conf], { stdio: ['ignore', 'ignore', 'pipe'] });
      child = started;
      guard = endWithThisProcess(started);
      started.stderr?.on('data', (data) => {
        output += data;
      });
      await until('mosquitto to listen', async () => {
        if (started.exitCode !== null) throw new Error(`mosquitto does not start:\n${output}`);
        return (await listens(gatewayPort)) && (await listens(panelPort));
      });
    },
    async stop(signal = 'SIGTERM') {
      const running = child;
      child = null;
      guard?.kill();
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const gone = once(running, 'exit');
      running.kill(signal);
      await within('mosquitto to end', gone);
    },
    async close() {
      await mosquitto.stop('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
  return mosquitto;
}

/** Ends mosquitto when this process ends, even if that is killed, because a pipe between them then closes. */
function endWithThisProcess({ pid }: ChildProcess): ChildProcess {
  return spawn('sh', ['-c', `cat; kill -9 ${pid}`], { stdio: ['pipe', 'ignore', 'ignore'] });
}

function runs(program: string): boolean {
  try {
    execFileSync(program, ['-h'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    // Some versions answer -h with status 3, so only whether the program starts counts.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const response = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return response;
}
