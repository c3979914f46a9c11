import { useSignal } from '@preact/signals';
import type { Presentation } from '#client/index.ts';
import { localUrl } from '../api/installation.ts';
import { t } from '../strings/index.ts';

export interface WallPictureProps {
  image: Presentation['image'];
  /** What it shows, in words. */
  alt: string;
  /** Called when it could not be loaded, such as when its address has ended: read it anew. */
  onFailed?: () => unknown;
  /** Instead of a picture. */
  empty?: string;
  /** Far down the page: load it when it comes near. */
  lazy?: boolean;
}

/** What a panel shows, in the frame of a panel. */
export function WallPicture({
  image,
  alt,
  onFailed,
  empty = t.picture.none,
  lazy = false,
}: WallPictureProps) {
  const failed = useSignal<string | null>(null);
  const loaded = useSignal(false);
  const url = image && localUrl(image.url);
  const hasFailed = url !== null && failed.value === url;
  return (
    <div class={`wall-picture${url && !hasFailed && !loaded.value ? ' is-loading' : ''}`}>
      {url && !hasFailed ? (
        <img
          src={url}
          alt={alt}
          width={image.width}
          height={image.height}
          loading={lazy ? 'lazy' : 'eager'}
          decoding="async"
          onLoad={() => {
            loaded.value = true;
          }}
          onError={() => {
            failed.value = url;
            onFailed?.();
          }}
        />
      ) : (
        <span class="wall-picture-empty">{hasFailed ? t.picture.failed : empty}</span>
      )}
    </div>
  );
}
