import * as z from 'zod';
import type { ColorMode } from '#shared/picture-formats.ts';
import { areaSchema, type Scene, sheetSchema } from '../../imaging/scene.ts';
import type { Viewport } from './theme.ts';

/** A kind of page: its parameters and its layout. The same parameters give the same Scene. */
export interface Template<Schema extends z.ZodType = z.ZodType> {
  /** When to choose it: a sentence for planners. */
  use: string;
  parameters: Schema;
  layOut(parameters: z.output<Schema>, viewport: Viewport, colorMode: ColorMode): Scene;
}

/** Connects the types of a template's parameters and of its layout. */
export function defineTemplate<Schema extends z.ZodType>(made: Template<Schema>): Template<Schema> {
  return made;
}

const text = (most: number) => z.string().trim().max(most);
const oneLine = (most: number) => text(most).overwrite((given) => given.replace(/\s+/gu, ' '));

/** Types of parameters that several templates share. */
export const shortText = oneLine(200);
export const lineText = oneLine(400);
export const proseText = text(20_000);
/** The address that the QR code in the corner opens. */
export const codeUrl = z.url().max(2048).optional();

/** Time zone of the reader (IANA), for moments; those on the day of `now` are shown without a date. */
export const readerTime = { timeZone: shortText.optional(), now: shortText.optional() };
/** Parameters at the end of most pages. `omitted`: number of words that were left out before. */
export const pageEnd = {
  footer: shortText.optional(),
  language: shortText.optional(),
  omitted: z.int().min(0).optional(),
};

/** Modules row by row without padding, 1 dark, the first in the highest bit, as base64; `alone`: the picture is this code. */
const codeSchema = z.object({
  width: z.int().min(1).max(400),
  height: z.int().min(1).max(400),
  bits: z.base64().max(30_000),
  alone: z.boolean().optional(),
});
export type CodeModules = z.output<typeof codeSchema>;

/**
 * A stored image by its file id, its size in pixels, and what is known of what it shows, which decides how it is
 * cropped: `focus` in thousandths of its sides, with `faces` when heads are in it; `kind` a photograph by itself.
 * `turn` brings a scan level, in hundredths of a degree; the `sheet` is all of it that is shown, and has the size
 * given. `cuts`: where a tall one can be parted into columns, in thousandths of its height, with the words between the
 * one before and it and the empty band around it; `seams`: where a wide one can be parted into rows, in thousandths of
 * its width; `line`: how high its lines of type are. `code`: the modules of a code for machines in it, which is drawn
 * again beside it, or in its place where it stands alone.
 */
export const pictureSchema = z.object({
  fileId: z.string().min(1).max(200),
  width: z.int().min(1).max(100_000),
  height: z.int().min(1).max(100_000),
  kind: z.enum(['photo', 'drawing', 'scan']).optional(),
  focus: areaSchema.extend({ faces: z.boolean() }).nullish(),
  turn: z.int().min(-1500).max(1500).optional(),
  sheet: sheetSchema.optional(),
  part: areaSchema.optional(),
  cuts: z
    .array(
      z.object({
        at: z.int().min(1).max(1000),
        words: z.int().min(0),
        from: z.int().min(0).max(1000).optional(),
        to: z.int().min(0).max(1000).optional(),
      }),
    )
    .max(100)
    .optional(),
  seams: z.array(z.int().min(1).max(1000)).max(100).optional(),
  line: z.int().min(1).max(1000).optional(),
  code: codeSchema.optional(),
});
export type PictureParameter = z.output<typeof pictureSchema>;

export const furtherPictures = z
  .int()
  .min(1)
  .max(9999)
  .optional()
  .meta({ description: 'How many further pictures there are that the page has no room for.' });
