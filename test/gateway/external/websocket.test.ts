import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '#test/support/free-port.ts';
import { createCertificate } from '../embedded/certificates.ts';
import { testWithMosquitto } from './stand.ts';

const authority = createCertificate('Brokers');

const test = testWithMosquitto(async ({ folder, gatewayPort }) => {
  const { key, cert } = createCertificate('localhost', { issuer: authority });
  const files = { 'key.pem': key, 'cert.pem': cert, 'ca.pem': authority.cert };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return {
    MQTT_BROKER_URL: `wss://gateways:a%20password@127.0.0.1:${gatewayPort}/mqtt`,
    MQTT_BROKER_CA: join(folder, 'ca.pem'),
    MQTT_TLS_KEY: join(folder, 'key.pem'),
    MQTT_TLS_CERT: join(folder, 'cert.pem'),
    MQTT_TLS_PORT: String(await freePort()),
  };
});

test('a gateway serves panels over a WebSocket to the broker, also after it has been away', async (t) => {
  const { mosquitto, simulate, ready, gateway, until, device } = t.context;
  const { panel, show, deviceId } = await simulate();
  await panel.connect();
  await panel.confirmed(await show());
  await mosquitto.stop('SIGKILL');
  const there = async () =>
    gateway.checks.broker?.().then(
      () => true,
      () => false,
    );
  await until(there, (connected) => connected === false);
  const late = await show();
  await mosquitto.start();
  await ready();
  await panel.confirmed(late);
  await until(
    () => device(deviceId),
    (row) => row.current_presentation_id === late,
  );
  t.regex(mosquitto.log(), /websockets listen socket/);
  await panel.sleep();
});
