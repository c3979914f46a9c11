import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { brand } from '#shared/brand.ts';
import { freePort } from '#test/support/free-port.ts';
import { mosquittoProgram } from '#test/support/mosquitto.ts';
import { installPackages } from '../install-packages.ts';
import { type Broker, endProcess } from './broker.ts';
import { LoadClient } from './client.ts';
import { now } from './now.ts';
import { commandOf, passwordOf, thingOf, topicOf } from './panels.ts';

/** The account that may publish commands and receive the messages of all panels. */
const MASTER = { name: 'bench', password: 'the password of the bench' };

const PROGRAM = mosquittoProgram ?? '/usr/sbin/mosquitto';

/** Whether there is a mosquitto to compare with. Installs Debian's if possible. */
export function ensureMosquitto(): boolean {
  if (mosquittoProgram) return true;
  return installPackages('mosquitto') && existsSync(PROGRAM);
}

/**
 * Starts a mosquitto that knows the panels 0 to `panels` by their passwords and restricts each to its own topics. Its
 * files are written into the folder.
 */
export async function startMosquitto(folder: string, panels: number): Promise<Broker> {
  const port = await freePort();
  await configure(folder, port, panels);
  const start = () => run(join(folder, 'conf'), port);
  let child = await start();
  return {
    port,
    get pid() {
      return child.pid as number;
    },
    kill: () => endProcess(child, child.pid as number, 'SIGKILL'),
    async restart() {
      child = await start();
    },
    stop: () => endProcess(child, child.pid as number, 'SIGTERM'),
  };
}

/** A client of that account. */
export async function connectMaster(port: number): Promise<LoadClient> {
  const client = new LoadClient({ port });
  const code = await client.connect(MASTER.name, MASTER.password);
  if (code !== 0) throw new Error(`mosquitto answered CONNACK ${code}`);
  return client;
}

/** Sends a panel a command; returns the time before. */
export function publishCommand(publisher: LoadClient, panel: number): number {
  const at = now();
  void publisher.publish(topicOf(panel, 'down/cmd'), commandOf(panel));
  return at;
}

async function configure(folder: string, port: number, panels: number): Promise<void> {
  const write = (name: string, lines: string[]) =>
    writeFile(join(folder, name), `${lines.join('\n')}\n`, { mode: 0o600 });
  const accounts = Array.from({ length: panels }, (_, panel) => `${thingOf(panel)}:${passwordOf(panel)}`);
  await write('passwords', [`${MASTER.name}:${MASTER.password}`, ...accounts]);
  execFileSync('mosquitto_passwd', ['-U', join(folder, 'passwords')]); // hashes them
  const own = `${brand.topicRoot}/dev/%u`;
  await write('acl', [
    `pattern read ${own}/down/#`,
    `pattern write ${own}/up/#`,
    `user ${MASTER.name}`,
    'topic readwrite #',
  ]);
  await write('conf', [
    `listener ${port} 127.0.0.1`,
    `user ${userInfo().username}`,
    'allow_anonymous false',
    `password_file ${join(folder, 'passwords')}`,
    `acl_file ${join(folder, 'acl')}`,
    'set_tcp_nodelay true',
    'persistence false',
    'log_type none',
  ]);
}

async function run(configuration: string, port: number): Promise<ChildProcess> {
  // Ends with this process, even if it is killed.
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', PROGRAM, '-c', configuration], { stdio: 'ignore' });
  while (!(await responses(port))) {
    if (child.exitCode !== null) throw new Error(`mosquitto ended with ${child.exitCode}.`);
    await pause(5);
  }
  return child;
}

function responses(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.destroy());
    socket.on('error', () => {});
    socket.once('close', (failed) => resolve(!failed));
  });
}
