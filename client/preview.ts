import type { CallOptions, Connection } from './connection.ts';
import { type PushInput, toAssets } from './push-input.ts';
import type { Preview } from './types.ts';

export interface PreviewOptions extends CallOptions {
  /** Id or name of the display. Without one and without a size, Placard chooses. */
  display?: string;
  /** `hardcode` draws one PNG or JPEG as it is. */
  mode?: 'auto' | 'manual' | 'hardcode';
  title?: string;
  intent?: string;
  /** A page of this size instead of one for a display. */
  size?: { width: number; height: number };
}

/** @throws {PlacardError} as for a push of the same */
export async function preview(
  connection: Connection,
  input: PushInput | PushInput[],
  { display, mode, title, intent, size, ...options }: PreviewOptions = {},
): Promise<Preview> {
  const { assets, files } = await toAssets(Array.isArray(input) ? input : [input]);
  const form = new FormData();
  for (const [index, asset] of assets.entries()) {
    const file = files.get(index);
    if (file) form.append('file', file, asset.filename ?? 'file');
    else if (asset.type === 'link') form.append('link', asset.url ?? '');
    else form.append('text', asset.text ?? '');
  }
  const query = { display, mode, title, intent, width: size?.width, height: size?.height };
  return connection.json({
    method: 'POST',
    path: 'api/app/v1/previews',
    query,
    form,
    repeatable: true,
    options,
  });
}
