import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import anyTest, { type ExecutionContext, type TestFn } from 'ava';
import {
  type ApiProcess,
  type GatewayProcess,
  startApiProcess,
  startGatewayProcess,
} from '../gateway-process.ts';
import { type GatewayStand, startGatewayStand } from '../gateway-stand.ts';
import { type Bystanders, startBystanders } from './bystanders.ts';
import { createCertificate } from './certificates.ts';

export interface HostileContext {
  folder: string;
  stand: GatewayStand;
  gateway: GatewayProcess;
  api: ApiProcess;
  bystanders: Bystanders;
}

/**
 * Attacks by the thousand on a gateway and an api in processes of their own, with panels that behave beside them: what
 * they see, and how much memory the processes take, is what counts.
 */
export const test = (anyTest as TestFn<HostileContext>).serial;
test.before(async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'placard-hostile-'));
  const { key, cert } = createCertificate('localhost');
  await writeFile(join(folder, 'key.pem'), key);
  await writeFile(join(folder, 'cert.pem'), cert);
  const stand = await startGatewayStand();
  const gateway = await startGatewayProcess(stand.context.config, {
    MQTT_TLS_KEY: join(folder, 'key.pem'),
    MQTT_TLS_CERT: join(folder, 'cert.pem'),
    MQTT_MAX_CONNECTIONS: '4000',
    MQTT_MAX_CONNECTIONS_PER_ADDRESS: '1000',
  });
  const api = await startApiProcess(stand.context.config, gateway.port);
  const urls = [`mqtt://127.0.0.1:${gateway.port}`, `ws://127.0.0.1:${api.port}/mqtt`];
  const bystanders = await startBystanders(stand, [...urls, ...urls], [gateway, api]);
  t.context = { folder, stand, gateway, api, bystanders };
});
test.after.always(async (t) => {
  const { folder, stand, gateway, api, bystanders } = t.context;
  await bystanders?.end();
  await Promise.all([gateway?.kill(), api?.kill()]);
  await stand?.close();
  await rm(folder, { recursive: true });
});

const GROWTH_MIB = 80;

/** The attack must not delay other clients, nor take memory. */
export async function harmless(
  t: ExecutionContext<HostileContext>,
  attack: () => Promise<unknown>,
): Promise<void> {
  const seen = await t.context.bystanders.during(attack);
  const [gateway = 0, api = 0] = seen.growth;
  t.log(
    `others: ${seen.count} messages, p50 ${Math.round(seen.p50)} ms, p99 ${Math.round(seen.p99)} ms, worst ${Math.round(seen.worst)} ms;`,
    `growth: gateway ${Math.round(gateway)} MiB, api ${Math.round(api)} MiB`,
  );
  t.true(seen.count > 0);
  // On a busy machine that also runs the attack; without its guards a gateway keeps others waiting for 15 s.
  t.true(seen.p50 < 5_000 && seen.worst < 12_000, `others waited for ${seen.p50} to ${seen.worst} ms`);
  t.true(Math.max(gateway, api) < GROWTH_MIB, `${Math.max(gateway, api)} MiB`);
}
