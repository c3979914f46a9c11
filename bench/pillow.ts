import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { installPackages } from './install-packages.ts';

/** A running Pillow that measures its operations. */
export interface Pillow {
  version: string;
  /** Median CPU milliseconds of an operation of pillow.py on a file. */
  measure(operation: string, times: number, path: string): Promise<number>;
  close(): void;
}

const SCRIPT = fileURLToPath(new URL('./pillow.py', import.meta.url));

/** Starts Pillow, and installs it first where apt-get can. Null when it is not available. */
export async function startPillow(): Promise<Pillow | null> {
  const python = findPython() ?? (installPackages('python3-pil', 'imagemagick') ? findPython() : null);
  if (!python) return null;
  const child: ChildProcess = spawn(python.command, [SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  await lines.next();
  return {
    version: python.version,
    async measure(operation, times, path) {
      child.stdin!.write(`${operation} ${times} ${path}\n`);
      const { value } = await lines.next();
      return Number(value);
    },
    close: () => child.stdin!.end(),
  };
}

function findPython(): { command: string; version: string } | null {
  for (const command of ['python3', '/usr/bin/python3']) {
    const tried = spawnSync(command, ['-c', 'import PIL; print(PIL.__version__)'], { encoding: 'utf8' });
    if (tried.status === 0) return { command, version: tried.stdout.trim() };
  }
  return null;
}
