import { brand } from '#shared/brand.ts';

/** The four messages that a panel may send. */
export const MESSAGE_KINDS = ['heartbeat', 'state', 'confirm', 'request_claim'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

const THING_NAME = new RegExp(`^${brand.thingPrefix}[a-z0-9]{12}$`);

/** Whether a text has the form of a thing name, which panels use as client id and user name. */
export function isThingName(text: unknown): text is string {
  return typeof text === 'string' && THING_NAME.test(text);
}

/** The kind of message that this panel may publish on a topic. Null for wildcards, other panels and `$SYS`. */
export function messageKindOf(thingName: string, topic: string): MessageKind | null {
  const prefix = `${brand.topicRoot}/dev/${thingName}/up/`;
  const rest = topic.startsWith(prefix) ? topic.slice(prefix.length) : '';
  return MESSAGE_KINDS.find((kind) => kind === rest) ?? null;
}

/** The topic of this panel's commands. */
export function commandTopic(thingName: string): string {
  return `${brand.topicRoot}/dev/${thingName}/down/cmd`;
}

/** Whether a filter matches the panel's own commands only. All others, `$share/…` included, are refused. */
export function maySubscribe(thingName: string, filter: string): boolean {
  const own = `${brand.topicRoot}/dev/${thingName}/down/`;
  return filter === `${own}#` || filter === `${own}+` || filter === `${own}cmd`;
}
