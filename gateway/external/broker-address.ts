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

/** Address of the broker, and the account of the gateways. */
export interface BrokerAddress {
  /** Without credentials. */
  url: string;
  username: string | undefined;
  password: string | undefined;
  /** Certificate authority, PEM. Undefined: those that Node trusts by default. */
  ca: Buffer | undefined;
  /** Identifies the broker, without secrets. Gateways with the same key share its sessions. */
  key: string;
  /** Client id of the session with this number: at most 23 characters, which every broker must accept. */
  clientId(slot: number): string;
  /** Filter of the messages of all panels. */
  topics: string;
  /** The same, shared among all gateways. */
  sharedTopics: string;
}

/** Topic on which gateways announce that one of them has gone. */
export const GATEWAY_GONE_TOPIC = `${brand.topicRoot}/gateways/gone`;

/** @throws {StartError} when `MQTT_BROKER_CA` cannot be used */
export function brokerAddress(settings: BrokerSettings): BrokerAddress {
  const url = new URL(settings.MQTT_BROKER_URL ?? '');
  const username = settings.MQTT_BROKER_USERNAME ?? (decodeURIComponent(url.username) || undefined);
  const password = settings.MQTT_BROKER_PASSWORD ?? (decodeURIComponent(url.password) || undefined);
  url.username = '';
  url.password = '';
  const key = `${url.host}${url.pathname}`.replace(/\/+$/, '');
  const shortHash = createHash('sha256').update(key).digest('hex').slice(0, 8);
  const topics = `${brand.topicRoot}/dev/+/up/+`;
  return {
    url: url.href,
    username,
    password,
    ca: settings.MQTT_BROKER_CA ? readAuthority(settings.MQTT_BROKER_CA) : undefined,
    key,
    clientId: (slot) => `${brand.topicRoot}-${shortHash}-${slot}`,
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
 * The name of the share is secret. Some brokers accept any subscription and filter only what they deliver: a panel that
 * knew the name could join the share, and the messages assigned to it would be lost.
 */
function shareName({ PLACARD_SECRET }: Pick<BrokerSettings, 'PLACARD_SECRET'>): string {
  return `${brand.topicRoot}-${createKeys(PLACARD_SECRET).sign('broker', 'share').slice(0, 16)}`;
}
