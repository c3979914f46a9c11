import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** The folder of the programs of each major version in packages of Debian and PGDG. */
const VERSIONS = '/usr/lib/postgresql';
const START_MS = 60_000;

export interface ForeignPostgres {
  /** The folder of its programs, such as `pg_dump` and `pg_restore`. */
  bin: string;
  major: string;
  url: string;
  stop(): void;
}

/** The programs of the newest Postgres of this machine; null where there is none. */
export function installedPostgres(): { bin: string; major: string } | null {
  if (!existsSync(VERSIONS)) return null;
  const found = readdirSync(VERSIONS)
    .map((major) => ({ major, bin: join(VERSIONS, major, 'bin') }))
    .filter(({ bin }) => existsSync(join(bin, 'postgres')) && existsSync(join(bin, 'pg_dump')));
  return found.sort((a, b) => Number(a.major) - Number(b.major)).at(-1) ?? null;
}

/**
 * Starts a cluster of the machine's own Postgres below `folder`, with an empty database. It ends with this process.
 */
export async function startForeignPostgres(
  { bin, major }: { bin: string; major: string },
  folder: string,
): Promise<ForeignPostgres> {
  const account = process.getuid?.() === 0 ? accountOfNobody() : null;
  const home = join(folder, 'foreign');
  await mkdir(home);
  await chmod(folder, 0o711);
  if (account) await chown(home, account.uid, account.gid);
  const data = join(home, 'data');
  const options = { ...account, cwd: home, encoding: 'utf8' as const };
  const made = spawnSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust'], options);
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const settings = ['listen_addresses=', `unix_socket_directories=${home}`, 'max_wal_size=4GB'];
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    { ...account, cwd: home, stdio: 'ignore' },
  );
  const stop = () => void server.kill('SIGQUIT');
  process.once('exit', stop);
  const url = `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(home)}`;
  await waitUntilReady(url);
  return { bin, major, url, stop };
}

async function waitUntilReady(url: string): Promise<void> {
  const begun = performance.now();
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (performance.now() - begun > START_MS) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Postgres does not run as root. */
function accountOfNobody(): { uid: number; gid: number } {
  const id = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}
