import { Row } from '#shared/db/row.ts';
import type { Problem } from '#shared/errors.ts';
import type { OutputProfile } from '../output-profile.ts';
import type { SceneData } from '../ports.ts';
import type { StoredImage } from '../source.ts';

export type PresentationMode = 'auto' | 'manual' | 'hardcode' | 'ai' | 'direct';
export type PresentationState =
  | 'preparing'
  | 'queued'
  | 'published'
  | 'confirmed'
  | 'expired'
  | 'failed'
  | 'ready';

export interface ContentRef {
  id: string;
  role: 'input' | 'context';
}

/** A targetless presentation's Scene and where the images it names by file id are stored. */
export interface StoredScene {
  data: SceneData;
  images: Record<string, StoredImage>;
}

export class Presentation extends Row {
  static override tableName = 'display.presentations';
  static override jsonAttributes = ['contents', 'output', 'scene', 'failure'];

  declare id: string;
  declare userId: string;
  /** Null for a targetless one. */
  declare deviceId: string | null;
  declare bindingId: string | null;
  declare mode: PresentationMode;
  declare title: string | null;
  declare state: PresentationState;
  declare analysisId: string | null;
  declare contents: ContentRef[];
  declare output: OutputProfile;
  declare scene: StoredScene | null;
  declare failure: Problem | null;
  declare priority: number;
  /** Goes out before the others, also in quiet hours and before the dwell time has passed. */
  declare urgent: boolean;
  /** When it expires and leaves the queue and the screen. Null: never. */
  declare expiresAt: Date | null;
  /** Bytes of its frames, preview and renditions. */
  declare storedBytes: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}
