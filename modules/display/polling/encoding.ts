import { ROTATIONS, type Rotation } from './encode-picture.ts';

/** As which file a panel takes its frame. */
export interface Encoding {
  /** `bmp` has one bit a pixel; `grey` two where the frame has greys and the file is small enough. */
  kind: 'bmp' | 'mono' | 'grey';
  /** A PNG must have fewer bytes; where it cannot, `fallback` is sent. */
  below: number;
  rotation: Rotation;
}

/** `grey-90000-0`: in addresses, and with the last answer to a panel. */
export function encodingText({ kind, below, rotation }: Encoding): string {
  return `${kind}-${below}-${rotation}`;
}

/** Null when the text is none that `encodingText` writes. */
export function readEncoding(text: string): Encoding | null {
  const [, kind, below, turned] = /^(bmp|mono|grey)-(\d{1,7})-(\d{1,3})$/.exec(text) ?? [];
  const rotation = ROTATIONS.find((one) => one === Number(turned));
  if (!kind || rotation === undefined) return null;
  return { kind: kind as Encoding['kind'], below: Number(below), rotation };
}
