import type { Call, CallOptions, Connection } from '../connection.ts';
import { type Listing, listing, type Page } from '../page.ts';

/** Path prefixes of the routes: a personal access token uses those of the SDK, a session those of the app. */
export interface Prefixes {
  /** `api/sdk/v1` or `api/app/v1`: the same routes. */
  facade: string;
  /** Routes that the SDK does not have. */
  owner: string;
}

/** The routes of one kind of resource. */
export abstract class Resource {
  protected readonly connection: Connection;
  protected readonly prefixes: Prefixes;

  constructor(connection: Connection, prefixes: Prefixes) {
    this.connection = connection;
    this.prefixes = prefixes;
  }

  protected read<T>(
    path: string,
    query: Call['query'],
    options?: CallOptions,
    prefix = this.prefixes.facade,
  ): Promise<T> {
    return this.connection.json({ method: 'GET', path: `${prefix}/${path}`, query, options });
  }

  /** A change, which is not repeated automatically unless it is `repeatable`. */
  protected change<T>(
    call: Pick<Call, 'method' | 'path' | 'body' | 'headers' | 'repeatable' | 'options'>,
  ): Promise<T> {
    return this.connection.json(call);
  }

  protected pages<T>(
    path: string,
    query: Call['query'],
    options?: CallOptions,
    prefix = this.prefixes.facade,
  ): Listing<T> {
    return listing((cursor) =>
      this.read<Page<T>>(path, { ...query, ...(cursor && { cursor }) }, options, prefix),
    );
  }
}

/** A value as one segment of a path. */
export const segment = encodeURIComponent;
