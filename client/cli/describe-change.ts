import type { ChangeEvent, Content, PresentationSummary } from '../types.ts';
import { contentTitle, type Titles } from './titles.ts';

/** A display, presentation or content that changed, in its new state, or was removed. */
export type Change = Exclude<ChangeEvent, { event: 'reset' }>;

/** False for a `reset`, and for events that later boxes may send. */
export function isChange(event: ChangeEvent): event is Change {
  return /^(?:display|presentation|content)\.(?:changed|removed)$/.test(event.event);
}

const PRESENTATION: Record<PresentationSummary['state'], string> = {
  preparing: 'is drawn',
  queued: 'waits in the queue',
  published: 'is on its way',
  confirmed: 'is on the wall',
  expired: 'was replaced or taken out of the queue',
  failed: 'could not be shown',
  ready: 'is ready',
};
const CONTENT: Record<Content['state'], string> = {
  pending: 'waits for its bytes',
  processing: 'is worked on',
  ready: 'is done',
  failed: 'failed',
};

/** Describes a change in words. `names` holds the names of displays by id and is updated from the changes. */
export async function describeChange(
  { event, data }: Change,
  names: Map<string, string>,
  titles: Titles,
): Promise<string> {
  if (event === 'display.changed') {
    names.set(data.id, data.name);
    // Whether it is asleep or missed is not part of the event.
    const battery = data.batteryPercent === null ? '' : `, battery ${data.batteryPercent}%`;
    return `${data.name} is ${data.online ? 'online' : 'away'}${battery}`;
  }
  if (event === 'presentation.changed') {
    const where = data.displayId ? `${names.get(data.displayId) ?? data.displayId}: ` : '';
    return `${where}"${await titles(data.id)}" ${PRESENTATION[data.state] ?? data.state}`;
  }
  if (event === 'content.changed') {
    const reason = data.failure ? `: ${data.failure.message}` : '';
    return `Push "${contentTitle(data)}" ${CONTENT[data.state] ?? data.state}${reason}`;
  }
  return `${names.get(data.id) ?? `${event.split('.')[0]} ${data.id}`} is gone`;
}
