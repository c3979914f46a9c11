import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ask } from '#client/cli/ask.ts';
import { makeToken } from '#client/cli/tokens.ts';
import { Connection } from '#client/connection.ts';
import { PlacardError } from '#client/error.ts';

const TOKEN_NAME = 'make claim';

/**
 * Returns a personal access token for the box at `server`. It is stored in `file`, readable by the owner only. The first
 * time this asks for e-mail address and password and signs in, or creates the first account of the box. The password is
 * neither shown nor stored.
 * @throws {CommandError} when the box refuses the password
 * @throws {PlacardError} when it refuses the account
 */
export async function signIn(server: string, file: string, signal: AbortSignal): Promise<string> {
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (kept && (await works(server, kept))) return kept;
  const { hasAccounts } = await new Connection({ url: server }).json<{ hasAccounts: boolean }>({
    method: 'GET',
    path: 'api/app/v1/installation',
  });
  const { email, password } = await askFor(hasAccounts);
  if (!hasAccounts) await register(server, email, password);
  const token = await makeToken(server, { identifier: email, password, name: TOKEN_NAME }, signal);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${token}\n`, { mode: 0o600 });
  return token;
}

async function works(server: string, token: string): Promise<boolean> {
  const call = { method: 'GET', path: 'api/sdk/v1/displays', query: { limit: 1 } } as const;
  return new Connection({ url: server, token }).json(call).then(
    () => true,
    (error) => {
      if (error instanceof PlacardError && error.status === 401) return false;
      throw error;
    },
  );
}

/** Asks for e-mail and password: for a new account on a terminal twice, because the typed text is hidden. */
async function askFor(hasAccounts: boolean): Promise<{ email: string; password: string }> {
  const twice = !hasAccounts && process.stdin.isTTY === true;
  if (!hasAccounts) process.stderr.write('This box has no account yet: create the first one.\n');
  const passwords = [
    { prompt: 'Password: ', hidden: true },
    ...(twice ? [{ prompt: 'The same again: ', hidden: true }] : []),
  ];
  const [email = '', ...typed] = await ask([{ prompt: 'E-mail: ', hidden: false }, ...passwords]);
  while (twice && typed[0] !== typed[1]) {
    process.stderr.write('The two passwords differ: type them once more.\n');
    typed.splice(0, typed.length, ...(await ask(passwords)));
  }
  return { email: email.trim(), password: typed[0] ?? '' };
}

async function register(server: string, email: string, password: string): Promise<void> {
  const [local = ''] = email.split('@');
  const name = local.replace(/[^A-Za-z0-9_.-]/g, '').slice(0, 32);
  const body = { email, username: name.length < 3 ? `${name}-user` : name, password };
  const session = await new Connection({ url: server }).json<{ accessToken: string; refreshToken: string }>({
    method: 'POST',
    path: 'auth/register',
    body,
  });
  const { accessToken, refreshToken } = session;
  const connection = new Connection({ url: server, token: accessToken });
  await connection.json({ method: 'POST', path: 'auth/logout', body: { refreshToken } });
}
