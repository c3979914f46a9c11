import * as z from 'zod';

/** Greatest side and number of pixels of a viewport. */
const MAX_SIDE = 8192;
const MAX_PIXELS = 16_777_216;

const pixels = z.int().min(1).max(MAX_SIDE);
const length = z.number().min(0).max(MAX_SIDE);

const color = z
  .string()
  .regex(/^(#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})|black|white|transparent)$/i, 'must be a hex colour');

const frame = z.looseObject({ x: z.int().min(0), y: z.int().min(0), width: pixels, height: pixels });

/** Sizes are pixels; `letterSpacing` is in pixels at `size`; with `minSize` the text shrinks until it fits. */
export const textPropertiesSchema = z.looseObject({
  text: z.string().max(100_000),
  size: z.number().min(4).max(MAX_SIDE).default(24),
  minSize: z.number().min(4).max(MAX_SIDE).optional(),
  family: z.enum(['sans', 'serif', 'mono']).default('sans'),
  weight: z.int().min(100).max(900).default(400),
  color: color.default('#000000'),
  align: z.enum(['start', 'end', 'left', 'center', 'right']).default('start'),
  verticalAlign: z.enum(['top', 'middle', 'bottom']).default('top'),
  lineHeight: z.number().min(0.8).max(4).default(1.3),
  letterSpacing: z.number().min(-20).max(200).default(0),
  maxLines: z.int().min(1).optional(),
  direction: z.enum(['auto', 'ltr', 'rtl']).default('auto'),
});

const thousandths = z.int().min(0).max(1000);
const corner = z.tuple([thousandths, thousandths]);

/** Part of a picture, in thousandths of its upright width and height. */
export const areaSchema = z.looseObject({
  x: thousandths,
  y: thousandths,
  width: thousandths,
  height: thousandths,
});
export type PictureArea = z.output<typeof areaSchema>;

/** The corners of a sheet of paper in a picture, in thousandths of its sides, from its upper left clockwise. */
export const sheetSchema = z.tuple([corner, corner, corner, corner]);
export type Sheet = z.output<typeof sheetSchema>;

/**
 * `focus` is the area that `cover` keeps visible. A `backdrop` is drawn blurred and pale, behind another picture. With `pixels` a
 * small picture is enlarged only by whole numbers, so that its pixels stay square. A `scan` is turned clockwise, by hundredths of
 * a degree, and its paper made white; with `sheet` only the part between those corners is shown, as if seen from above. `part` is
 * the only part of a picture, or of its sheet, that is shown; it is contained, never cut.
 */
const imagePropertiesSchema = z.looseObject({
  fileId: z.string().min(1),
  fit: z.enum(['stretch', 'contain', 'cover']).default('contain'),
  focus: areaSchema.optional(),
  look: z.enum(['backdrop', 'pixels', 'drawing', 'scan']).optional(),
  turn: z.int().min(-1500).max(1500).optional(),
  sheet: sheetSchema.optional(),
  part: areaSchema.optional(),
});

/** A `line` fills a frame that is no thicker than the stroke; otherwise it runs from corner to corner, downwards. */
const shapePropertiesSchema = z.looseObject({
  shape: z.enum(['rect', 'line', 'ellipse']),
  fill: color.optional(),
  stroke: color.optional(),
  strokeWidth: length.default(1),
  radius: length.default(0),
});

const id = z.string().min(1).max(200);
const sceneElementSchema = z.discriminatedUnion('type', [
  z.looseObject({ id, type: z.literal('text'), frame, properties: textPropertiesSchema }),
  z.looseObject({ id, type: z.literal('image'), frame, properties: imagePropertiesSchema }),
  z.looseObject({ id, type: z.literal('shape'), frame, properties: shapePropertiesSchema }),
]);

/** Scene v1: a page as data. Frames are in whole pixels inside the viewport. Unknown properties are kept. */
export const sceneSchema = z
  .looseObject({
    version: z.literal(1),
    viewport: z.looseObject({ width: pixels, height: pixels }),
    background: color.default('#ffffff'),
    elements: z.array(sceneElementSchema).max(1000),
  })
  .superRefine((scene, context) => {
    const { width, height } = scene.viewport;
    const issue = (message: string, path: (string | number)[]) =>
      context.addIssue({ code: 'custom', message, path });
    if (width * height > MAX_PIXELS) issue(`at most ${MAX_PIXELS} pixels`, ['viewport']);
    const seen = new Set<string>();
    for (const [index, element] of scene.elements.entries()) {
      if (seen.has(element.id)) issue('must be unique in the Scene', ['elements', index, 'id']);
      seen.add(element.id);
      const { x, y, width: w, height: h } = element.frame;
      if (x + w > width || y + h > height)
        issue('must lie inside the viewport', ['elements', index, 'frame']);
    }
  });

/** A Scene with all defaults, as it is drawn and stored. */
export type Scene = z.output<typeof sceneSchema>;
/** A Scene as it is written by hand, without defaults. */
export type SceneInput = z.input<typeof sceneSchema>;
export type SceneElement = Scene['elements'][number];
export type Frame = SceneElement['frame'];
export type TextProperties = z.output<typeof textPropertiesSchema>;
export type ImageProperties = z.output<typeof imagePropertiesSchema>;
export type ShapeProperties = z.output<typeof shapePropertiesSchema>;
