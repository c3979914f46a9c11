import type { Frame, Scene, SceneElement } from './scene.ts';

/**
 * The same page for another viewport. Frames are scaled by separate factors for width and height, so that elements that filled the
 * page fill it again. Text and strokes are scaled by the smaller factor, so that they still fit.
 */
export function scaleScene(scene: Scene, width: number, height: number): Scene {
  const sx = width / scene.viewport.width;
  const sy = height / scene.viewport.height;
  if (sx === 1 && sy === 1) return scene;
  const even = Math.min(sx, sy);
  const elements = scene.elements.map((element) => scaleElement(element, sx, sy, even));
  return { ...scene, viewport: { ...scene.viewport, width, height }, elements };
}

function scaleElement(element: SceneElement, sx: number, sy: number, even: number): SceneElement {
  const frame = scaleFrame(element.frame, sx, sy);
  if (element.type === 'text') {
    const { size, minSize, letterSpacing } = element.properties;
    const properties = {
      ...element.properties,
      size: size * even,
      minSize: minSize === undefined ? undefined : minSize * even,
      letterSpacing: letterSpacing * even,
    };
    return { ...element, frame, properties };
  }
  if (element.type === 'shape') {
    const { strokeWidth, radius } = element.properties;
    const properties = {
      ...element.properties,
      strokeWidth: Math.max(1, strokeWidth * even),
      radius: radius * even,
    };
    return { ...element, frame, properties };
  }
  return { ...element, frame };
}

/** Rounds edges and not sizes, so that adjacent frames stay adjacent. */
function scaleFrame(frame: Frame, sx: number, sy: number): Frame {
  const x = Math.min(Math.round(frame.x * sx), Math.ceil((frame.x + frame.width) * sx) - 1);
  const y = Math.min(Math.round(frame.y * sy), Math.ceil((frame.y + frame.height) * sy) - 1);
  const width = Math.max(1, Math.round((frame.x + frame.width) * sx) - x);
  const height = Math.max(1, Math.round((frame.y + frame.height) * sy) - y);
  return { ...frame, x, y, width, height };
}
