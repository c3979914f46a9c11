import type { DisplayContext } from '../context.ts';
import { displayNotFound } from '../errors.ts';
import { Device } from '../models/device.ts';
import { type OutputProfile, PANEL_VIEWPORT } from '../output-profile.ts';
import type { PresentationSource } from '../source.ts';
import { panelPicture } from './panel-picture.ts';
import { pixelSource } from './pixel-source.ts';

export interface PreviewPage {
  /** The display whose tone and format are used. */
  displayId: string | null;
  /** Instead of a display. */
  output: OutputProfile | null;
  source: PresentationSource;
}

export interface DrawnPage {
  png: Uint8Array;
  width: number;
  height: number;
}

/**
 * Draws a page as the panel of a display shows it, in its frame format, or for an output profile. Stores nothing.
 * @throws {AppError} `404 display_not_found`; @throws an error named `InvalidImageError`
 */
export async function renderPreview(
  context: DisplayContext,
  { displayId, output, source }: PreviewPage,
): Promise<DrawnPage> {
  const { db, store, pixels } = context;
  const input = await pixelSource(store, source);
  if (output) {
    const { viewport, colorMode } = output;
    return { ...viewport, png: await pixels.renderPng(input, { ...viewport, colorMode }) };
  }
  const device = displayId && (await Device.query(db).findById(displayId));
  if (!device) throw displayNotFound();
  const { toneExponent, tone, format } = device;
  const frames = await pixels.renderFrames(input, { ...PANEL_VIEWPORT, toneExponent, tone });
  const png = await panelPicture(context, format, frames[format], PANEL_VIEWPORT);
  return { ...PANEL_VIEWPORT, png };
}
