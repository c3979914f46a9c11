import { useRef } from 'preact/hooks';
import type { Presentation } from '#client/index.ts';
import { isDrawn, lookAtPicture } from '../store/pictures.ts';
import { t } from '../strings/index.ts';
import { useNear } from './use-near.ts';

export interface WallPictureProps {
  page: Presentation | null;
  /** What it shows, in words. */
  alt: string;
  /** Instead of a picture. */
  empty?: string;
  /** Far down the page: load it when it comes near. */
  lazy?: boolean;
}

/** What a panel shows, dot by dot, in the frame of a panel. */
export function WallPicture({ page, alt, empty = t.picture.none, lazy = false }: WallPictureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useNear(frame, lazy);
  const lastUrl = useRef<string | null>(null);
  const hasPicture = page !== null && isDrawn(page);
  const { url = null, isMissing = false } = hasPicture && isNear ? lookAtPicture(page.id).value : {};
  // The last picture stays until the next one is there.
  if (url || !hasPicture || isMissing) lastUrl.current = url;
  const shown = lastUrl.current;
  const isLoading = hasPicture && !shown && !isMissing;
  return (
    <div ref={frame} class={isLoading ? 'wall-picture is-loading' : 'wall-picture'}>
      {shown ? (
        <img src={shown} alt={alt} {...page?.output.viewport} decoding="async" />
      ) : (
        !isLoading && <span class="wall-picture-empty">{isMissing ? t.picture.failed : empty}</span>
      )}
    </div>
  );
}
