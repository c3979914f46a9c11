import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import test from 'ava';
import { settings } from '#shared/settings.ts';

const root = new URL('../../', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, root), 'utf8');
const FILES = ['compose.yaml', 'compose.cluster.yaml'];
/** Of the images of others. */
const FOREIGN = /^(POSTGRES|MINIO)_/;

for (const file of FILES) {
  const lines = read(file)
    .split('\n')
    .filter((line) => !line.trim().startsWith('#'));
  const found = (pattern: RegExp) => lines.flatMap((line) => pattern.exec(line)?.[1] ?? []);

  test(`${file}: every name in an environment is a setting`, (t) => {
    const names = found(/^\s+([A-Z][A-Z0-9_]+):/).filter((name) => !FOREIGN.test(name));
    t.true(names.includes('PUBLIC_URL'));
    t.deepEqual(
      names.filter((name) => !(name in settings.shape)),
      [],
    );
  });

  test(`${file}: what it starts and mounts exists, and images of others have a version`, (t) => {
    const commands = found(/^\s+command: \["node", (.*)\]$/).map(
      (words) => words.split('"').at(-2) as string,
    );
    const mounts = found(/^\s+- (\.\/[^:]+):/);
    for (const path of [...commands, ...mounts]) t.true(existsSync(new URL(path, root)), path);
    const images = found(/^\s+image: (\S+)$/).filter((image) => image !== 'placard');
    t.deepEqual(
      images.filter((image) => !/:\S*\d/.test(image)),
      [],
    );
  });
}

test('compose.cluster.yaml: no other container can be given the address of HAProxy, which starts late', (t) => {
  const text = read('compose.cluster.yaml');
  const [, address = ''] = /ipv4_address: (\S+)/.exec(text) ?? [];
  t.is(/MQTT_TRUSTED_PROXIES: (\S+)/.exec(text)?.[1], address);
  const within = (name: string) => {
    const [, network = '', prefix] = new RegExp(`${name}: ([\\d.]+)/(\\d+)`).exec(text) ?? [];
    const list = new BlockList();
    list.addSubnet(network, Number(prefix));
    return list.check(address);
  };
  t.true(within('subnet'));
  t.false(within('ip_range'), 'addresses that Docker gives by itself');
});

/** Debian's: it reads all of them but `env_file` with a path that may be missing, which Compose has since 2.24. */
const hasCompose = spawnSync('docker-compose', ['version']).status === 0;
const ENVIRONMENT = {
  ...{ PATH: '/usr/bin:/bin', PUBLIC_URL: 'http://192.0.2.1:3000', S3_URL: 'http://192.0.2.1:9000' },
  ...{ PLACARD_SECRET: 'a'.repeat(40), DATABASE_PASSWORD: 'letters' },
  ...{ AWS_ACCESS_KEY_ID: 'placard', AWS_SECRET_ACCESS_KEY: 'b'.repeat(40) },
};

for (const file of FILES)
  (hasCompose ? test : test.skip)(`${file}: Docker Compose reads it, and tells what is not set`, (t) => {
    const optional = /\n {4}env_file:\n {6}- path: .env\n {8}required: false/;
    const input = read(file).replace(optional, '');
    const compose = (env: Record<string, string>) =>
      spawnSync('docker-compose', ['--file', '-', 'config'], { env, input, cwd: root, encoding: 'utf8' });
    const whole = compose(ENVIRONMENT);
    t.is(whole.status, 0, whole.stderr);
    t.regex(whole.stdout, /PUBLIC_URL: http:\/\/192\.0\.2\.1:3000/);
    const { PUBLIC_URL: _, ...rest } = ENVIRONMENT;
    const without = compose(rest);
    t.not(without.status, 0);
    t.regex(without.stderr, /PUBLIC_URL|The address under which/);
  });

test('containers start their processes with the flags and the memory settings of the Makefile', (t) => {
  const makefile = read('Makefile');
  const started = [
    ...`${read('Dockerfile')}\n${read('compose.cluster.yaml')}`.matchAll(/\["node", (.+)\]$/gm),
  ]
    .map(([, words = '']) => [...words.matchAll(/"([^"]+)"/g)].map(([, word]) => word).join(' '))
    .filter((command) => command.endsWith('main.ts'));
  t.is(started.length, 4);
  for (const command of started) {
    const flags = command.split(' ').slice(0, -1).join(' ');
    const script = command.split(' ').at(-1) as string;
    const [, name] = new RegExp(`\\$\\(NODE\\) \\$\\((\\w+)\\) ${script}`).exec(makefile) ?? [];
    t.is(new RegExp(`^${name} := (.*)$`, 'm').exec(makefile)?.[1], flags, command);
  }
  const memory = [...read('Dockerfile').matchAll(/(MALLOC_\w+=\d+)/g)].map(
    ([, setting]) => setting as string,
  );
  t.is(memory.length, 3);
  for (const setting of memory) t.true(makefile.includes(setting), setting);
});
