import type { Sharp } from 'sharp';
import { cropWindow } from './crop-window.ts';
import type { PictureArea } from './scene.ts';

export interface ScaleOptions {
  width: number;
  height: number;
  /** `fill` stretches, `inside` keeps the shape within the box, `cover` fills the box and cuts the rest off. */
  fit: 'fill' | 'inside' | 'cover';
  /** The area that `cover` keeps visible; by default the middle. */
  focus?: PictureArea | undefined;
  /** With `inside`: do not enlarge. */
  reduceOnly?: boolean | undefined;
}

/** Scales an upright picture to a box. */
export async function scalePicture(pipeline: Sharp, options: ScaleOptions): Promise<Sharp> {
  const { width, height, fit, focus, reduceOnly } = options;
  if (fit !== 'cover' || focus === undefined)
    return pipeline.resize(width, height, { fit, withoutEnlargement: reduceOnly === true });
  const own = (await pipeline.metadata()).autoOrient;
  // Scaled as a whole and then cut. If it were cut first, JPEGs would be decoded in full size.
  const { scaled, window } = cropWindow(own, { width, height }, focus);
  return pipeline.resize(scaled.width, scaled.height, { fit: 'fill' }).extract(window);
}
