import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '#shared/ids.ts';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { TEST_SECRET } from '#test/support/secret.ts';
import { openProbes, type Probes } from '../../../box/doctor/probes.ts';

export interface DoctorStand {
  app: TestApp;
  /** As of a healthy installation that runs. Their session is in a transaction of its own: see `reset`. */
  probes(): Promise<Probes>;
  /** Forgets what was planted in the database and in files. */
  reset(): Promise<void>;
  /** A server of another program, with its address. It ends with `reset`. */
  serve(response: RequestListener): Promise<string>;
  /** A port that accepts connections and says nothing. */
  holdPort(): Promise<number>;
  environment: Record<string, string>;
  close(): Promise<void>;
}

/** One installation for all checks: an api with a gateway, and an empty folder with no `.env`. */
export async function startDoctorStand(): Promise<DoctorStand> {
  const app = await startTestApp({ gateway: true });
  const folder = mkdtempSync(join(tmpdir(), 'placard-doctor-'));
  const { config } = app;
  const environment = {
    DATABASE_URL: config.DATABASE_URL,
    DATA_DIR: config.DATA_DIR,
    PLACARD_SECRET: TEST_SECRET,
    HTTP_HOST: '127.0.0.1',
    MQTT_HOST: '127.0.0.1',
    HTTP_PORT: String(config.HTTP_PORT),
    MQTT_PORT: String(config.MQTT_PORT),
    PUBLIC_URL: config.PUBLIC_URL,
  };
  const opened = await openProbes({ environment, folder });
  const cleanUps: (() => void)[] = [];
  const listen = async (server: ReturnType<typeof createTcpServer>) => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    cleanUps.push(() => server.close());
    return (server.address() as AddressInfo).port;
  };
  return {
    app,
    environment,
    async probes() {
      await opened.db?.query('begin');
      const own = mkdtempSync(join(folder, 'own-'));
      return { ...opened, folder: own, processes: ['api', 'gateway', 'worker'] };
    },
    async reset() {
      await opened.db?.query('rollback');
      for (const cleanUp of cleanUps.splice(0)) cleanUp();
    },
    async serve(respond) {
      const server = createServer((request, response) => {
        response.setHeader('Connection', 'close');
        respond(request, response);
      });
      return `http://127.0.0.1:${await listen(server)}`;
    },
    holdPort: () => listen(createTcpServer((socket) => void socket.on('error', () => {}).end())),
    async close() {
      await opened.close();
      await app.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A panel with an owner, as it is stored; `columns` are SQL. Returns its id. */
export async function plantPanel(
  { db }: Pick<Probes, 'db'>,
  columns: Record<string, string> = {},
): Promise<string> {
  const [userId, deviceId] = [newId(), newId()];
  await db?.query(
    `insert into identity.users (id, email, email_key, username, username_key, created_at, updated_at)
     values ($1, $2, $2, $2, $2, now(), now())`,
    [userId, userId],
  );
  const all: Record<string, string> = {
    id: `'${deviceId}'`,
    hardware_id: `'${deviceId}'`,
    thing_name: `'placard-${deviceId}'`,
    secret_hash: `'none'`,
    user_id: `'${userId}'`,
    binding_id: `'${newId()}'`,
    bound_at: `now() - interval '30 days'`,
    nickname: `'Hall'`,
    created_at: 'now()',
    updated_at: 'now()',
    last_seen_at: 'now()',
    ...columns,
  };
  await db?.query(
    `insert into display.devices (${Object.keys(all).join(', ')}) values (${Object.values(all).join(', ')})`,
  );
  return deviceId;
}

/** A webhook with a delivery that failed a moment ago; `offReason` is SQL. */
export async function plantWebhook({ db }: Pick<Probes, 'db'>, offReason: string): Promise<void> {
  const deviceId = await plantPanel({ db });
  const webhookId = newId();
  await db?.query(
    `insert into webhooks.endpoints (id, user_id, url, events, secret, off_reason, created_at, updated_at)
     select $1, user_id, 'https://hooks.example.org/secret?key=1', '{}', 'none', ${offReason}, now(), now()
     from display.devices where id = $2`,
    [webhookId, deviceId],
  );
  await db?.query(
    `insert into webhooks.deliveries (id, endpoint_id, display_id, message_id, type, body, state, attempts, error, created_at)
     values ($1, $2, $3, 'msg', 'display.offline', '{}', 'waiting', 1, 'The receiver responded with 500.', now())`,
    [newId(), webhookId, deviceId],
  );
}
