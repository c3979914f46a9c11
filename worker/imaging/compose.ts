import { decodeBackdrop } from './backdrop.ts';
import type { SKRSContext2D } from './canvas.ts';
import { decodeImage, freeBytes, type Input, type Raster } from './decode.ts';
import { decodePart } from './decode-part.ts';
import { drawImage } from './draw-image.ts';
import { fillShape, strokeShape } from './draw-shape.ts';
import { drawText } from './draw-text.ts';
import { enlargeDrawing } from './enlarge-drawing.ts';
import { InvalidImageError } from './errors.ts';
import { type PlacedPicture, placePicture } from './placed-picture.ts';
import type { Frame, ImageProperties, Scene } from './scene.ts';
import { acquireSurfaces, type Surfaces } from './surfaces.ts';
import { turnRaster } from './turn-raster.ts';

/** The bytes and the declared types of the images that a Scene refers to, by file id. */
export type SceneImages = Record<string, { input: Input; contentType: string }>;

/**
 * Draws a Scene, in the order of its elements: fills and pictures on the ground layer, text, lines and outlines on the ink
 * layer. Later elements erase the ink below them. The caller releases the surfaces.
 * @param placed receives the luminance of each picture
 * @throws {InvalidImageError} with the file id, when an image cannot be decoded
 */
export async function composeScene(
  scene: Scene,
  images: SceneImages,
  placed?: PlacedPicture[],
): Promise<Surfaces> {
  const { width, height } = scene.viewport;
  const surfaces = acquireSurfaces(width, height);
  const { groundContext, inkContext } = surfaces;
  groundContext.fillStyle = '#ffffff';
  groundContext.fillRect(0, 0, width, height);
  groundContext.fillStyle = scene.background;
  groundContext.fillRect(0, 0, width, height);
  let inked = false;
  for (const [number, element] of scene.elements.entries()) {
    const ground = (draw: (context: SKRSContext2D) => void) => {
      draw(groundContext);
      if (inked) erase(inkContext, draw);
    };
    if (element.type === 'image') {
      const { frame, properties } = element;
      const picture = await decodePicture(frame, properties, images);
      ground((context) => drawImage(context, frame, picture));
      if (properties.look !== 'backdrop')
        placed?.push(placePicture(number, frame, properties.fileId, picture, kindOf(properties)));
      freeBytes(picture.data);
    } else if (element.type === 'shape') {
      ground((context) => fillShape(context, element.frame, element.properties));
      strokeShape(inkContext, element.frame, element.properties);
      inked = true;
    } else {
      drawText(inkContext, element.frame, element.properties);
      inked = true;
    }
  }
  return surfaces;
}

const FIT = { stretch: 'fill', contain: 'inside', cover: 'cover' } as const;

async function decodePicture(
  frame: Frame,
  properties: ImageProperties,
  images: SceneImages,
): Promise<Raster> {
  const { fileId, fit, focus, look, turn } = properties;
  const image = images[fileId];
  if (!image) throw new Error(`no bytes were given for image ${fileId}`);
  try {
    const { width, height } = frame;
    if (look === 'backdrop') return await decodeBackdrop(image.input, image.contentType, { width, height });
    if (properties.sheet || properties.part) return await decodePart(image, frame, properties);
    const isSmall = look === 'pixels';
    const options = { width, height, fit: FIT[fit], alpha: true, focus, reduceOnly: isSmall };
    const raster = await decodeImage(image.input, image.contentType, options);
    if (isSmall) return enlargeDrawing(raster, frame);
    return turn ? await turnRaster(raster, turn) : raster;
  } catch (error) {
    throw error instanceof InvalidImageError ? new InvalidImageError(error.message, fileId) : error;
  }
}

/** The kind of a picture by its `look`; null if it must be found out from its pixels. */
function kindOf({ look }: ImageProperties): PlacedPicture['kind'] {
  return look === 'scan' || look === 'drawing' ? look : null;
}

function erase(context: SKRSContext2D, draw: (context: SKRSContext2D) => void): void {
  context.save();
  context.globalCompositeOperation = 'destination-out';
  draw(context);
  context.restore();
}
