/** The frame formats of panels. */
export const frameFormats = ['raw1', 'raw2', 'raw4', 'png'] as const;
export type FrameFormat = (typeof frameFormats)[number];

/** The colours in which a picture is drawn. */
export const colorModes = ['color', 'grayscale', 'monochrome'] as const;
export type ColorMode = (typeof colorModes)[number];
