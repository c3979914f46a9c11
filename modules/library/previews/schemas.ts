import { z } from 'zod';
import { colorMode } from '#modules/display';
import { problemSchema } from '#shared/http/problem-schema.ts';
import { queryNumber } from '#shared/http/query-number.ts';
import { contentMode } from '../schemas.ts';

const MAX_SIDE_PIXELS = 2_048;
/** Bounds the response, which contains the picture. */
const MAX_PIXELS = 2_000_000;

const side = queryNumber(1, MAX_SIDE_PIXELS).optional();

/** Options are query parameters as in `/push`, or fields of the form. */
export const previewQuery = z
  .strictObject({
    display: z.string().optional().meta({
      description: 'Id, thing name or name of the display. Without one and without a size, Placard chooses.',
    }),
    title: z.string().optional(),
    intent: z.string().optional(),
    mode: contentMode.optional(),
    filename: z.string().optional(),
    width: side,
    height: side,
    colorMode: colorMode
      .optional()
      .meta({ description: 'The colour mode of a page of that size. Default `monochrome`.' }),
  })
  .refine(({ width, height }) => (width === undefined) === (height === undefined), {
    error: 'width and height must be given together.',
    path: ['width'],
  })
  .refine(({ width = 1, height = 1 }) => width * height <= MAX_PIXELS, {
    error: `must hold at most ${MAX_PIXELS} pixels together with height.`,
    path: ['width'],
  })
  .refine(({ display, width }) => display === undefined || width === undefined, {
    error: 'must not be given together with width and height.',
    path: ['display'],
  });

export const preview = z
  .object({
    pages: z.array(
      z.object({
        displayId: z.uuid().nullable().meta({ description: 'Null for a page of a requested size.' }),
        title: z.string().nullable(),
        template: z.string().nullable().meta({ description: 'Null for a picture that is shown unchanged.' }),
        width: z.number().int(),
        height: z.number().int(),
        image: z
          .string()
          .startsWith('data:image/png;base64,')
          .meta({ description: 'A data URL: a PNG of the dithered pixels that the panel would show.' }),
      }),
    ),
    morePages: z.number().int().meta({ description: 'Number of further pages that a push would create.' }),
    warnings: z.array(problemSchema),
  })
  .meta({ id: 'Preview' });
export type PreviewDto = z.output<typeof preview>;
