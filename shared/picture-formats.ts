/** The frame formats of panels. */
export const frameFormats = ['raw1', 'raw2', 'raw4', 'png'] as const;
export type FrameFormat = (typeof frameFormats)[number];

/** Bits per pixel of the raw formats. */
export const RAW_FORMAT_BITS = { raw1: 1, raw2: 2, raw4: 4 } as const;

/** The colours in which a picture is drawn. */
export const colorModes = ['color', 'grayscale', 'monochrome'] as const;
export type ColorMode = (typeof colorModes)[number];
