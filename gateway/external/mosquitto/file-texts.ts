import { pbkdf2Sync, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import type { BrokerAccount } from '#modules/display';
import { brand } from '#shared/brand.ts';
import { randomBuffer } from '#shared/ids.ts';
import { MAX_PAYLOAD_BYTES } from '../../payload.ts';
import type { MessageKind } from '../../topics.ts';
import { GATEWAY_GONE_TOPIC } from '../broker-address.ts';

/** The files that Mosquitto reads, by what is in them. */
export const FILE_NAMES = {
  conf: 'mosquitto.conf',
  panelPasswords: 'panels.passwords',
  panelTopics: 'panels.acl',
  gatewayPasswords: 'gateways.passwords',
  gatewayTopics: 'gateways.acl',
} as const;

const UPLINKS: MessageKind[] = ['heartbeat', 'state', 'confirm', 'request_claim'];
/** As Mosquitto wants them, src/password_mosq.c of 2.0. */
const SALT_BYTES = 12;
const HASH_BYTES = 64;
/** A person may have chosen this password. It is checked at each connect of a gateway only. */
const ITERATIONS = 20_000;

export interface Listener {
  port: number;
  /** Address that it is bound to; null: every address. */
  host: string | null;
  /** Paths of key and certificate of one that speaks TLS. */
  tls: { key: string; cert: string } | null;
  webSocket?: boolean;
}

export interface ConfOptions {
  /** Where the files are; absolute. */
  folder: string;
  panels: Listener[];
  gateways: Listener;
  maxPanels: number;
}

/** What Mosquitto has to be told, to be included in its own configuration. */
export function mosquittoConf({ folder, panels, gateways, maxPanels }: ConfOptions): string {
  const file = (name: keyof typeof FILE_NAMES) => join(folder, FILE_NAMES[name]);
  return `# Written by \`make broker-files\`. Include it from mosquitto.conf, before any listener of your own.
per_listener_settings true

# Messages that no gateway has taken yet outlive the broker.
persistence true
autosave_interval 60
persistent_client_expiration 7d
max_inflight_messages 500
max_queued_messages 100000
queue_qos0_messages false
set_tcp_nodelay true

# A payload of ${MAX_PAYLOAD_BYTES} bytes and what is around it.
max_packet_size ${MAX_PAYLOAD_BYTES + 256}
max_keepalive 300
retain_available false

# Panels: whatever client id they name, they have that of their account.
${panels
  .map(
    (panel) => `${listener(panel)}
use_username_as_clientid true
password_file ${file('panelPasswords')}
acl_file ${file('panelTopics')}
max_connections ${maxPanels}
`,
  )
  .join('\n')}
# Gateways, which need more than one client id. Panels' accounts are not known here.
${listener(gateways)}
password_file ${file('gatewayPasswords')}
acl_file ${file('gatewayTopics')}
`;
}

function listener({ port, host, tls, webSocket }: Listener): string {
  return [
    `listener ${port}${host ? ` ${host}` : ''}`,
    ...(webSocket ? ['protocol websockets'] : []),
    ...(tls ? [`certfile ${tls.cert}`, `keyfile ${tls.key}`] : []),
    'allow_anonymous false',
    'allow_zero_length_clientid false',
  ].join('\n');
}

/** What panels may say and hear: their own. */
export function panelTopics(): string {
  const own = `${brand.topicRoot}/dev/%u`;
  return [...UPLINKS.map((kind) => `pattern write ${own}/up/${kind}`), `pattern read ${own}/down/#`, ''].join(
    '\n',
  );
}

export function gatewayTopics(username: string): string {
  return [
    `user ${username}`,
    `topic read ${brand.topicRoot}/dev/+/up/+`,
    `topic write ${brand.topicRoot}/dev/+/down/cmd`,
    `topic readwrite ${GATEWAY_GONE_TOPIC}`,
    '',
  ].join('\n');
}

export function panelPasswords(accounts: BrokerAccount[]): string {
  return accounts.map(({ thingName, entry }) => `${thingName}:${entry}\n`).join('');
}

/** The gateways' account. The one that is there already is kept while it fits, so that the file changes when it must. */
export function gatewayPasswords(username: string, password: string, present: string): string {
  const [, name, iterations, salt = '', hash = ''] =
    /^([^:]+):\$7\$(\d+)\$([^$]+)\$([^$]+)\n$/.exec(present) ?? [];
  if (name === username && Number(iterations) === ITERATIONS) {
    const expected = derive(password, Buffer.from(salt, 'base64'));
    const found = Buffer.from(hash, 'base64');
    if (found.length === HASH_BYTES && timingSafeEqual(found, expected)) return present;
  }
  const fresh = randomBuffer(SALT_BYTES);
  return `${username}:$7$${ITERATIONS}$${fresh.toString('base64')}$${derive(password, fresh).toString('base64')}\n`;
}

function derive(password: string, salt: Buffer): Buffer {
  return pbkdf2Sync(password, salt, ITERATIONS, HASH_BYTES, 'sha512');
}
