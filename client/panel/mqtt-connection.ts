import type { Socket } from 'node:net';
import { connect, type IClientOptions, type MqttClient } from 'mqtt';
import type { Credentials } from './enroll.ts';

export interface ConnectionOptions {
  /** Where to find MQTT, instead of where the enrolment said. */
  mqttUrl?: string | undefined;
  reconnectMs?: number;
  /** Authorities to trust, and a certificate to show, PEM. */
  tls?: Pick<IClientOptions, 'ca' | 'cert' | 'key'>;
}

/** Connects as a panel, and again whenever the connection is lost. */
export function connectPanel(
  { thingName, password, ...enrolled }: Credentials,
  { mqttUrl = enrolled.mqttUrl, reconnectMs = 1000, tls }: ConnectionOptions,
): MqttClient {
  const client = connect(mqttUrl, {
    ...tls,
    clientId: thingName,
    username: thingName,
    password,
    clean: true,
    keepalive: 60,
    reconnectPeriod: reconnectMs,
    reconnectOnConnackError: true, // the server may have been unable to check credentials for a moment
    connectTimeout: 10_000,
    resubscribe: false,
  });
  return client.on('connect', () => sendAtOnce(client));
}

/**
 * Without this a confirm waits for up to 40 ms: the system holds back a small packet until the one before it, the
 * acknowledgement of the command, is acknowledged (Nagle's algorithm, and delayed acknowledgements on the other side).
 * mqtt.js does not say so to plain sockets.
 */
function sendAtOnce({ stream }: MqttClient): void {
  (stream as Partial<Socket>).setNoDelay?.(true);
}

/** CONNACK codes for wrong credentials, of the embedded broker and of others. */
const BAD_CREDENTIALS: unknown[] = [4, 5];

/** Whether the broker refused a connection for its credentials. */
export function isCredentialError(error: unknown): boolean {
  return BAD_CREDENTIALS.includes((error as { code?: unknown }).code);
}

/**
 * Disconnects once everything that was said is acknowledged. Over a connection that is lost before, nothing can be said:
 * mqtt.js 5 would wait for those acknowledgements for ever.
 */
export async function disconnect(client: MqttClient): Promise<void> {
  if (!client.connected) return void client.end(true);
  const closed = new Promise<void>((resolve) => void client.once('close', resolve));
  await Promise.race([client.endAsync(), closed]);
}
