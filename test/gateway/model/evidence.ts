import type { PanelMessage, SentCommand } from './messages.ts';
import type { WireConnection } from './mqtt-wire.ts';
import type { Taken } from './replay.ts';

/** What the owner asked for. */
export interface OwnerAction {
  what: 'advance' | 'activate' | 'remove';
  item: string | null;
}

/** All that was seen of a display from outside. */
export interface Evidence {
  ownerActions: OwnerAction[];
  panelMessages: PanelMessage[];
  commands: SentCommand[];
  connections: WireConnection[];
  /** Whether a response of the database may have been as old as a frozen connection. */
  froze: boolean;
  /** SHA-256 of a presentation's frames by format. */
  frames: Map<string, Record<string, string>>;
  /** How long a picture may stay unconfirmed, in seconds. */
  patienceSeconds: number;
}

/** A picture in the form in which it was sent. */
interface Sending {
  item: string | null;
  format: string;
}

/** Both clocks are the machine's, but they are read in whole milliseconds. */
const ROUNDING_MS = 1;
/** How long a statement may have been under way when its connection ended. */
const LATE_MS = 3_000;
const FAILURES = 3;

/** Whether there was a reason for a step: a change by the owner, or an earlier message of the panel. */
export function hasReason(evidence: Evidence, step: Taken, before: Taken[]): boolean {
  const { what, item, at } = step;
  const sending = { item, format: step.next.format };
  switch (what) {
    case 'advance':
      return countOf(before, 'advance') < evidence.ownerActions.filter((one) => one.what === what).length;
    case 'activate':
    case 'remove':
      return evidence.ownerActions.some((one) => one.what === what && one.item === item);
    case 'publish':
      return evidence.connections.some(
        ({ acceptedAt, closedAt }) =>
          acceptedAt !== null && acceptedAt - LATE_MS <= at && (closedAt ?? at) >= at - LATE_MS,
      );
    case 'confirm':
      return shownBy(evidence, sending).some((one) => inTime(one, deliveredAt(step, before), at));
    case 'panel_error': {
      const since = publishedAt(step, before);
      const failures = failuresOf(evidence, item).filter((one) => inTime(one, since, at));
      return new Set(failures.map(({ commandId }) => commandId)).size >= FAILURES;
    }
    case 'panel_unresponsive':
      return secondsPending(step, before) >= evidence.patienceSeconds;
    default:
      return true;
  }
}

/** The messages that report the picture of the step, with the right bytes, as shown. */
export function shownBy({ panelMessages, frames }: Evidence, { item, format }: Sending): PanelMessage[] {
  const sha256 = frames.get(item ?? '')?.[format];
  return panelMessages.filter((one) => one.ok && one.presentationId === item && one.sha256 === sha256);
}

/** The messages that report that the panel could not show the picture, in the format that it had then. */
export function failuresOf({ panelMessages, frames }: Evidence, item: string | null): PanelMessage[] {
  const hashes = new Set<string | null>(Object.values(frames.get(item ?? '') ?? {}));
  return panelMessages.filter((one) => !one.ok && one.presentationId === item && hashes.has(one.sha256));
}

/** Whether a message may have been handled between two moments. It may have waited for the database. */
function inTime({ at, acknowledgedAt }: PanelMessage, from: number, to: number): boolean {
  return at <= to + ROUNDING_MS && (acknowledgedAt ?? Number.POSITIVE_INFINITY) >= from;
}

function countOf(steps: Taken[], what: Taken['what']): number {
  return steps.filter((step) => step.what === what).length;
}

function sendings({ item }: Taken, before: Taken[]): Taken[] {
  return before.filter((step) => step.item === item && step.next.pending === item);
}

/** When a picture was first sent out: a confirm of before means nothing. */
function deliveredAt(step: Taken, before: Taken[]): number {
  return (sendings(step, before)[0]?.at ?? Number.POSITIVE_INFINITY) - ROUNDING_MS;
}

function publishedAt(step: Taken, before: Taken[]): number {
  return (sendings(step, before).at(-1)?.at ?? Number.POSITIVE_INFINITY) - ROUNDING_MS;
}

/** By the application's clock, which a test may move. */
function secondsPending(step: Taken, before: Taken[]): number {
  const since = sendings(step, before).at(-1)?.row?.updated_at;
  return (Date.parse(step.row?.updated_at) - Date.parse(since)) / 1000;
}
