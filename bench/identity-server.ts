import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import pg from 'pg';
import { register, type TestAccount } from '#test/modules/identity/accounts/account.ts';
import { startTestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';

/**
 * The servers of the benchmark in one process: the whole application with its limits on, and a bare Koa route with
 * one prepared read by key from the same database, over a pool of the same size.
 */
const app = await startTestApp({
  settings: {
    RATE_LIMITS: 'on',
    RATE_API_PER_MINUTE: '100000000',
    RATE_LOGIN_PER_MINUTE: '100000000',
    RATE_PASSWORD_FAILURES_PER_15_MINUTES: '100000000',
    LOG_LEVEL: 'warn',
  },
});
const CONNECTIONS = 16;
const accounts = await Promise.all(Array.from({ length: CONNECTIONS }, () => register(createClient(app))));
const [account] = accounts as [TestAccount];

const pool = new pg.Pool({ connectionString: app.config.DATABASE_URL, max: app.config.DATABASE_POOL });
const bare = new Koa();
bare.use(async (ctx) => {
  const { rows } = await pool.query({
    name: 'point_read',
    text: 'select id, email, username, created_at, updated_at from identity.users where id = $1',
    values: [account.userId],
  });
  ctx.body = rows[0];
});
const server = bare.listen(0, '127.0.0.1');
await once(server, 'listening');

process.send?.({
  app: app.url,
  bare: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  tokens: accounts.map(({ accessToken }) => accessToken),
  identifier: account.email,
  password: account.password,
});
process.once('disconnect', async () => {
  server.close();
  await pool.end();
  await app.close();
  process.exit(0);
});
