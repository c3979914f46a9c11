import type { CallOptions } from '../connection.ts';
import { newIdempotencyKey } from '../idempotency-key.ts';
import type { Listing } from '../page.ts';
import type { AssetAddress, Content, ContentWithTickets, OwnContentRequest, Query } from '../types.ts';
import { Resource, segment } from './resource.ts';

export interface KeyedOptions extends CallOptions {
  /** Repeating a call under its key replays the first response. Default: one made for this call. */
  idempotencyKey?: string;
}

export class Contents extends Resource {
  /** Contents, newest first; with `q`, those in which every word occurs. */
  list(query: Query<'get_api_app_v1_contents'> = {}, options?: CallOptions): Listing<Content> {
    return this.pages('contents', query, options);
  }

  get(contentId: string, options?: CallOptions): Promise<Content> {
    return this.read(`contents/${segment(contentId)}`, {}, options);
  }

  /** Stores a submission and returns a ticket for each of its images and files. `push` does all of it. */
  create(request: OwnContentRequest, options: KeyedOptions = {}): Promise<ContentWithTickets> {
    // The SDK's routes have neither urgency nor expiry.
    const isOwn = ['urgent', 'expiresAt', 'expires'].some((name) => name in request);
    const prefix = isOwn ? this.prefixes.owner : this.prefixes.facade;
    return this.change({
      method: 'POST',
      path: `${prefix}/contents`,
      body: request,
      headers: { 'Idempotency-Key': options.idempotencyKey ?? newIdempotencyKey() },
      repeatable: true,
      options,
    });
  }

  /** Verifies that the bytes have arrived and starts processing. */
  confirm(contentId: string, options?: CallOptions): Promise<Content> {
    const path = `${this.prefixes.facade}/contents/${segment(contentId)}/confirm`;
    return this.change({ method: 'POST', path, repeatable: true, options });
  }

  /** Fresh tickets for assets that have not arrived. */
  renewTickets(
    contentId: string,
    assetIndexes: number[],
    options?: CallOptions,
  ): Promise<ContentWithTickets> {
    const path = `${this.prefixes.facade}/contents/${segment(contentId)}/upload-tickets`;
    return this.change({ method: 'POST', path, body: { assetIndexes }, repeatable: true, options });
  }

  /** A signed address that downloads an image or a file as it was sent. */
  original(contentId: string, assetIndex: number, options?: CallOptions): Promise<AssetAddress> {
    const path = `contents/${segment(contentId)}/assets/${assetIndex}`;
    return this.read(path, {}, options, this.prefixes.owner);
  }

  /** Removes a Content with its bytes and presentations. What a panel shows stays until it is replaced. */
  async delete(contentId: string, options?: CallOptions): Promise<void> {
    const path = `${this.prefixes.owner}/contents/${segment(contentId)}`;
    await this.change({ method: 'DELETE', path, options });
  }
}
