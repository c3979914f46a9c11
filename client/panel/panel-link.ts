import type { MqttClient } from 'mqtt';
import { type Command, readCommand, TOPIC_ROOT } from './command.ts';
import type { Credentials } from './enroll.ts';
import { type ConnectionOptions, connectPanel, disconnect, isCredentialError } from './mqtt-connection.ts';
import { untilAborted } from './until-aborted.ts';

export interface LinkOptions extends ConnectionOptions {
  heartbeatMs: number;
  ackMs: number;
}

/** The reactions of a panel to events of its connection. */
export interface LinkHandlers {
  receive(command: Command): void;
  connected(): void;
  disconnected(): void;
  sendHeartbeat(): Promise<void>;
}

/** The MQTT connection of a panel, from power-on to sleep or loss of power. */
export interface PanelLink {
  readonly connected: boolean;
  /** Refused credentials in a row. */
  readonly refusals: number;
  /** Aborted when the panel sleeps or loses its power. */
  readonly power: AbortSignal;
  /** Connects, subscribes and sends a heartbeat. @throws when it is refused */
  connect(credentials: Credentials): Promise<void>;
  /** Disconnects once `work` is done. */
  sleep(work: () => Promise<void>): Promise<void>;
  /** Drops the connection at once. */
  cutPower(): void;
  /** Resolves when the message is acknowledged. */
  publish(kind: string, payload: Record<string, unknown>): Promise<void>;
}

export function createPanelLink(options: LinkOptions, handlers: LinkHandlers): PanelLink {
  let client: MqttClient | null = null;
  let thingName = '';
  let connected = false;
  /** A client that is disconnecting. */
  let leaving: MqttClient | null = null;
  let heartbeats: NodeJS.Timeout | undefined;
  let refusals = 0;
  let power = new AbortController();

  return {
    get connected() {
      return connected;
    },
    get refusals() {
      return refusals;
    },
    get power() {
      return power.signal;
    },

    async connect(credentials) {
      thingName = credentials.thingName;
      const awake = new AbortController();
      power = awake;
      const next = connectPanel(credentials, options);
      client = next;
      next.on('message', (_topic, payload) => {
        const command = readCommand(payload);
        if (command) handlers.receive(command);
      });
      next.on('connect', () => {
        refusals = 0;
      });
      next.on('error', (error) => {
        if (isCredentialError(error)) refusals += 1;
      });
      next.on('close', () => {
        if (next !== client || !connected) return; // failed reconnects close as well
        connected = false;
        handlers.disconnected();
      });
      await new Promise<void>((resolve, reject) => {
        next.on('error', reject); // later errors also emit 'close', and the client reconnects
        next.on('connect', () => {
          subscribe(next).then(resolve, (error) => (next.connected ? reject(error) : undefined));
        });
      }).catch((error) => {
        next.end(true);
        awake.abort(error); // its messages are never acknowledged
        throw error;
      });
      if (client !== next) return; // power was cut meanwhile
      clearInterval(heartbeats);
      heartbeats = setInterval(() => {
        handlers.sendHeartbeat().catch(() => {}); // the connection broke: the next one reports anyway
      }, options.heartbeatMs);
    },

    async sleep(work) {
      clearInterval(heartbeats);
      const ending = client;
      const awake = power;
      await work();
      if (!ending || client !== ending) return; // power was cut meanwhile
      client = null; // its close is no lost connection
      connected = false;
      leaving = ending;
      await disconnect(ending);
      awake.abort(new Error('asleep')); // ends waits for acknowledgements that will not come
    },

    cutPower() {
      clearInterval(heartbeats);
      power.abort(new Error('power lost'));
      for (const one of [client, leaving]) {
        one?.stream.destroy();
        one?.end(true);
      }
      client = null;
      connected = false;
    },

    async publish(kind, payload) {
      // mqtt.js would queue it silently until the next connection.
      if (!client?.connected) throw new Error('the panel is not connected');
      const message = client.publishAsync(topic(`up/${kind}`), JSON.stringify(payload), { qos: 1 });
      await acknowledged(client, message);
    },
  };

  /** After each (re)connection: subscribes first, so that no command is missed, then reports what is on the screen. */
  async function subscribe(connection: MqttClient): Promise<void> {
    await acknowledged(connection, connection.subscribeAsync(topic('down/#'), { qos: 1 }));
    connected = true;
    handlers.connected();
    await handlers.sendHeartbeat();
  }

  /** mqtt.js never settles requests of a client that is ended by force, or that loses its connection while it ends. */
  async function acknowledged(connection: MqttClient, request: Promise<unknown>): Promise<void> {
    const giveUp = setInterval(() => connection.stream.destroy(), options.ackMs);
    await untilAborted(power.signal, request).finally(() => clearInterval(giveUp));
  }

  function topic(end: string): string {
    return `${TOPIC_ROOT}/dev/${thingName}/${end}`;
  }
}
