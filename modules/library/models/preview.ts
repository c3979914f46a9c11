import { Row } from '#shared/db/row.ts';
import type { Problem } from '#shared/errors.ts';
import type { AnalysisTarget } from '../analyses/models/analysis.ts';

/** An asset of a preview. The bytes of an image or file are in the object `key`. */
export interface PreviewAsset {
  type: 'text' | 'link' | 'image' | 'file';
  text: string | null;
  url: string | null;
  filename: string | null;
  contentType: string | null;
  key: string | null;
}

export interface PreviewRequest {
  assets: PreviewAsset[];
  title: string | null;
  intent: string | null;
  /** A single picture, stretched over the display. */
  hardcode: boolean;
  target: AnalysisTarget;
}

/** A page that has been drawn; its PNG is in the object `key`. */
export interface PreviewPage {
  /** Null for a page of a requested size. */
  displayId: string | null;
  title: string | null;
  /** Null for an unchanged picture. */
  template: string | null;
  width: number;
  height: number;
  key: string;
}

/** Pages that are drawn without being pushed, while a request waits for them. */
export class Preview extends Row {
  static override tableName = 'library.previews';
  static override jsonAttributes = ['request', 'pages', 'warnings', 'failure'];

  declare id: string;
  declare userId: string;
  declare state: 'waiting' | 'ready' | 'failed';
  declare request: PreviewRequest;
  declare pages: PreviewPage[];
  /** Pages that a push would make beyond `pages`. */
  declare morePages: number;
  declare warnings: Problem[];
  declare failure: Problem | null;
  /** Bytes stored or reserved for it. They count against the user's storage limit. */
  declare heldBytes: number;
  declare createdAt: Date;
}
