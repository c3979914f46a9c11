import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type LoadFigures, load } from './http-load.ts';

export interface IdentityRow {
  name: string;
  value: number;
  unit: string;
  /** The goal: a lower limit of `value`, for milliseconds an upper limit. Null: for information. */
  goal: number | null;
}

interface Servers {
  app: string;
  bare: string;
  /** Requests of as many users as there are connections. */
  tokens: string[];
  identifier: string;
  password: string;
}

const ROUNDS = 5;
const SECONDS = 2;
const PARALLEL_LOGINS = 100;

/**
 * Compares `GET /auth/me` with a bare Koa route that makes one prepared read by key, in turns, and measures how 100
 * parallel logins slow down other routes. Servers and load have their own processes.
 */
export async function benchIdentity(): Promise<IdentityRow[]> {
  const child = fork(join(import.meta.dirname, 'identity-server.ts'));
  const [servers] = (await once(child, 'message')) as [Servers];
  try {
    const { ours, bare } = await compare(servers);
    const quiet = await me(servers, 4, SECONDS);
    const busy = await duringLogins(servers);
    return [
      { name: 'GET /auth/me', value: ours.requestsPerSecond, unit: 'requests/s', goal: null },
      { name: 'GET /auth/me, p99', value: ours.p99, unit: 'ms', goal: null },
      { name: 'bare Koa and a point read', value: bare.requestsPerSecond, unit: 'requests/s', goal: null },
      { name: 'bare Koa and a point read, p99', value: bare.p99, unit: 'ms', goal: null },
      {
        name: '/auth/me of the bare route',
        value: ours.requestsPerSecond / bare.requestsPerSecond,
        unit: 'ratio',
        goal: 0.7,
      },
      { name: 'p99 without logins', value: quiet.p99, unit: 'ms', goal: null },
      { name: 'p99 during 100 parallel logins', value: busy.p99, unit: 'ms', goal: 250 },
      { name: 'logins meanwhile', value: busy.loginsPerSecond, unit: 'logins/s', goal: null },
    ];
  } finally {
    child.disconnect();
    await once(child, 'exit');
  }
}

function me({ app, tokens }: Servers, connections: number, seconds: number): Promise<LoadFigures> {
  const callers = tokens.slice(0, connections).map((token) => ({ authorization: `Bearer ${token}` }));
  return load({ url: `${app}/auth/me`, callers, seconds });
}

/** The median round of each. They take turns, so that other work of the machine affects both. */
async function compare(servers: Servers): Promise<{ ours: LoadFigures; bare: LoadFigures }> {
  const callers = servers.tokens.map(() => ({}));
  const bareRoute = () => load({ url: `${servers.bare}/`, callers, seconds: SECONDS });
  await me(servers, servers.tokens.length, SECONDS);
  await bareRoute();
  const ours: LoadFigures[] = [];
  const bare: LoadFigures[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await me(servers, servers.tokens.length, SECONDS));
    bare.push(await bareRoute());
  }
  return { ours: middle(ours), bare: middle(bare) };
}

function middle(rounds: LoadFigures[]): LoadFigures {
  const sorted = rounds.sort((a, b) => a.requestsPerSecond - b.requestsPerSecond);
  return sorted[Math.floor(rounds.length / 2)] as LoadFigures;
}

async function duringLogins(servers: Servers): Promise<LoadFigures & { loginsPerSecond: number }> {
  let going = true;
  let logins = 0;
  const { identifier, password } = servers;
  const logIn = async () => {
    while (going) {
      const response = await fetch(`${servers.app}/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ identifier, password }),
      });
      if (response.status !== 200) throw new Error(`a login answered ${response.status}`);
      await response.arrayBuffer();
      logins += 1;
    }
  };
  const begin = performance.now();
  const all = Array.from({ length: PARALLEL_LOGINS }, logIn);
  const figures = await me(servers, 4, 5);
  going = false;
  await Promise.all(all);
  return { ...figures, loginsPerSecond: logins / ((performance.now() - begin) / 1000) };
}

if (import.meta.main) {
  for (const { name, value, unit, goal } of await benchIdentity()) {
    const met = goal === null ? '' : (unit === 'ratio' ? value >= goal : value <= goal) ? ' met' : ' MISSED';
    console.log(`${name}: ${value.toFixed(2)} ${unit}${goal === null ? '' : ` (goal ${goal}${met})`}`);
  }
}
