import { Model, snakeCaseMappers } from 'objection';
import type { SystemPage } from '../ports.ts';
import type { PresentationSource } from '../source.ts';

/**
 * One thing to render. `frames`: a display presentation, from `source`. `scene`: a targetless presentation and, when
 * its profile wants one, its first rendition. `rendition`: a further one. `system_page`: a page about the panel
 * itself. Targetless ones are drawn from the presentation's stored Scene.
 */
export class RenderTask extends Model {
  static override tableName = 'display.render_tasks';
  static override columnNameMappers = snakeCaseMappers();
  static override jsonAttributes = ['source'];

  declare id: string;
  declare userId: string | null;
  declare kind: 'frames' | 'scene' | 'rendition' | 'system_page';
  declare presentationId: string | null;
  declare renditionId: string | null;
  declare systemFrameId: string | null;
  declare source: PresentationSource | SystemPage | null;
  /** What it may store: counts against the user's share of the storage while it waits. */
  declare reservedBytes: number;
  declare state: 'waiting' | 'done' | 'failed';
  declare createdAt: Date;
  declare finishedAt: Date | null;
}
