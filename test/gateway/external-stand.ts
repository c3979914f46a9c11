import { setTimeout as pause } from 'node:timers/promises';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { writeAccountFiles, writeConf } from '#gateway/external/mosquitto/write-files.ts';
import type { GatewayLimits } from '#gateway/limits.ts';
import { type Mosquitto, prepareMosquitto } from '#test/support/mosquitto.ts';
import { type GatewayStand, startGatewayStand } from './gateway-stand.ts';

export interface ExternalStand extends GatewayStand {
  mosquitto: Mosquitto;
  /** Resolves when a gateway of this process is connected to the broker. */
  ready(gateway?: GatewayStand['gateway']): Promise<void>;
  /** A panel's credentials that Mosquitto knows already. */
  knownPanel(): ReturnType<GatewayStand['newPanel']>;
}

export const SERVICE = { name: 'gateways', password: 'a password of people' };

/** The gateway's settings for a mosquitto. */
export function brokerSettings({
  folder,
  pidFile,
  panelPort,
  gatewayPort,
}: Mosquitto): Record<string, string> {
  return {
    MQTT_BROKER_URL: `mqtt://127.0.0.1:${gatewayPort}`,
    MQTT_BROKER_USERNAME: SERVICE.name,
    MQTT_BROKER_PASSWORD: SERVICE.password,
    MQTT_BROKER_FILES: folder,
    MQTT_BROKER_PID_FILE: pidFile,
    MQTT_PORT: String(panelPort),
    MQTT_PUBLIC_URL: `mqtt://127.0.0.1:${panelPort}`,
  };
}

/** The display module and its gateway in this process, with a real mosquitto whose files they keep. */
export async function startExternalStand(
  settings: Record<string, string> = {},
  limits: Partial<GatewayLimits> = {},
): Promise<ExternalStand> {
  const mosquitto = await prepareMosquitto();
  const stand = await startGatewayStand({ ...brokerSettings(mosquitto), ...settings }, limits);
  await writeAccountFiles(mosquitto.folder, stand.context.config, []);
  await writeConf(mosquitto.folder, stand.context.config);
  await mosquitto.start();
  const mqttUrl = `mqtt://127.0.0.1:${mosquitto.panelPort}`;
  const external: ExternalStand = {
    ...stand,
    mosquitto,
    mqttUrl,
    async ready(gateway = stand.gateway) {
      while (await gateway.checks.broker?.().catch(() => true)) await pause(10);
    },
    async knownPanel() {
      const panel = await stand.newPanel();
      await knows(mqttUrl, panel);
      return panel;
    },
    async simulate(options = {}) {
      const simulated = await stand.simulate({ mqttUrl, ...options });
      await knows(mqttUrl, simulated.panel.credentials as { thingName: string; password: string });
      return simulated;
    },
    async close() {
      await stand.close();
      await mosquitto.close();
    },
  };
  await external.ready();
  return external;
}

/** Resolves when the broker lets an account in: its files are written and read a moment after enrolment. */
export async function knows(url: string, account: { thingName: string; password: string }): Promise<void> {
  for (;;) {
    try {
      const client = await clientOf(url, account);
      await client.endAsync();
      return;
    } catch {
      await pause(20);
    }
  }
}

/** A raw client of a panel. @throws when it is not let in */
export function clientOf(
  url: string,
  { thingName, password }: { thingName: string; password: string },
  options: IClientOptions = {},
): Promise<MqttClient> {
  return mqtt.connectAsync(
    url,
    {
      clientId: thingName,
      username: thingName,
      password,
      reconnectPeriod: 0,
      connectTimeout: 5_000,
      ...options,
    },
    false,
  );
}
