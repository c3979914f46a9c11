import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
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
  const url = useSameAddress(image, failed.value);
  const loaded = useSignal<string | null>(null);
  const hasFailed = url !== null && failed.value === url;
  const isLoading = url !== null && !hasFailed && loaded.value === null;
  return (
    <div class={isLoading ? 'wall-picture is-loading' : 'wall-picture'}>
      {image && url && !hasFailed ? (
        <img
          src={url}
          alt={alt}
          width={image.width}
          height={image.height}
          loading={lazy ? 'lazy' : 'eager'}
          decoding="async"
          onLoad={() => {
            loaded.value = url;
          }}
          onError={() => {
            // A second address of the same picture is tried; a second failure stays.
            const isFirst = failed.value === null;
            failed.value = url;
            if (isFirst) onFailed?.();
          }}
        />
      ) : (
        <span class="wall-picture-empty">{hasFailed ? t.picture.failed : empty}</span>
      )}
    </div>
  );
}

/** Each read signs another address of the same picture, which need not be fetched again while the last one is good. */
function useSameAddress(image: Presentation['image'], failed: string | null): string | null {
  const kept = useRef<{ picture: string; url: string; ends: number } | null>(null);
  if (!image) return null;
  const picture = `${image.url.split('?')[0]} ${image.updatedAt}`;
  const { current } = kept;
  if (current?.picture !== picture || current.ends < Date.now() || current.url === failed)
    kept.current = { picture, url: localUrl(image.url), ends: Date.parse(image.expiresAt) };
  return kept.current?.url ?? null;
}
