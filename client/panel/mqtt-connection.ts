import type { Socket } from 'node:net';
import { connect, type IClientOptions, type MqttClient } from 'mqtt';
import type { Credentials } from './enroll.ts';

export interface ConnectionOptions {
  /** MQTT address to use instead of that of the enrolment. */
  mqttUrl?: string | undefined;
  reconnectMs?: number;
  /** Trusted authorities and a client certificate, PEM. */
  tls?: Pick<IClientOptions, 'ca' | 'cert' | 'key'>;
}

/** Connects as a panel, and reconnects whenever the connection is lost. */
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
  return client.on('connect', () => disableNagle(client));
}

/**
 * Otherwise a confirm waits for up to 40 ms: Nagle's algorithm holds back a small packet until the previous one, the
 * acknowledgement of the command, is acknowledged, which the other side delays. mqtt.js does not set this for plain sockets.
 */
function disableNagle({ stream }: MqttClient): void {
  (stream as Partial<Socket>).setNoDelay?.(true);
}

/** CONNACK codes for wrong credentials: of the embedded broker, and of others. */
const BAD_CREDENTIALS: unknown[] = [4, 5];

/** Whether the broker refused a connection for its credentials. */
export function isCredentialError(error: unknown): boolean {
  return BAD_CREDENTIALS.includes((error as { code?: unknown }).code);
}

/**
 * Disconnects once all messages are acknowledged, or when the connection is lost: mqtt.js 5 alone would wait for the
 * acknowledgements for ever.
 */
export async function disconnect(client: MqttClient): Promise<void> {
  if (!client.connected) return void client.end(true);
  const closed = new Promise<void>((resolve) => void client.once('close', resolve));
  await Promise.race([client.endAsync(), closed]);
}
