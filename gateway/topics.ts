import { brand } from '#shared/brand.ts';

/** The four messages that a panel may send. */
export type MessageKind = 'heartbeat' | 'state' | 'confirm' | 'request_claim';

const MESSAGE_KINDS = new Set<string>([
  'heartbeat',
  'state',
  'confirm',
  'request_claim',
] satisfies MessageKind[]);
const THING_NAME = new RegExp(`^${brand.thingPrefix}[a-z0-9]{12}$`);

/** The form of every client id and user name there is. */
export function isThingName(text: unknown): text is string {
  return typeof text === 'string' && THING_NAME.test(text);
}

/** Which message a topic is when this panel may publish it, else null. No wildcard, no other panel, no `$SYS`. */
export function messageKindOf(thingName: string, topic: string): MessageKind | null {
  const prefix = `${brand.topicRoot}/dev/${thingName}/up/`;
  const rest = topic.startsWith(prefix) ? topic.slice(prefix.length) : '';
  return MESSAGE_KINDS.has(rest) ? (rest as MessageKind) : null;
}

/** Where this panel's commands go. */
export function commandTopic(thingName: string): string {
  return `${brand.topicRoot}/dev/${thingName}/down/cmd`;
}

/** The filters that bring a panel its own commands; everything else, `$share/…` included, is refused. */
export function maySubscribe(thingName: string, filter: string): boolean {
  const own = `${brand.topicRoot}/dev/${thingName}/down/`;
  return filter === `${own}#` || filter === `${own}+` || filter === `${own}cmd`;
}
