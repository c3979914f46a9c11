import { pbkdf2Sync, timingSafeEqual } from 'node:crypto';
import type { BrokerAccount } from '#modules/display';
import { brand } from '#shared/brand.ts';
import { randomBuffer } from '#shared/ids.ts';
import { MESSAGE_KINDS } from '../../topics.ts';
import { GATEWAY_GONE_TOPIC } from '../broker-address.ts';

/** The files that the gateway writes for Mosquitto. docs/mosquitto.conf is the configuration that names them. */
export const FILE_NAMES = {
  panelPasswords: 'panels.passwords',
  panelTopics: 'panels.acl',
  gatewayPasswords: 'gateways.passwords',
  gatewayTopics: 'gateways.acl',
} as const;

/** As Mosquitto 2.0 expects them: src/password_mosq.c. */
const SALT_BYTES = 12;
const HASH_BYTES = 64;
/** Many, because a person may have chosen this password. It is checked only when a gateway connects. */
const ITERATIONS = 20_000;

/** ACL of the panels: each may publish its messages and subscribe to its commands. */
export function panelTopics(): string {
  const own = `${brand.topicRoot}/dev/%u`;
  return [
    ...MESSAGE_KINDS.map((kind) => `pattern write ${own}/up/${kind}`),
    `pattern read ${own}/down/#`,
    '',
  ].join('\n');
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

/** Returns the entry of the gateways' account. A valid entry is kept, so that the file changes only if necessary. */
export function gatewayPasswords(username: string, password: string, current: string): string {
  const [, name, iterations, salt = '', hash = ''] =
    /^([^:]+):\$7\$(\d+)\$([^$]+)\$([^$]+)\n$/.exec(current) ?? [];
  if (name === username && Number(iterations) === ITERATIONS) {
    const expected = derive(password, Buffer.from(salt, 'base64'));
    const found = Buffer.from(hash, 'base64');
    if (found.length === HASH_BYTES && timingSafeEqual(found, expected)) return current;
  }
  const newSalt = randomBuffer(SALT_BYTES);
  return `${username}:$7$${ITERATIONS}$${newSalt.toString('base64')}$${derive(password, newSalt).toString('base64')}\n`;
}

function derive(password: string, salt: Buffer): Buffer {
  return pbkdf2Sync(password, salt, ITERATIONS, HASH_BYTES, 'sha512');
}
