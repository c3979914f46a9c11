import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '#test/support/free-port.ts';

const run = promisify(execFile);
const LIMIT_MS = 90_000;

export interface S3Server {
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  stop(): Promise<void>;
}

/** Whether Debian's Ceph, which brings an S3 server that checks upload policies, is on this machine. */
export async function hasRadosgw(): Promise<boolean> {
  const needed = ['radosgw', 'radosgw-admin', 'ceph-mon', 'ceph-osd', 'ceph', 'monmaptool', 'setpriv'];
  const found = await Promise.all(
    needed.map((name) =>
      run('which', [name]).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.every(Boolean);
}

/**
 * The smallest Ceph that there is: one monitor, one store in memory, no manager, and an S3 gateway in front. In
 * about fifteen seconds it is up; nothing of it outlives this process.
 */
export async function startRadosgw(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-s3-'));
  const [monitorPort, port] = [await freePort(), await freePort()];
  const cluster = randomUUID();
  for (const name of ['mon', 'osd']) await mkdir(join(folder, name));
  const config = join(folder, 'ceph.conf');
  await writeFile(config, cephConfig(folder, cluster, monitorPort, port));
  const children: ChildProcess[] = [];
  const ceph = (...args: string[]) => run('ceph', ['-c', config, '--connect-timeout', '20', ...args]);
  /** A daemon that dies with this process, however that ends. */
  const daemon = (command: string, ...args: string[]) => {
    const all = ['--pdeathsig', 'KILL', command, '-f', '-c', config, ...args];
    children.push(spawn('setpriv', all, { stdio: 'ignore' }));
  };
  const stop = async () => {
    for (const child of children) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };

  try {
    const map = join(folder, 'monmap');
    const address = `[v2:127.0.0.1:${monitorPort}]`;
    await run('monmaptool', ['--create', '--fsid', cluster, '--addv', 'a', address, map]);
    await run('ceph-mon', ['-i', 'a', '--mkfs', '--monmap', map, '-c', config]);
    daemon('ceph-mon', '-i', 'a');
    await until(() => access(join(folder, 'mon.a.asok')));
    const id = randomUUID();
    await ceph('osd', 'create', id, '0');
    await run('ceph-osd', ['-i', '0', '--mkfs', '-c', config, '--osd-uuid', id]);
    await ceph('osd', 'crush', 'add', 'osd.0', '1', 'root=default', 'host=one');
    daemon('ceph-osd', '-i', '0');
    await until(async () => {
      const { stdout } = await ceph('osd', 'stat', '--format', 'json');
      if (JSON.parse(stdout).num_up_osds !== 1) throw new Error('the store is not up yet');
    });
    const keys = { accessKeyId: 'TESTKEY', secretAccessKey: 'the-secret-of-the-test-key' };
    const user = ['user', 'create', '--uid=test', '--display-name=test'];
    await run('radosgw-admin', [
      ...['-n', 'client.rgw', '-c', config, ...user],
      ...['--access-key', keys.accessKeyId, '--secret-key', keys.secretAccessKey],
    ]);
    daemon('radosgw', '-n', 'client.rgw');
    const endpoint = `http://127.0.0.1:${port}`;
    await until(() => fetch(endpoint));
    return { endpoint, ...keys, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function cephConfig(folder: string, cluster: string, monitorPort: number, port: number): string {
  return `[global]
fsid = ${cluster}
mon host = [v2:127.0.0.1:${monitorPort}/0]
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc
ms mon service mode = crc
ms mon cluster mode = crc
ms bind ipv6 = false
public addr = 127.0.0.1
cluster addr = 127.0.0.1
osd objectstore = memstore
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd crush chooseleaf type = 0
mon allow pool size one = true
run dir = ${folder}
log file = ${folder}/$name.log
admin socket = ${folder}/$name.asok
mon data = ${folder}/mon
osd data = ${folder}/osd
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw thread pool size = 16
`;
}

async function until(check: () => Promise<unknown>): Promise<void> {
  const begin = performance.now();
  for (;;) {
    try {
      await check();
      return;
    } catch (error) {
      if (performance.now() - begin > LIMIT_MS) throw error;
      await pause(100);
    }
  }
}
