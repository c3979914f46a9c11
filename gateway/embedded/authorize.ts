import type { Socket } from 'node:net';
import type { AedesOptions, AuthenticateError, Client, ConnectPacket } from 'aedes';
import type { PanelLink } from '#modules/display';
import { AppError } from '#shared/errors.ts';
import { isMqttProof } from '#shared/installation-proof.ts';
import type { Keys } from '#shared/keys.ts';
import type { Log } from '#shared/log.ts';
import type { Connection } from '../connection.ts';
import type { Counters } from '../counters.ts';
import type { GatewayLimits } from '../limits.ts';
import { commandTopic, isThingName, type MessageKind, maySubscribe, messageKindOf } from '../topics.ts';
import type { createUplink } from '../uplink.ts';
import { pauseReading, resumeReading } from './aedes-internals.ts';

export interface AuthorizeDeps {
  panels: PanelLink;
  /** The connection of the panel that a client of the broker belongs to. */
  connectionOf(client: Client | null): Connection | undefined;
  receive: ReturnType<typeof createUplink>;
  gatewayId: string;
  counters: Counters;
  limits: GatewayLimits;
  log: Log;
  /** For the proof to `make doctor` that this gateway belongs to the installation. */
  keys?: Keys;
  /** Called when a connection was accepted and registered. */
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

/** The hooks of the broker: they decide who may connect, publish, subscribe and receive. All else is refused. */
export function createHooks(deps: AuthorizeDeps): Hooks {
  const { connectionOf, counters, limits } = deps;
  /** Return codes of refusals that do not depend on credentials. `preConnect` itself cannot send a CONNACK. */
  const refusals = new WeakMap<Client, number>();

  return {
    preConnect(client, packet, done) {
      const refusal = refusalOf(packet);
      if (refusal) refusals.set(client, refusal);
      // No session outlives its connection: only the database knows what a panel should show.
      packet.clean = true;
      packet.clientId ||= 'none';
      packet.keepalive = Math.min(packet.keepalive || limits.maxKeepaliveSeconds, limits.maxKeepaliveSeconds);
      if (packet.will) packet.will.qos = Math.min(packet.will.qos ?? 0, 1) as 0 | 1;
      done(null, true);
    },

    authenticate(client, username, password, done) {
      let timer: NodeJS.Timeout | undefined;
      const respond = (outcome: string, returnCode: number) => {
        clearTimeout(timer);
        counters.connects.inc({ outcome });
        done(returnCode ? refused(outcome, returnCode) : null, returnCode === 0);
      };
      const refusal = refusals.get(client);
      if (deps.keys && isMqttProof(deps.keys, client.id, password?.toString() ?? ''))
        return respond('doctor', NOT_AUTHORIZED);
      if (refusal) return respond('refused', refusal);
      if (username !== client.id || !password) return respond('wrong_credentials', BAD_CREDENTIALS);
      let abandoned = false;
      timer = setTimeout(() => {
        abandoned = true;
        respond('unavailable', SERVER_UNAVAILABLE);
      }, limits.authenticateTimeout);
      register(client, username, password.toString(), () => abandoned || client.closed).then(
        (accepted) => {
          if (!abandoned)
            respond(accepted ? 'accepted' : 'wrong_credentials', accepted ? 0 : BAD_CREDENTIALS);
        },
        (error) => {
          deps.log.warn({ err: error, thing: client.id }, 'credentials could not be checked');
          if (!abandoned) respond('unavailable', SERVER_UNAVAILABLE);
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
      // Aedes sends the acknowledgement after this callback.
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
      // A panel that does not read would delay the commands of all panels.
      if ((client.conn as Socket).writableNeedDrain) {
        counters.refused.inc({ reason: 'slow' });
        client.conn.destroy();
        return null;
      }
      return packet;
    },
  };

  /** Pauses reading when `maxPendingMessages` of a panel are not stored yet, until all of them are. */
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
