import { Row } from '#shared/db/row.ts';
import type { Problem } from '#shared/errors.ts';
import type { ColorMode } from '#shared/picture-formats.ts';

/** A PNG of a targetless presentation in one size and colour mode. */
export class Rendition extends Row {
  static override tableName = 'display.renditions';
  static override jsonAttributes = ['failure'];

  declare id: string;
  declare presentationId: string;
  declare format: 'png';
  declare width: number;
  declare height: number;
  declare colorMode: ColorMode;
  declare state: 'preparing' | 'ready' | 'failed';
  declare key: string | null;
  declare failure: Problem | null;
  declare createdAt: Date;
  declare updatedAt: Date;
}
