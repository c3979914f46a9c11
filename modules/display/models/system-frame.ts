import { Row } from '#shared/db/row.ts';
import type { FrameFormat } from '#shared/picture-formats.ts';

export interface StoredFile {
  key: string;
  sha256: string;
  sizeBytes: number;
}

/** A system page (claim or welcome page), 800x480, in every format. `files` is null until it is rendered. */
export class SystemFrame extends Row {
  static override tableName = 'display.system_frames';
  static override jsonAttributes = ['files'];

  declare id: string;
  declare deviceId: string;
  declare kind: 'claim_code' | 'bound';
  /** The claim code, or the binding id, that the page is about. */
  declare subject: string;
  declare files: Record<FrameFormat, StoredFile> | null;
  declare createdAt: Date;
}
