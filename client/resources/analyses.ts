import type { CallOptions } from '../connection.ts';
import { newIdempotencyKey } from '../idempotency-key.ts';
import type { Listing } from '../page.ts';
import { serverEvents } from '../server-events.ts';
import type {
  Analysis,
  AnalysisArchive,
  AnalysisEvent,
  AnalysisEventPage,
  AnalysisRequest,
  Query,
} from '../types.ts';
import type { KeyedOptions } from './contents.ts';
import { Resource, segment } from './resource.ts';

/** How a run ended, and the number of its last event. */
export interface RunEnd {
  state: 'completed' | 'failed';
  lastSeq: number;
}

export class Analyses extends Resource {
  list(query: Query<'get_api_app_v1_analyses'> = {}, options?: CallOptions): Listing<Analysis> {
    return this.pages('analyses', query, options);
  }

  get(analysisId: string, options?: CallOptions): Promise<Analysis> {
    return this.read(`analyses/${segment(analysisId)}`, {}, options);
  }

  /** Starts an analysis of contents that are stored, or of the history. */
  create(request: AnalysisRequest, options: KeyedOptions = {}): Promise<Analysis> {
    return this.change({
      method: 'POST',
      path: `${this.prefixes.facade}/analyses`,
      body: request,
      headers: { 'Idempotency-Key': options.idempotencyKey ?? newIdempotencyKey() },
      repeatable: true,
      options,
    });
  }

  /** The address of a zip archive with everything about a finished run. */
  archive(analysisId: string, options?: CallOptions): Promise<AnalysisArchive> {
    return this.read(`analyses/${segment(analysisId)}/archive`, {}, options);
  }

  /**
   * The events of a run as they happen, from `after` on; returns how it ended. A broken connection is resumed. Rendering and
   * delivery, which follow the end, are in `eventPage`.
   */
  async *events(
    analysisId: string,
    { after, ...options }: CallOptions & { after?: number } = {},
  ): AsyncGenerator<AnalysisEvent, RunEnd, void> {
    const path = `${this.prefixes.facade}/analyses/${segment(analysisId)}/events/stream`;
    const stream = serverEvents(this.connection, { method: 'GET', path, options }, after?.toString());
    for (;;) {
      const { done, value } = await stream.next();
      if (done) return JSON.parse(value.data) as RunEnd;
      yield JSON.parse(value.data) as AnalysisEvent;
    }
  }

  /** One page of the events so far, those of rendering and delivery included. */
  eventPage(
    analysisId: string,
    query: Query<'get_api_app_v1_analyses_analysisId_events'> = {},
    options?: CallOptions,
  ): Promise<AnalysisEventPage> {
    return this.read(`analyses/${segment(analysisId)}/events`, query, options);
  }
}
