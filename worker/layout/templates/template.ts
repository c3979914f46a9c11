import * as z from 'zod';
import { areaSchema, type Scene } from '../../imaging/scene.ts';
import type { ColorMode, Viewport } from './theme.ts';

/** A kind of page: what it wants to know, and how it is laid out. The same parameters give the same Scene. */
export interface Template<Schema extends z.ZodType = z.ZodType> {
  /** When to choose it, in a sentence for whoever plans. */
  use: string;
  parameters: Schema;
  layOut(parameters: z.output<Schema>, viewport: Viewport, colorMode: ColorMode): Scene;
}

/** Ties the types of a template's parameters and its layout together. */
export function template<Schema extends z.ZodType>(made: Template<Schema>): Template<Schema> {
  return made;
}

const text = (most: number) => z.string().trim().max(most);
const oneLine = (most: number) => text(most).overwrite((given) => given.replace(/\s+/gu, ' '));

/** Pieces that the parameters of several templates share. */
export const short = oneLine(200);
export const line = oneLine(400);
export const prose = text(20_000);

/**
 * A stored image by its file id, its size in pixels, and what is known of what it shows, which decides how it is
 * cropped: `focus` in thousandths of its sides, with `faces` when heads are in it; `kind` a photograph by itself.
 * `turn` brings a scan level, in hundredths of a degree.
 */
export const picture = z.object({
  fileId: z.string().min(1).max(200),
  width: z.int().min(1).max(100_000),
  height: z.int().min(1).max(100_000),
  kind: z.enum(['photo', 'drawing', 'scan']).optional(),
  focus: areaSchema.extend({ faces: z.boolean() }).nullish(),
  turn: z.int().min(-1500).max(1500).optional(),
});
export type PictureParameter = z.output<typeof picture>;

export const furtherPictures = z
  .int()
  .min(1)
  .max(9999)
  .optional()
  .meta({ description: 'How many further pictures there are that the page has no room for.' });
