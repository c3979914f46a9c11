import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '#test/support/free-port.ts';

/** The folder in which `.ci/build-image` has built the image; undefined where it was not built. */
// biome-ignore lint/style/noProcessEnv: a test has no configuration
export const imageStore: string | undefined = process.env.IMAGE_STORE;

export interface ImageConfig {
  User: string;
  Cmd: string[];
  Volumes: Record<string, unknown>;
  ExposedPorts: Record<string, unknown>;
  Healthcheck: { Test: string[] };
}

/** A container of the image, with a volume of its own, on the network of this machine. */
export interface Container {
  config: ImageConfig;
  url: string;
  /** Size of the image in bytes, without compression. */
  size: number;
  /** Starts the command of the image. Resolves when the box says that it is ready. */
  start(): Promise<void>;
  /** Sends the box the stop signal, as `docker stop` does. Resolves with its exit code and its output. */
  stop(): Promise<{ code: number | null; output: string }>;
  /** The user id that the box runs as. */
  userId(): number;
  /** Runs one more command in the container; resolves with its exit code and its output. */
  run(...command: string[]): Promise<{ code: number; text: string }>;
  close(): Promise<void>;
}

const IMAGE = 'placard-test';
const USER_ID = 10_001;

export async function startContainer(store: string): Promise<Container> {
  const own = ['--root', `${store}/images`, '--runroot', `${store}/run`, '--storage-driver', 'vfs'];
  const buildah = async (...args: string[]) =>
    (await promisify(execFile)('buildah', [...own, ...args], { maxBuffer: 1e8 })).stdout.trim();
  const { Docker, Manifest } = JSON.parse(await buildah('inspect', '--type', 'image', IMAGE));
  const { layers }: { layers: { size: number }[] } = JSON.parse(Manifest);
  const config: ImageConfig = Docker.config;
  const name = await buildah('from', '--pull-never', IMAGE);
  // Buildah would put a volume that it keeps itself over the one of `run`.
  await buildah('config', '--volume', '/data-', name);
  const volume = await mkdtemp(join(tmpdir(), 'placard-volume-'));
  await chown(volume, USER_ID, USER_ID);
  const [http, mqtt] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${http}`;
  const settings = { HTTP_PORT: http, MQTT_PORT: mqtt, PUBLIC_URL: url, RATE_LIMITS: 'off' };
  const running = (command: string[]) => [
    ...[...own, 'run', '--isolation', 'chroot', '--volume', `${volume}:/data`],
    ...Object.entries(settings).map(([key, value]) => `--env=${key}=${value}`),
    ...[name, '--', ...command],
  ];

  let child: ChildProcess | null = null;
  let printed = '';
  const boxPid = () => {
    const pid = child?.pid && descendants(child.pid).find((one) => commandOf(one).endsWith(' box/main.ts'));
    if (!pid) throw new Error(`The box does not run:\n${printed}`);
    return pid;
  };
  return {
    config,
    url,
    size: layers.reduce((sum, layer) => sum + layer.size, 0),
    async start() {
      printed = '';
      const started = spawn('buildah', running(config.Cmd), { stdio: ['ignore', 'pipe', 'pipe'] });
      child = started;
      const ended = once(started, 'close').then(([code]) => {
        throw new Error(`The box ended with ${code}:\n${printed}`);
      });
      const ready = new Promise<void>((resolve) => {
        for (const output of [started.stdout, started.stderr]) {
          output.setEncoding('utf8').on('data', (text: string) => {
            printed += text;
            if (/^placard ready /m.test(printed)) resolve();
          });
        }
      });
      ended.catch(() => undefined);
      await Promise.race([ready, ended]);
    },
    async stop() {
      const stopped = child as ChildProcess;
      const closed = once(stopped, 'close');
      process.kill(boxPid(), 'SIGTERM');
      const [code] = await closed;
      child = null;
      return { code, output: printed };
    },
    userId: () => Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${boxPid()}/status`, 'utf8'))?.[1]),
    run: (...command) =>
      new Promise((resolve) => {
        execFile('buildah', running(command), (error, stdout, stderr) => {
          resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr });
        });
      }),
    async close() {
      if (child?.pid) for (const pid of [...descendants(child.pid), child.pid]) killIfThere(pid);
      if (child) await once(child, 'close');
      await rm(volume, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Processes below this one, the nearest first. */
function descendants(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    // The name of the program, in brackets, may hold anything; the parent is the second field after it.
    const parent = Number(readProc(name, 'stat').split(') ').at(-1)?.split(' ')[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found = [pid];
  for (const one of found) found.push(...(children.get(one) ?? []));
  return found.slice(1);
}

function commandOf(pid: number): string {
  const words = readProc(String(pid), 'cmdline').split('\0').filter(Boolean);
  return words[0]?.endsWith('node') ? words.join(' ') : '';
}

/** Empty when the process has ended meanwhile. */
function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
