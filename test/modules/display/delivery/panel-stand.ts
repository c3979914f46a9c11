import {
  type Command,
  type Confirm,
  createDisplay,
  type Heartbeat,
  type NextCommand,
} from '#modules/display';
import { newId } from '#shared/ids.ts';
import type { FacadeStand } from '../facade-stand.ts';

export type Show = Extract<Command, { kind: 'show' }>;

/** A panel that is connected, driven by hand: what it reports and receives, without MQTT. */
export interface DrivenPanel {
  displayId: string;
  epoch: number;
  wanted(): Promise<NextCommand>;
  /** The command that it receives, which must be a `show`. */
  show(): Promise<Show>;
  confirm(command: Show, rest?: Partial<Confirm>): Promise<boolean>;
  /** Follows its commands until there are none. Returns the presentations in order. */
  follow(): Promise<string[]>;
  heartbeat(glass: Heartbeat['shown']): Promise<boolean>;
  disconnect(): Promise<void>;
}

export async function connectPanel(stand: FacadeStand, displayId: string): Promise<DrivenPanel> {
  const link = createDisplay(stand.context).panels;
  const gatewayId = newId();
  const { secret_hash } = await stand.db('display.devices').where({ id: displayId }).first('secret_hash');
  const epoch = await link.connected(displayId, gatewayId, secret_hash);
  const panel: DrivenPanel = {
    displayId,
    epoch,
    wanted: () => link.nextCommand(displayId, epoch),
    async show() {
      const { command } = await panel.wanted();
      if (command?.kind !== 'show') throw new Error(`received ${command?.kind ?? 'nothing'}`);
      return command;
    },
    confirm: ({ id, presentationId, sha256 }, rest) =>
      link.confirm(displayId, epoch, { commandId: id, presentationId, sha256, error: null, ...rest }),
    async follow() {
      const shown: string[] = [];
      for (;;) {
        const { command } = await panel.wanted();
        if (command?.kind !== 'show') return shown;
        shown.push(command.presentationId);
        await panel.confirm(command);
      }
    },
    heartbeat: (glass) => link.heartbeat(displayId, epoch, { ...HEARTBEAT, shown: glass }),
    disconnect: () => link.disconnected(displayId, gatewayId, epoch),
  };
  return panel;
}

/** A user with a connected panel. */
export async function ownPanel(stand: FacadeStand, fields: Record<string, unknown> = {}) {
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId, fields);
  const panel = await connectPanel(stand, displayId);
  /** Presentations that are rendered and queued, in order. */
  const queue = async (...priorities: number[]): Promise<string[]> => {
    const ids: string[] = [];
    for (const priority of priorities) {
      const id = await stand.push(userId, { displayId }, { priority });
      await stand.render(id);
      ids.push(id);
    }
    return ids;
  };
  return { userId, displayId, panel, queue };
}

export const HEARTBEAT: Heartbeat = { firmware: '1', battery: 80, charging: null, rssi: null, shown: null };

/** Panels of one new user. */
export async function addPanels(stand: FacadeStand, count: number): Promise<string[]> {
  const userId = await stand.addUser();
  return Promise.all(Array.from({ length: count }, () => stand.addDisplay(userId)));
}

/** The states of presentations, in the order asked for. */
export async function states(stand: FacadeStand, ids: string[]): Promise<string[]> {
  const rows = await stand.db('display.presentations').whereIn('id', ids).select('id', 'state');
  return ids.map((id) => rows.find((row) => row.id === id)?.state);
}

export async function deviceRow(stand: FacadeStand, displayId: string) {
  return stand.db('display.devices').where({ id: displayId }).first();
}
