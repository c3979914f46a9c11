import { ROTATIONS, type Rotation } from './encode-picture.ts';

/** The file format of a panel's picture. */
export interface Encoding {
  /** `bmp` and `mono` have one bit per pixel; `grey` two if the frame has greys and the file is small enough. */
  kind: 'bmp' | 'mono' | 'grey';
  /** A PNG must have fewer bytes than this; otherwise a BMP is sent. */
  below: number;
  rotation: Rotation;
}

/** Formats an encoding such as `grey-90000-0`, for addresses and for the record of the last response. */
export function encodingText({ kind, below, rotation }: Encoding): string {
  return `${kind}-${below}-${rotation}`;
}

/** Parses the text of `encodingText`; null for other texts. */
export function readEncoding(text: string): Encoding | null {
  const [, kind, below, turned] = /^(bmp|mono|grey)-(\d{1,7})-(\d{1,3})$/.exec(text) ?? [];
  const rotation = ROTATIONS.find((one) => one === Number(turned));
  if (!kind || rotation === undefined) return null;
  return { kind: kind as Encoding['kind'], below: Number(below), rotation };
}
