/** The formats in which panels take frames. */
export const frameFormats = ['raw1', 'raw2', 'raw4', 'png'] as const;
export type FrameFormat = (typeof frameFormats)[number];

/** How many colours a picture is drawn with. */
export const colorModes = ['color', 'grayscale', 'monochrome'] as const;
export type ColorMode = (typeof colorModes)[number];
