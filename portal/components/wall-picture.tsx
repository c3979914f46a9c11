import { useRef } from 'preact/hooks';
import type { Presentation } from '#client/index.ts';
import { isDrawn, watchPicture } from '../store/pictures.ts';
import { t } from '../strings/index.ts';
import { useNearViewport } from './use-near-viewport.ts';

export interface WallPictureProps {
  page: Presentation | null;
  /** Alternative text. */
  alt: string;
  /** Text in place of a picture. */
  empty?: string;
  /** Load it when it comes near the visible part of the page. */
  lazy?: boolean;
}

/** The picture of a panel in its original pixels, in a drawn frame. */
export function WallPicture({ page, alt, empty = t.picture.none, lazy = false }: WallPictureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useNearViewport(frame, lazy);
  const lastUrl = useRef<string | null>(null);
  const hasPicture = page !== null && isDrawn(page);
  const { url = null, isMissing = false } = hasPicture && isNear ? watchPicture(page.id).value : {};
  // The last picture stays until the next one is loaded.
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
