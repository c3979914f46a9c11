import { Row } from '#shared/db/row.ts';
import type { FrameFormat } from '#shared/picture-formats.ts';

/** A rendered product of a display presentation, in one format. */
export class Frame extends Row {
  static override tableName = 'display.frames';
  static override idColumn = ['presentation_id', 'format'];

  declare presentationId: string;
  declare format: FrameFormat;
  declare key: string;
  declare sha256: string;
  declare sizeBytes: number;
  declare width: number;
  declare height: number;
  declare createdAt: Date;
}
