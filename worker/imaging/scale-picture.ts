import type { Sharp } from 'sharp';
import { cropWindow } from './crop-window.ts';
import type { PictureArea } from './scene.ts';

export interface ScaleOptions {
  width: number;
  height: number;
  /** `fill` stretches, `inside` keeps the shape within the box, `cover` fills the box and cuts what hangs over. */
  fit: 'fill' | 'inside' | 'cover';
  /** What `cover` keeps in view; the middle by itself. */
  focus?: PictureArea | undefined;
  /** With `inside`: enlarge by whole numbers only, each pixel a square. */
  pixels?: boolean | undefined;
}

/** Scales an upright picture to a box. */
export async function scalePicture(pipeline: Sharp, options: ScaleOptions): Promise<Sharp> {
  const { width, height, fit, focus, pixels } = options;
  const cuts = fit === 'cover' && focus !== undefined;
  if (!cuts && !pixels) return pipeline.resize(width, height, { fit });
  const own = (await pipeline.metadata()).autoOrient;
  if (pixels) {
    const times = Math.floor(Math.min(width / own.width, height / own.height));
    if (times < 2) return pipeline.resize(width, height, { fit, withoutEnlargement: true });
    return pipeline.resize(own.width * times, own.height * times, { kernel: 'nearest' });
  }
  // Scaled as a whole and then cut: a cut before would have JPEGs decoded in full size.
  const { scaled, window } = cropWindow(own, { width, height }, focus);
  return pipeline.resize(scaled.width, scaled.height, { fit: 'fill' }).extract(window);
}
