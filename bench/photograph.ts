import { existsSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { drawPhotograph, encode } from '#test/support/images.ts';
import { installPackages } from './install-packages.ts';

/** A real photograph, from Debian's mate-backgrounds: drawn ones compress unlike those of a camera. */
const PATH = '/usr/share/backgrounds/mate/nature/Garden.jpg';

/** The photograph in a size, as RGB; a drawn one if the package cannot be installed. */
export async function benchPhotograph(width: number, height: number): Promise<Uint8Array> {
  if (!existsSync(PATH)) installPackages('mate-backgrounds');
  const picture = existsSync(PATH) ? sharp(readFileSync(PATH)) : encode(drawPhotograph(1600, 960));
  return new Uint8Array(await picture.resize(width, height, { fit: 'fill' }).removeAlpha().raw().toBuffer());
}
