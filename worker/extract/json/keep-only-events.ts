import { countWords } from '#shared/count-words.ts';
import { blocksToText } from '../blocks.ts';
import type { JsonReading } from './arrange.ts';
import { isZone } from './calendar-records.ts';
import { isObject } from './fields.ts';
import { plainName } from './names.ts';

/** Names of the times at which a document was written, as opposed to times of its events. */
const TIMES_OF_WRITING = /^(?:created|updated|modified|last_modified|access_role|page_size)(?:_|$)/;

/** Keeps the name and the events of a calendar; the other words are counted. */
export function keepOnlyEvents(reading: JsonReading, root: unknown): JsonReading {
  const events = reading.blocks.find((block) => block.kind === 'events');
  if (!events) return reading;
  for (const block of reading.blocks) {
    const isWritten = block.kind === 'pair' && TIMES_OF_WRITING.test(plainName(block.key));
    if (block !== events && !isWritten) reading.omitted += countWords(blocksToText([block]));
  }
  const zone = isObject(root) ? (root.timeZone ?? root.timezone) : null;
  const isNamed = events.timeZone === undefined && typeof zone === 'string' && isZone(zone);
  return {
    ...reading,
    omittedRows: 0,
    lead: null,
    blocks: [isNamed ? { ...events, timeZone: zone } : events],
  };
}
