import type { MqttClient } from 'mqtt';
import { type Command, type FrameFormat, readCommand, TOPIC_ROOT } from './command.ts';
import { type Credentials, enroll } from './enroll.ts';
import { createEventLog, type EventLog, type WaitOptions } from './event-log.ts';
import { FetchFailedError, type Frame, fetchFrame } from './frame.ts';
import { type ConnectionOptions, connectPanel, disconnect, isCredentialError } from './mqtt-connection.ts';

/** Simulated faults; may be changed while the panel runs. */
export interface Faults {
  /** Loses every nth command. */
  drop?: number;
  neverConfirm?: boolean;
  /** Fails every picture with this reason. */
  fail?: string;
}

export interface PanelOptions extends ConnectionOptions {
  /** Base address of the HTTP server. */
  server: string;
  hardwareId: string;
  format?: FrameFormat;
  /** Reported at enrolment. */
  model?: string;
  /** From an earlier enrolment. */
  credentials?: Credentials | undefined;
  enrollmentKey?: string | undefined;
  firmware?: string;
  battery?: number | null;
  /** Signal in dBm; null without a measurement. */
  rssi?: number | null;
  /** The panel sleeps between its connections and asks for wake times. */
  sleeps?: boolean;
  heartbeatMs?: number;
  /** How long to wait for an acknowledgement before reconnecting, which sends the message again. */
  ackMs?: number;
  faults?: Faults;
  /** Number of newest events to keep. Default: all. */
  maxEvents?: number;
  /**
   * Shows a verified frame: resolves when it is on the screen, rejects with the reason when it cannot be shown. Commands that
   * a newer one has replaced before their turn are skipped. Default: frames are shown in memory.
   */
  show?(frame: Frame, command: FrameCommand, signal: AbortSignal): Promise<void>;
}

/** A command that names a frame. */
export type FrameCommand = Exclude<Command, { kind: 'unbound' | 'sleep' }>;

export type PanelEvent =
  | { what: 'connected' | 'disconnected' | 'unbound' }
  | { what: 'command'; command: Command }
  | { what: 'dropped'; command: Command }
  /** A verified frame is on the screen. */
  | { what: 'frame'; command: FrameCommand; frame: Frame }
  | { what: 'failed'; command: Command; reason: string }
  /** The frame could not be fetched: a heartbeat asks the server for the command again. */
  | { what: 'not fetched'; command: Command; reason: string }
  /** The confirm was acknowledged: its effect is stored. */
  | { what: 'confirmed'; command: Command };

/** A panel that speaks the real protocol and shows frames in memory. */
export interface Panel {
  readonly options: PanelOptions;
  readonly faults: Faults;
  readonly events: EventLog<PanelEvent>;
  readonly connected: boolean;
  /** A frame is being shown. */
  readonly showing: boolean;
  /** Sleep time from the last `wakeAt` of this connection, by the server's clock; null without one. */
  readonly sleepMs: number | null;
  /** Refused credentials in a row. */
  readonly refusals: number;
  credentials: Credentials | undefined;
  /** What is on the screen, also while the panel sleeps. */
  screen: { presentationId: string | null; frame: Frame } | null;
  enroll(): Promise<Credentials>;
  /** Connects, subscribes and sends a heartbeat. Enrols first without credentials. @throws when it is refused */
  connect(): Promise<void>;
  /** Disconnects once all work is done. `connect` wakes the panel. */
  sleep(): Promise<void>;
  /** Simulates a loss of power: unfinished work is lost, the screen keeps its picture. */
  cutPower(): void;
  heartbeat(): Promise<void>;
  sendState(state: Record<string, unknown>): Promise<void>;
  requestClaim(): Promise<void>;
  /** The claim code it received, or the first one that it receives. */
  claimCode(waiting?: WaitOptions): Promise<string>;
  /** Resolves when the verified frame of a presentation is, or has been, on the screen. */
  shown(presentationId: string, waiting?: WaitOptions): Promise<Frame>;
  /** Resolves when the confirm of a presentation is stored. */
  confirmed(presentationId: string, waiting?: WaitOptions): Promise<void>;
  command(kind: Command['kind'], waiting?: WaitOptions): Promise<Command>;
}

const DEFAULTS = {
  format: 'raw1',
  firmware: 'simulator 1',
  model: 'simulator',
  battery: 90,
  rssi: -60,
  heartbeatMs: 30_000,
  ackMs: 30_000,
} as const;

export function createPanel(options: PanelOptions): Panel {
  const { server, hardwareId, enrollmentKey } = options;
  const format = options.format ?? DEFAULTS.format;
  const firmware = options.firmware ?? DEFAULTS.firmware;
  const model = options.model ?? DEFAULTS.model;
  const events = createEventLog<PanelEvent>(describe, options.maxEvents);
  let client: MqttClient | null = null;
  let connected = false;
  /** A client that is disconnecting. */
  let leaving: MqttClient | null = null;
  let heartbeats: NodeJS.Timeout | undefined;
  let inbox: Promise<void> = Promise.resolve();
  let commands = 0;
  let newest: Command | undefined;
  let showing = false;
  let refusals = 0;
  let sleepMs: number | null = null;
  let power = new AbortController();

  const panel: Panel = {
    options,
    faults: options.faults ?? {},
    events,
    get connected() {
      return connected;
    },
    get showing() {
      return showing;
    },
    get sleepMs() {
      return sleepMs;
    },
    get refusals() {
      return refusals;
    },
    credentials: options.credentials,
    screen: null,

    async enroll() {
      const { password } = panel.credentials ?? {};
      panel.credentials = await enroll({
        server,
        hardwareId,
        format,
        firmware,
        model,
        password,
        enrollmentKey,
      });
      return panel.credentials;
    },

    async connect() {
      const credentials = panel.credentials ?? (await panel.enroll());
      const awake = new AbortController();
      power = awake;
      sleepMs = null;
      const next = connectPanel(credentials, options);
      client = next;
      next.on('message', (_topic, payload) => {
        const command = readCommand(payload);
        if (command) receive(command);
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
        events.add({ what: 'disconnected' });
      });
      await new Promise<void>((resolve, reject) => {
        next.on('error', reject); // later errors also emit 'close', and the client reconnects
        next.on('connect', () => {
          report(next).then(resolve, (error) => (next.connected ? reject(error) : undefined));
        });
      }).catch((error) => {
        next.end(true);
        awake.abort(error); // its messages are never acknowledged
        throw error;
      });
      if (client !== next) return; // power was cut meanwhile
      clearInterval(heartbeats);
      heartbeats = setInterval(() => {
        panel.heartbeat().catch(() => {}); // the connection broke: the next one reports anyway
      }, options.heartbeatMs ?? DEFAULTS.heartbeatMs);
    },

    async sleep() {
      clearInterval(heartbeats);
      const ending = client;
      const awake = power;
      await inbox;
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

    heartbeat: () => publish('heartbeat', heartbeatPayload()),
    sendState: (state) => publish('state', state),
    requestClaim: () => publish('request_claim', {}),

    async command(kind, waiting) {
      const { command } = await events
        .until((one) => one.what === 'command' && one.command.kind === kind, waiting)
        .then((one) => one as Extract<PanelEvent, { what: 'command' }>);
      return command;
    },
    async claimCode(waiting) {
      const command = await panel.command('claim_code', waiting);
      return command.kind === 'claim_code' ? command.code : '';
    },
    async shown(presentationId, waiting) {
      const shown = await events.until(
        (one) => one.what === 'frame' && presentationOf(one.command) === presentationId,
        waiting,
      );
      return (shown as Extract<PanelEvent, { what: 'frame' }>).frame;
    },
    async confirmed(presentationId, waiting) {
      await events.until(
        (one) => one.what === 'confirmed' && presentationOf(one.command) === presentationId,
        waiting,
      );
    },
  };
  return panel;

  /** After each (re)connection: subscribes first, so that no command is missed, then reports what is on the screen. */
  async function report(connection: MqttClient): Promise<void> {
    await acknowledged(connection, connection.subscribeAsync(`${topicRoot()}/down/#`, { qos: 1 }));
    connected = true;
    events.add({ what: 'connected' });
    await panel.heartbeat();
  }

  function heartbeatPayload() {
    const { screen, faults } = panel;
    const shown = { presentationId: screen?.presentationId ?? null, sha256: screen?.frame.sha256 ?? null };
    const shows = faults.neverConfirm ? {} : shown; // a reported picture counts as confirmed
    const battery = options.battery === undefined ? DEFAULTS.battery : options.battery;
    const rssi = options.rssi === undefined ? DEFAULTS.rssi : options.rssi;
    return {
      ts: Date.now(),
      firmware,
      battery,
      ...(rssi !== null && { rssi }),
      ...(options.sleeps && { sleeps: true }),
      ...shows,
    };
  }

  async function publish(kind: string, payload: Record<string, unknown>): Promise<void> {
    // mqtt.js would queue it silently until the next connection.
    if (!client?.connected) throw new Error('the panel is not connected');
    const topic = `${topicRoot()}/up/${kind}`;
    await acknowledged(client, client.publishAsync(topic, JSON.stringify(payload), { qos: 1 }));
  }

  async function acknowledged(connection: MqttClient, request: Promise<unknown>): Promise<void> {
    const giveUp = setInterval(() => connection.stream.destroy(), options.ackMs ?? DEFAULTS.ackMs);
    await untilPowerIsLost(request).finally(() => clearInterval(giveUp));
  }

  /** mqtt.js never settles requests of a client that is ended by force, or that loses its connection while it ends. */
  async function untilPowerIsLost(work: Promise<unknown>): Promise<void> {
    const { signal } = power;
    let giveUp = () => {};
    const lost = new Promise<never>((_, reject) => {
      giveUp = () => reject(signal.reason);
    });
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp);
    await Promise.race([work, lost]).finally(() => signal.removeEventListener('abort', giveUp));
  }

  function topicRoot(): string {
    return `${TOPIC_ROOT}/dev/${panel.credentials?.thingName}`;
  }

  /** Commands run one after the other, because a panel has one screen. */
  function receive(command: Command): void {
    commands += 1;
    if (panel.faults.drop && commands % panel.faults.drop === 0) {
      events.add({ what: 'dropped', command });
      return;
    }
    if (command.wakeAt) sleepMs = Math.max(0, Date.parse(command.wakeAt) - Date.parse(command.issuedAt)) || 0;
    events.add({ what: 'command', command });
    if (command.kind === 'sleep') return;
    newest = command;
    const { signal } = power;
    inbox = inbox.then(() => carryOut(command, signal)).catch(() => {}); // the next heartbeat corrects it
  }

  async function bringToScreen(frame: Frame, command: FrameCommand, signal: AbortSignal): Promise<void> {
    showing = true;
    try {
      await options.show?.(frame, command, signal);
    } finally {
      showing = false;
    }
  }

  async function carryOut(command: Command, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    if (command.kind === 'sleep') return;
    if (command.kind === 'unbound') {
      events.add({ what: 'unbound' });
      return;
    }
    if (options.show && command !== newest) return;
    const { id: commandId, sha256 } = command;
    const presentationId = presentationOf(command);
    const answer = { commandId, presentationId, sha256 };
    try {
      if (panel.faults.fail) throw new Error(panel.faults.fail);
      const isShown = panel.screen?.frame.sha256 === sha256;
      const frame = isShown && panel.screen ? panel.screen.frame : await fetchFrame(command, signal);
      if (!isShown) await bringToScreen(frame, command, signal);
      panel.screen = { presentationId, frame };
      events.add({ what: 'frame', command, frame });
    } catch (error) {
      if (signal.aborted) return;
      const reason = (error as Error).message;
      if (error instanceof FetchFailedError) {
        events.add({ what: 'not fetched', command, reason });
        return panel.heartbeat(); // the server repeats the command with a new address
      }
      events.add({ what: 'failed', command, reason });
      await publish('confirm', { ...answer, ok: false, cause: 'show', error: reason });
      return;
    }
    if (panel.faults.neverConfirm) return;
    await publish('confirm', { ...answer, shownAt: new Date().toISOString(), ok: true });
    events.add({ what: 'confirmed', command });
  }
}

function presentationOf(command: Command): string | null {
  return command.kind === 'show' ? command.presentationId : null;
}

function describe(event: PanelEvent): string {
  if (!('command' in event)) return event.what;
  return `${event.what} ${event.command.kind} ${presentationOf(event.command)?.slice(-6) ?? ''}`;
}
