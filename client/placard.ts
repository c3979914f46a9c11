import { type CallOptions, Connection, type ConnectionOptions, type TokenSource } from './connection.ts';
import { type PreviewOptions, preview } from './preview.ts';
import { type PushOptions, type PushResult, push } from './push.ts';
import type { PushInput } from './push-input.ts';
import { Analyses } from './resources/analyses.ts';
import { Contents } from './resources/contents.ts';
import { Displays } from './resources/displays.ts';
import { Presentations } from './resources/presentations.ts';
import type { Prefixes } from './resources/resource.ts';
import { Walls } from './resources/walls.ts';
import { serverEvents } from './server-events.ts';
import type { ChangeEvent, Preview, UploadTicket } from './types.ts';
import { upload } from './upload.ts';

export interface PlacardOptions extends ConnectionOptions {
  /** A personal access token, or the access token of a session. */
  token: TokenSource;
}

const OWNER_PREFIX = 'api/app/v1';
const PERSONAL_TOKEN = /^plc_pat_/;

/** The API of one box for one user. Every call rejects with a `PlacardError` when it is refused or the connection fails. */
export class Placard {
  readonly displays: Displays;
  readonly walls: Walls;
  readonly contents: Contents;
  readonly presentations: Presentations;
  readonly analyses: Analyses;
  readonly connection: Connection;
  readonly #options: PlacardOptions;

  constructor(options: PlacardOptions) {
    const { token } = options;
    const isPersonal = typeof token === 'string' && PERSONAL_TOKEN.test(token);
    const prefixes: Prefixes = { facade: isPersonal ? 'api/sdk/v1' : OWNER_PREFIX, owner: OWNER_PREFIX };
    this.#options = options;
    this.connection = new Connection(options);
    this.displays = new Displays(this.connection, prefixes);
    this.walls = new Walls(this.connection, prefixes);
    this.contents = new Contents(this.connection, prefixes);
    this.presentations = new Presentations(this.connection, prefixes);
    this.analyses = new Analyses(this.connection, prefixes);
  }

  /** Pushes texts, links, images and files as one Content, in one call. */
  push(input: PushInput | PushInput[], options?: PushOptions): Promise<PushResult> {
    return push(this, input, options);
  }

  /** Draws the pages that a push of this input would show, in the pixels of the panels. Stores nothing. */
  preview(input: PushInput | PushInput[], options?: PreviewOptions): Promise<Preview> {
    return preview(this.connection, input, options);
  }

  /**
   * Changes of displays, presentations and contents as they happen, until `signal` aborts. Begins with a `reset`, at which
   * you load what you show. A broken connection is resumed; a change may come twice, but none is lost.
   */
  async *events(options: CallOptions = {}): AsyncGenerator<ChangeEvent, void, void> {
    const call = { method: 'GET', path: `${OWNER_PREFIX}/events`, options } as const;
    for await (const { event, data } of serverEvents(this.connection, call))
      yield { event, data: JSON.parse(data) } as ChangeEvent;
  }

  /** Sends the bytes of one asset to the address of its ticket. `push` includes this. */
  upload(ticket: Pick<UploadTicket, 'url' | 'fields'>, file: Blob, options: CallOptions = {}): Promise<void> {
    return upload(ticket, file, options, this.#options);
  }
}
