import type { CallOptions } from '../connection.ts';
import type { Listing } from '../page.ts';
import type { Query, Wall } from '../types.ts';
import { Resource, segment } from './resource.ts';

/** Displays with what they show, what comes next, and why. */
export class Walls extends Resource {
  /** One request for each page, however many displays are on it; newest binding first. */
  list(query: Query<'get_api_app_v1_walls'> = {}, options?: CallOptions): Listing<Wall> {
    return this.pages('walls', query, options, this.prefixes.owner);
  }

  get(displayId: string, options?: CallOptions): Promise<Wall> {
    return this.read(`walls/${segment(displayId)}`, {}, options, this.prefixes.owner);
  }
}
