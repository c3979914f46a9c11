import type { PictureArea } from '../imaging/scene.ts';
import { findCuts, MIN_EDGE_STEP } from './find-cuts.ts';

/** Least ratio of width to height: other pictures are never shown in rows. */
const MIN_WIDTH_RATIO = 2.5;

/**
 * Where the content of a wide drawing can be cut into rows, between the lists of a board or the panels of a strip, in thousandths
 * of the drawing's width; empty if it has no such places or is not wide.
 */
export function findSeams(
  luminance: Uint8Array,
  width: number,
  height: number,
  content: PictureArea | null,
): number[] {
  const area = content ?? { x: 0, y: 0, width: 1000, height: 1000 };
  const left = Math.floor((area.x * width) / 1000);
  const top = Math.floor((area.y * height) / 1000);
  const across = Math.min(width - left, Math.round((area.width * width) / 1000));
  const down = Math.min(height - top, Math.round((area.height * height) / 1000));
  if (across < MIN_WIDTH_RATIO * down) return [];
  const turned = new Uint8Array(across * down);
  for (let x = 0, to = 0; x < across; x++)
    for (let y = 0; y < down; y++, to++) turned[to] = luminance[(top + y) * width + left + x]!;
  /** Edges along a column of the content: the axis of a chart that crosses it has two, the end of a bar one. */
  const edgesAt = (column: number) => {
    const from = Math.min(across - 1, column) * down;
    let edges = 0;
    for (let i = from + 1; i < from + down; i++)
      if (Math.abs(turned[i]! - turned[i - 1]!) > MIN_EDGE_STEP) edges++;
    return edges;
  };
  return findCuts(turned, down, across)
    .filter(({ at }) => edgesAt(Math.floor((at * across) / 1000)) < 2)
    .map(({ at }) => Math.round((1000 * left + at * across) / width));
}
