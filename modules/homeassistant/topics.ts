import type { Keys } from '#shared/keys.ts';

/** The default discovery prefix of Home Assistant. */
const DISCOVERY = 'homeassistant';
/** Home Assistant publishes `online` here when it starts; discovery messages are then published again. */
export const BIRTH_TOPIC = `${DISCOVERY}/status`;

const actions = ['next', 'back', 'notify'] as const;
export type Action = (typeof actions)[number];

export interface Topics {
  /** Whether Placard serves: `online` or, as its will, `offline`. */
  availability: string;
  /** Every retained discovery message at the broker, including those of other programs. */
  discoveries: string;
  /** Every command to a display of this installation. */
  commands: string;
  state(displayId: string): string;
  picture(displayId: string): string;
  command(displayId: string, action: Action): string;
  discovery(component: string, displayId: string, entity: string): string;
  /** The display of a discovery topic; null for a topic that is not of this installation. */
  discoveredDisplay(topic: string): string | null;
  /** Null for a topic that is not a command. */
  parseCommand(topic: string): { displayId: string; action: Action } | null;
}

/**
 * Topics of one installation. Several may share a broker: the name in the topics is derived from the installation's
 * secret.
 */
export function topicsOf(keys: Keys): Topics {
  const name = Buffer.from(keys.sign('broker', 'homeassistant'), 'base64url').toString('hex').slice(0, 8);
  const root = `placard/${name}`;
  const node = `placard_${name}_`;
  return {
    availability: `${root}/status`,
    discoveries: `${DISCOVERY}/+/+/+/config`,
    commands: `${root}/+/set/+`,
    state: (displayId) => `${root}/${displayId}/state`,
    picture: (displayId) => `${root}/${displayId}/picture`,
    command: (displayId, action) => `${root}/${displayId}/set/${action}`,
    discovery: (component, displayId, entity) =>
      `${DISCOVERY}/${component}/${node}${displayId}/${entity}/config`,
    discoveredDisplay(topic) {
      const id = topic.split('/')[2] ?? '';
      return id.startsWith(node) ? id.slice(node.length) : null;
    },
    parseCommand(topic) {
      const [displayId = '', set, action] = topic.slice(root.length + 1).split('/');
      const known = actions.find((one) => one === action);
      return topic.startsWith(`${root}/`) && set === 'set' && known ? { displayId, action: known } : null;
    },
  };
}
