import type { CallOptions } from '../connection.ts';
import type { Listing } from '../page.ts';
import type { Presentation, Query, RenditionRequest } from '../types.ts';
import { Resource, segment } from './resource.ts';

export class Presentations extends Resource {
  /** Presentations, newest first: those made without a display, unless `scope` or `displayId` says otherwise. */
  list(query: Query<'get_api_app_v1_presentations'> = {}, options?: CallOptions): Listing<Presentation> {
    return this.pages('presentations', query, options);
  }

  get(
    presentationId: string,
    query: Query<'get_api_app_v1_presentations_presentationId'> = {},
    options?: CallOptions,
  ): Promise<Presentation> {
    return this.read(`presentations/${segment(presentationId)}`, query, options);
  }

  /** A PNG with the pixels that its panel shows; without a display, its first rendition. */
  picture(presentationId: string, options?: CallOptions): Promise<Blob> {
    const path = `${this.prefixes.owner}/presentations/${segment(presentationId)}/picture`;
    return this.connection.blob({ method: 'GET', path, options });
  }

  /** Renders a presentation that was made without a display in another size. */
  render(presentationId: string, request: RenditionRequest, options?: CallOptions): Promise<Presentation> {
    const path = `${this.prefixes.facade}/presentations/${segment(presentationId)}/renditions`;
    return this.change({ method: 'POST', path, body: request, repeatable: true, options });
  }
}
