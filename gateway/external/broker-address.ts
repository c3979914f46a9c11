import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brand } from '#shared/brand.ts';
import type { Config } from '#shared/config.ts';
import { createKeys } from '#shared/keys.ts';
import { StartError } from '#shared/process.ts';

export type BrokerSettings = Pick<
  Config,
  'MQTT_BROKER_URL' | 'MQTT_BROKER_USERNAME' | 'MQTT_BROKER_PASSWORD' | 'MQTT_BROKER_CA' | 'PLACARD_SECRET'
>;

/** Where the broker is, and as whom gateways come to it. */
export interface BrokerAddress {
  /** Without credentials. */
  url: string;
  username: string | undefined;
  password: string | undefined;
  /** PEM; undefined: the authorities that Node knows. */
  ca: Buffer | undefined;
  /** One word for the broker, without secrets: gateways with the same word share its sessions. */
  key: string;
  /** The client id of the session with this number: 23 characters at most, as every broker has to accept. */
  clientId(slot: number): string;
  /** What panels say. */
  topics: string;
  /** The same, shared among all gateways. */
  sharedTopics: string;
}

/** Where gateways tell each other that one of them has gone. */
export const GATEWAY_GONE_TOPIC = `${brand.topicRoot}/gateways/gone`;

/** @throws {StartError} when `MQTT_BROKER_CA` is of no use */
export function brokerAddress(settings: BrokerSettings): BrokerAddress {
  const url = new URL(settings.MQTT_BROKER_URL ?? '');
  const username = settings.MQTT_BROKER_USERNAME ?? (decodeURIComponent(url.username) || undefined);
  const password = settings.MQTT_BROKER_PASSWORD ?? (decodeURIComponent(url.password) || undefined);
  url.username = '';
  url.password = '';
  const key = `${url.host}${url.pathname}`.replace(/\/+$/, '');
  const short = createHash('sha256').update(key).digest('hex').slice(0, 8);
  const topics = `${brand.topicRoot}/dev/+/up/+`;
  return {
    url: url.href,
    username,
    password,
    ca: settings.MQTT_BROKER_CA ? readAuthority(settings.MQTT_BROKER_CA) : undefined,
    key,
    clientId: (slot) => `${brand.topicRoot}-${short}-${slot}`,
    topics,
    sharedTopics: `$share/${shareName(settings)}/${topics}`,
  };
}

function readAuthority(file: string): Buffer {
  try {
    const authority = readFileSync(file);
    new X509Certificate(authority);
    return authority;
  } catch (error) {
    throw new StartError(`MQTT_BROKER_CA: ${file} holds no certificate (${(error as Error).message}).`, {
      cause: error,
    });
  }
}

/**
 * The name of the share is a secret: on brokers that let anybody subscribe and only filter what they deliver, a panel
 * that knew it could join the share and make its part of all messages vanish.
 */
function shareName({ PLACARD_SECRET }: Pick<BrokerSettings, 'PLACARD_SECRET'>): string {
  return `${brand.topicRoot}-${createKeys(PLACARD_SECRET).sign('broker', 'share').slice(0, 16)}`;
}
