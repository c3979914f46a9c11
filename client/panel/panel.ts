import type { Command } from './command.ts';
import { createCommandInbox } from './command-inbox.ts';
import { type Credentials, enroll } from './enroll.ts';
import { createEventLog, type EventLog, type WaitOptions } from './event-log.ts';
import type { Frame } from './frame.ts';
import { describeEvent, type PanelEvent, presentationOf } from './panel-event.ts';
import { createPanelLink } from './panel-link.ts';
import { type Faults, type PanelOptions, withDefaults } from './panel-options.ts';

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
  /** The content of the screen, also while the panel sleeps. */
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

export function createPanel(options: PanelOptions): Panel {
  const { server, hardwareId, enrollmentKey, format, firmware, model, battery, rssi, sleeps, ...rest } =
    withDefaults(options);
  const events = createEventLog<PanelEvent>(describeEvent, rest.maxEvents);

  const panel: Panel = {
    options,
    faults: options.faults ?? {},
    events,
    get connected() {
      return link.connected;
    },
    get showing() {
      return inbox.showing;
    },
    get sleepMs() {
      return inbox.sleepMs;
    },
    get refusals() {
      return link.refusals;
    },
    credentials: options.credentials,
    screen: null,

    async enroll() {
      const { password } = panel.credentials ?? {};
      const enrolment = { server, hardwareId, format, firmware, model, password, enrollmentKey };
      panel.credentials = await enroll(enrolment);
      return panel.credentials;
    },
    async connect() {
      const credentials = panel.credentials ?? (await panel.enroll());
      inbox.forgetWakeTime();
      await link.connect(credentials);
    },
    sleep: () => link.sleep(inbox.finish),
    cutPower: () => link.cutPower(),

    heartbeat: () => link.publish('heartbeat', heartbeatPayload()),
    sendState: (state) => link.publish('state', state),
    requestClaim: () => link.publish('request_claim', {}),

    async command(kind, waiting) {
      const received = await events.until(
        (event) => event.what === 'command' && event.command.kind === kind,
        waiting,
      );
      return (received as Extract<PanelEvent, { what: 'command' }>).command;
    },
    async claimCode(waiting) {
      const command = await panel.command('claim_code', waiting);
      return command.kind === 'claim_code' ? command.code : '';
    },
    async shown(presentationId, waiting) {
      const shown = await events.until(
        (event) => event.what === 'frame' && presentationOf(event.command) === presentationId,
        waiting,
      );
      return (shown as Extract<PanelEvent, { what: 'frame' }>).frame;
    },
    async confirmed(presentationId, waiting) {
      await events.until(
        (event) => event.what === 'confirmed' && presentationOf(event.command) === presentationId,
        waiting,
      );
    },
  };

  const link = createPanelLink(rest, {
    receive: (command) => inbox.receive(command),
    connected: () => events.add({ what: 'connected' }),
    disconnected: () => events.add({ what: 'disconnected' }),
    sendHeartbeat: () => panel.heartbeat(),
  });
  const inbox = createCommandInbox(panel, link);
  return panel;

  function heartbeatPayload() {
    const { screen, faults } = panel;
    const shown = { presentationId: screen?.presentationId ?? null, sha256: screen?.frame.sha256 ?? null };
    return {
      ts: Date.now(),
      firmware,
      battery,
      ...(rssi !== null && { rssi }),
      ...(sleeps && { sleeps: true }),
      ...(!faults.neverConfirm && shown), // a reported picture counts as confirmed
    };
  }
}
