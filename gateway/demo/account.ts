import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomToken } from '#shared/ids.ts';
import { call, post } from './call.ts';

/** A demonstration without its account file creates a new account, with a random name. */
const newAccount = () => {
  const name = `demo-${randomToken(6).replace(/[^a-z0-9]/gi, 'x')}`;
  return { email: `${name}@example.com`, username: name, password: randomToken(18) };
};

/**
 * Returns a personal access token of the demonstration's account, which is created the first time. Account and token are
 * stored in `folder`, readable by the owner only.
 * @throws {StartError} when registration is closed
 */
export async function openAccount(server: string, folder: string): Promise<string> {
  const file = join(folder, 'account.json');
  const kept = await readFile(file, 'utf8').then(JSON.parse, () => null);
  if (kept && (await tokenWorks(server, kept.token))) return kept.token;
  const account = newAccount();
  const { accessToken } = await call<{ accessToken: string }>(`${server}/auth/register`, post(account));
  const made = post({ name: 'make demo' }, accessToken);
  const { token } = await call<{ token: string }>(`${server}/auth/tokens`, made);
  await mkdir(folder, { recursive: true });
  await writeFile(file, JSON.stringify({ ...account, token }, null, 2), { mode: 0o600 });
  return token;
}

async function tokenWorks(server: string, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${server}/api/sdk/v1/displays?limit=1`, { headers })).ok;
}
