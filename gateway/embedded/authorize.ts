import type { Socket } from 'node:net';
import type { AedesOptions, AuthenticateError, Client, ConnectPacket } from 'aedes';
import type { PanelLink } from '#modules/display';
import { AppError } from '#shared/errors.ts';
import type { Log } from '#shared/log.ts';
import type { Connection } from '../connection.ts';
import type { Counters } from '../counters.ts';
import type { GatewayLimits } from '../limits.ts';
import { commandTopic, isThingName, type MessageKind, maySubscribe, messageKindOf } from '../topics.ts';
import type { createUplink } from '../uplink.ts';
import { pauseReading, resumeReading } from './read-slices.ts';

export interface AuthorizeDeps {
  panels: PanelLink;
  /** The panel's connection behind one of the broker's clients. */
  connectionOf(client: Client | null): Connection | undefined;
  receive: ReturnType<typeof createUplink>;
  gatewayId: string;
  counters: Counters;
  limits: GatewayLimits;
  log: Log;
  /** A connection was accepted and will be registered. */
  onConnection(client: Client, connection: { thingName: string; deviceId: string; epoch: number }): void;
}

/** Return codes of CONNACK, MQTT 3.1.1 table 3.1. */
const IDENTIFIER_REJECTED = 2;
const SERVER_UNAVAILABLE = 3;
const BAD_CREDENTIALS = 4;
const NOT_AUTHORIZED = 5;

type Hooks = Required<
  Pick<
    AedesOptions,
    'preConnect' | 'authenticate' | 'authorizePublish' | 'authorizeSubscribe' | 'authorizeForward'
  >
>;

/** The broker's hooks: who may connect, publish, subscribe and be sent what. Everything not named is refused. */
export function createHooks(deps: AuthorizeDeps): Hooks {
  const { connectionOf, counters, limits } = deps;
  /** What to answer to a CONNECT that is refused whatever its credentials: preConnect itself cannot answer. */
  const refusals = new WeakMap<Client, number>();

  return {
    preConnect(client, packet, done) {
      const refusal = refusalOf(packet);
      if (refusal) refusals.set(client, refusal);
      // Nothing outlives a connection: what a panel should show is in the database alone.
      packet.clean = true;
      packet.clientId ||= 'none';
      packet.keepalive = Math.min(packet.keepalive || limits.maxKeepaliveSeconds, limits.maxKeepaliveSeconds);
      if (packet.will) packet.will.qos = Math.min(packet.will.qos ?? 0, 1) as 0 | 1;
      done(null, true);
    },

    authenticate(client, username, password, done) {
      let late: NodeJS.Timeout | undefined;
      const answer = (outcome: string, returnCode: number) => {
        clearTimeout(late);
        counters.connects.inc({ outcome });
        done(returnCode ? refused(outcome, returnCode) : null, returnCode === 0);
      };
      const refusal = refusals.get(client);
      if (refusal) return answer('refused', refusal);
      if (username !== client.id || !password) return answer('wrong_credentials', BAD_CREDENTIALS);
      let abandoned = false;
      late = setTimeout(() => {
        abandoned = true;
        answer('unavailable', SERVER_UNAVAILABLE);
      }, limits.authenticateTimeout);
      register(client, username, password.toString(), () => abandoned || client.closed).then(
        (accepted) => {
          if (!abandoned) answer(accepted ? 'accepted' : 'wrong_credentials', accepted ? 0 : BAD_CREDENTIALS);
        },
        (error) => {
          deps.log.warn({ err: error, thing: client.id }, 'credentials could not be checked');
          if (!abandoned) answer('unavailable', SERVER_UNAVAILABLE);
        },
      );
    },

    authorizePublish(client, packet, done) {
      const connection = connectionOf(client);
      const kind = connection ? messageKindOf(connection.thingName, packet.topic) : null;
      if (!client || !connection || !kind || packet.qos > 1) {
        counters.refused.inc({ reason: 'publish' });
        return done(new Error(`may not publish ${packet.topic.slice(0, 200)} with QoS ${packet.qos}`));
      }
      packet.retain = false;
      countPending(client, connection, 1);
      // The acknowledgement leaves when this calls back, and not before.
      deps
        .receive(connection, kind, packet)
        .finally(() => countPending(client, connection, -1))
        .then(() => done(null), done);
    },

    authorizeSubscribe(client, subscription, done) {
      const connection = connectionOf(client);
      const allowed = connection !== undefined && maySubscribe(connection.thingName, subscription.topic);
      if (!allowed) counters.refused.inc({ reason: 'subscribe' });
      done(null, allowed ? subscription : null);
    },

    authorizeForward(client, packet) {
      const connection = connectionOf(client);
      if (!connection || packet.topic !== commandTopic(connection.thingName)) return null;
      // A panel that does not read would hold up everybody else's commands.
      if ((client.conn as Socket).writableNeedDrain) {
        counters.refused.inc({ reason: 'slow' });
        client.conn.destroy();
        return null;
      }
      return packet;
    },
  };

  /** Reads no more from a panel once much of what it sent waits to be stored, until all of it is. */
  function countPending(client: Client, connection: Connection, change: 1 | -1): void {
    connection.pendingMessages = (connection.pendingMessages ?? 0) + change;
    if (connection.pendingMessages >= limits.maxPendingMessages) pauseReading(client);
    if (connection.pendingMessages === 0) resumeReading(client);
  }

  async function register(client: Client, thingName: string, password: string, abandoned: () => boolean) {
    const panel = await deps.panels.authenticate(thingName, password);
    if (!panel || abandoned()) return false;
    const epoch = await deps.panels
      .connected(panel.deviceId, deps.gatewayId, panel.credential)
      .catch((error) => {
        if (error instanceof AppError && error.code === 'authentication_failed') return null;
        throw error;
      });
    if (epoch === null) return false;
    if (abandoned()) {
      await deps.panels.disconnected(panel.deviceId, deps.gatewayId, epoch);
      return false;
    }
    deps.onConnection(client, { thingName, deviceId: panel.deviceId, epoch });
    return true;
  }
}

function refusalOf(packet: ConnectPacket): number {
  if (!isThingName(packet.clientId)) return IDENTIFIER_REJECTED;
  if (packet.will && willKind(packet) === null) return NOT_AUTHORIZED;
  return 0;
}

function willKind(packet: ConnectPacket): MessageKind | null {
  return messageKindOf(packet.clientId, packet.will?.topic ?? '');
}

function refused(outcome: string, returnCode: number): AuthenticateError {
  return Object.assign(new Error(outcome), { returnCode });
}
