import type { ColorMode } from '#shared/picture-formats.ts';

/** Colours of a page and the sizes that its viewport asks for. Lengths are whole pixels. */
export interface Theme {
  paper: string;
  ink: string;
  /** For secondary text. */
  muted: string;
  accent: string;
  rule: string;
  /** Sizes of type, a major third apart, based on the size of running text at this viewport. */
  type: {
    small: number;
    body: number;
    lead: number;
    title: number;
    head: number;
    display: number;
    poster: number;
  };
  /** Smallest size of any text, labels included: legible at the usual distance of this viewport. */
  floor: number;
  /** Smallest size of running text. Text that does not fit at this size is left out and counted. */
  least: number;
  margin: number;
  /** Space between elements that belong together; others have twice as much. */
  gap: number;
  hairline: number;
}

/** A part of a page. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Viewport {
  width: number;
  height: number;
}

type Colours = Pick<Theme, 'paper' | 'ink' | 'muted' | 'accent' | 'rule'>;

/** Black and white pages have no greys, which would be dithered to specks beside the letters. */
const COLOURS: Record<ColorMode, Colours> = {
  monochrome: {
    paper: '#ffffff',
    ink: '#000000',
    muted: '#000000',
    accent: '#000000',
    rule: '#000000',
  },
  grayscale: {
    paper: '#ffffff',
    ink: '#111111',
    muted: '#555555',
    accent: '#111111',
    rule: '#111111',
  },
  color: {
    paper: '#fbfaf6',
    ink: '#1b1a18',
    muted: '#66625b',
    accent: '#b5371c',
    rule: '#1b1a18',
  },
};

/** Ratio of neighbouring sizes. */
const SIZE_RATIO = 1.25;

/** Least side of a viewport that hangs on a wall, and largest side of one as small as a stamp. */
const MIN_PANEL_SIDE = 480;
const MAX_STAMP_SIDE = 150;

/**
 * Running text grows with the viewport's side (the geometric mean of the two) but slower than it: 22 pixels at
 * 800x480, 17 at 360x376, 16 at 360x170 and 170x170.
 */
export function themeFor({ width, height }: Viewport, colorMode: ColorMode): Theme {
  const side = Math.sqrt(width * height);
  const floor = side < MAX_STAMP_SIDE ? 11 : 16;
  const body = Math.max(floor, Math.round(9.7 + 0.02 * side));
  const step = (power: number) => Math.round(body * SIZE_RATIO ** power);
  // The margin of a strip follows its short side.
  const short = Math.min(side, 2 * Math.min(width, height));
  const margin = Math.max(2, Math.round(0.064 * short));
  return {
    ...COLOURS[colorMode],
    type: {
      small: Math.max(floor, step(-1)),
      body,
      lead: step(1),
      title: step(2),
      head: step(3),
      display: step(5),
      poster: step(7),
    },
    floor,
    least: side < MIN_PANEL_SIDE ? floor : 18,
    margin,
    gap: Math.max(2, Math.round(margin * 0.36)),
    hairline: Math.max(1, Math.round(side / 480)),
  };
}
