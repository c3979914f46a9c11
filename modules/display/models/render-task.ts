import { Row } from '#shared/db/row.ts';
import type { SystemPage } from '../ports.ts';
import type { PresentationSource } from '../source.ts';

/**
 * A render task. `frames`: a display presentation, from `source`. `scene`: a targetless presentation and, if its profile
 * includes PNG, its first rendition. `rendition`: a further one. `system_page`: a claim or welcome page. Targetless
 * presentations are drawn from their stored Scene.
 */
export class RenderTask extends Row {
  static override tableName = 'display.render_tasks';
  static override jsonAttributes = ['source'];

  declare id: string;
  declare userId: string | null;
  declare kind: 'frames' | 'scene' | 'rendition' | 'system_page';
  declare presentationId: string | null;
  declare renditionId: string | null;
  declare systemFrameId: string | null;
  declare source: PresentationSource | SystemPage | null;
  /** Bytes that it may store. They count against the user's storage limit while it waits. */
  declare reservedBytes: number;
  declare state: 'waiting' | 'done' | 'failed';
  declare createdAt: Date;
  declare finishedAt: Date | null;
}
