import type { LibraryContext } from '../context.ts';
import { eventFrame } from '../streams/event-frames.ts';
import type { StreamSource } from '../streams/event-stream.ts';
import { publicEvents } from './list-events.ts';
import { Analysis, isTerminal } from './models/analysis.ts';
import type { AnalysisEventDto } from './schemas.ts';

const EVENTS_PER_READ = 100;

interface EventSlice {
  events: AnalysisEventDto[];
  /** True if the run has ended and no event follows. */
  end: { state: string; lastSeq: number } | null;
}

/** Creates sources of the public events of a run, from a position until its end. */
export type EventSources = (analysisId: string, after: number) => StreamSource;

export function createEventSources(db: LibraryContext['db']): EventSources {
  /** Readers at the same position of a run share one query. */
  const reads = new Map<string, Promise<EventSlice>>();

  function read(analysisId: string, after: number): Promise<EventSlice> {
    const key = `${analysisId} ${after}`;
    const running = reads.get(key);
    if (running) return running;
    const reading = readSlice(db, analysisId, after).finally(() => reads.delete(key));
    reads.set(key, reading);
    return reading;
  }

  return (analysisId, start) => {
    let after = start;
    return {
      async next() {
        const { events, end } = await read(analysisId, after);
        after = events.at(-1)?.seq ?? after;
        if (events.length === 0 && end)
          return { frames: eventFrame({ event: 'end', data: end }), isEnd: true };
        const frames = events.map((event) => eventFrame({ id: event.seq, event: event.type, data: event }));
        return { frames: frames.join(''), hasMore: events.length > 0 };
      },
    };
  };
}

async function readSlice(db: LibraryContext['db'], analysisId: string, after: number): Promise<EventSlice> {
  const analysis = await Analysis.query(db).findById(analysisId).select('state', 'end_seq');
  // Deleted with its account.
  if (!analysis) throw new Error('the analysis was deleted');
  const { state, endSeq } = analysis;
  const until = endSeq ?? undefined;
  const events = await publicEvents(db, { analysisId, after, limit: EVENTS_PER_READ, until });
  return { events, end: isTerminal(analysis) ? { state, lastSeq: endSeq ?? 0 } : null };
}
