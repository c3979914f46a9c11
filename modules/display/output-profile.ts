import { z } from 'zod';
import { colorModes } from '#shared/picture-formats.ts';

const PRESETS = {
  default: { width: 800, height: 480 },
  'macos-widget-small': { width: 170, height: 170 },
  'macos-widget-medium': { width: 360, height: 170 },
  'macos-widget-large': { width: 360, height: 376 },
} as const;

/** Width and height of every display. */
export const PANEL_VIEWPORT = { width: 800, height: 480 } as const;

const MAX_SIDE = 8192;
const MAX_PIXELS = 16_777_216;

export const colorMode = z.enum(colorModes);

const side = z.number().int().min(1).max(MAX_SIDE);

export const viewport = z.object({ width: side, height: side });
const requestedViewport = viewport.refine(({ width, height }) => width * height <= MAX_PIXELS, {
  error: `must hold at most ${MAX_PIXELS} pixels.`,
});

const preset = z.enum(Object.keys(PRESETS) as [keyof typeof PRESETS, ...(keyof typeof PRESETS)[]]);

function formatList<T extends [string, ...string[]]>(formats: T) {
  return z
    .array(z.enum(formats))
    .min(1)
    .refine((list) => new Set(list).size === list.length, { error: 'must not repeat a format.' })
    .nullish();
}

function profileOf<F extends z.ZodType>(formats: F) {
  return z
    .object({
      formats,
      preset: preset.nullish(),
      viewport: requestedViewport.nullish(),
      colorMode: colorMode.nullish(),
    })
    .refine(({ preset, viewport }) => !(preset && viewport), {
      error: 'give a preset or a viewport, not both.',
      path: ['viewport'],
    });
}

/** The output that a caller requests without a display. */
export const outputRequest = profileOf(formatList(['scene', 'png'])).meta({
  id: 'OutputRequest',
  description: 'A targetless output profile: `preset` or `viewport`, not both; 800x480 in colour by default.',
});

/** Another size of a presentation that exists: always PNG. */
export const renditionRequest = profileOf(formatList(['png'])).meta({ id: 'RenditionRequest' });

export const outputProfile = z
  .object({
    formats: z.array(z.string()),
    preset: z.string().nullable(),
    viewport,
    colorMode,
    pixelRatio: z.literal(1),
  })
  .meta({ id: 'OutputProfile' });
export type OutputProfile = z.output<typeof outputProfile>;

/** Completes a requested output with defaults. A Scene is always among the formats. */
export function normaliseOutput(
  requested: z.output<typeof outputRequest> | z.output<typeof renditionRequest>,
): OutputProfile {
  const wantsPng = !requested.formats || requested.formats.some((format) => format === 'png');
  return {
    formats: wantsPng ? ['scene', 'png'] : ['scene'],
    preset: requested.preset ?? null,
    viewport: requested.viewport ?? { ...PRESETS[requested.preset ?? 'default'] },
    colorMode: requested.colorMode ?? 'color',
    pixelRatio: 1,
  };
}

/** The profile of every presentation that is bound for a display. */
export const PANEL_OUTPUT: OutputProfile = {
  formats: ['png', 'raw2', 'raw4'],
  preset: null,
  viewport: { ...PANEL_VIEWPORT },
  colorMode: 'monochrome',
  pixelRatio: 1,
};
