import type { CallOptions } from '../connection.ts';
import type { Listing } from '../page.ts';
import type { Query, Wall } from '../types.ts';
import { Resource, segment } from './resource.ts';

/** Displays with their current, pending and next presentation, and their status. */
export class Walls extends Resource {
  /** One request for each page, however many displays are on it; newest binding first. */
  list(query: Query<'get_api_app_v1_walls'> = {}, options?: CallOptions): Listing<Wall> {
    return this.pages('walls', query, options, this.prefixes.owner);
  }

  get(displayId: string, options?: CallOptions): Promise<Wall> {
    return this.read(`walls/${segment(displayId)}`, {}, options, this.prefixes.owner);
  }
}
