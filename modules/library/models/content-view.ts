import type { Content } from './content.ts';
import type { RawUploadItem } from './raw-upload-item.ts';

/** A Content with its assets in submitted order. */
export interface ContentView {
  content: Content;
  items: RawUploadItem[];
}
