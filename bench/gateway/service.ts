import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '#test/support/free-port.ts';
import { type Broker, endProcess } from './broker.ts';
import { childrenOf } from './process-figures.ts';

/** The settings of a process, as environment variables. */
export type Settings = Record<string, string | number>;

export interface Service {
  /** The pid of the Node process, not of make. */
  pid: number;
  end(signal: NodeJS.Signals): Promise<void>;
}

const root = join(import.meta.dirname, '../..');

/** Starts one process as `make` does, with the given settings. Resolves when it is ready. */
export async function startService(
  target: 'api' | 'gateway' | 'worker',
  settings: Settings,
): Promise<Service> {
  const given = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  // Make passes the IPC channel on, so this process learns when the service is ready, and the service ends with this
  // process.
  const make = spawn('make', ['-s', '-C', root, target, ...given], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let output = '';
  make.stderr?.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  await ready(make).catch((error) => {
    throw new Error(`${target} did not start: ${error.message} ${output}`);
  });
  const pid = childrenOf(make.pid as number)[0] as number;
  return { pid, end: (signal) => endProcess(make, pid, signal) };
}

function ready(make: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    make.once('error', reject);
    make.once('exit', (code) => reject(new Error(`it ended with ${code}.`)));
    make.on('message', (message: { type?: string; message?: string }) => {
      if (message.type === 'ready') resolve();
      else if (message.type === 'fatal') reject(new Error(message.message));
    });
  });
}

/** The gateway on its own port. */
export async function startGatewayProcess(settings: Settings): Promise<Broker> {
  const port = await freePort();
  const start = () => startService('gateway', { ...settings, MQTT_HOST: '127.0.0.1', MQTT_PORT: port });
  let service = await start();
  return {
    port,
    get pid() {
      return service.pid;
    },
    kill: () => service.end('SIGKILL'),
    async restart() {
      service = await start();
    },
    stop: () => service.end('SIGTERM'),
  };
}
