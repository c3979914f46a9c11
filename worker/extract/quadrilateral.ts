export type Point = [x: number, y: number];
export type Corners = [Point, Point, Point, Point];

/** The convex hull of cells, each with its four corners (Andrew 1979). */
export function hullOf(cells: number[], columns: number): Point[] {
  const ends = new Map<number, [number, number]>();
  for (const cell of cells) {
    const x = cell % columns;
    const y = Math.floor(cell / columns);
    const [left, right] = ends.get(y) ?? [x, x];
    ends.set(y, [Math.min(left, x), Math.max(right, x)]);
  }
  const points = [...ends].flatMap(([y, [left, right]]): Point[] => [
    [left, y],
    [left, y + 1],
    [right + 1, y],
    [right + 1, y + 1],
  ]);
  points.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const chain = (sorted: Point[]) => {
    const kept: Point[] = [];
    for (const point of sorted) {
      while (kept.length > 1 && turn(kept.at(-2)!, kept.at(-1)!, point) <= 0) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...chain(points), ...chain(points.toReversed())];
}

/** Positive when the path from `a` over `b` to `c` turns clockwise (rows count downwards). */
export const turn = (a: Point, b: Point, c: Point) =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** The points of a hull that are closest to the corners of its smallest enclosing rectangle. */
export function cornersOf(hull: Point[]): Corners | null {
  let best = { area: Number.POSITIVE_INFINITY, along: [1, 0] as Point, size: [1, 1] as Point };
  for (const [index, [x, y]] of hull.entries()) {
    const [nextX, nextY] = hull[(index + 1) % hull.length]!;
    const length = Math.sqrt((nextX - x) ** 2 + (nextY - y) ** 2);
    if (length === 0) continue;
    let along: Point = [(nextX - x) / length, (nextY - y) / length];
    // The direction of the side that is closest to level.
    while (along[0] < Math.abs(along[1])) along = [along[1], -along[0]];
    const u = hull.map((point) => point[0] * along[0] + point[1] * along[1]);
    const v = hull.map((point) => point[1] * along[0] - point[0] * along[1]);
    const size: Point = [Math.max(...u) - Math.min(...u), Math.max(...v) - Math.min(...v)];
    if (size[0] * size[1] < best.area) best = { area: size[0] * size[1], along, size };
  }
  if (!Number.isFinite(best.area) || best.area === 0) return null;
  const { along, size } = best;
  const towards = (right: number, down: number) =>
    hull.toSorted((a, b) => reach(b, right, down) - reach(a, right, down))[0]!;
  function reach([x, y]: Point, right: number, down: number): number {
    const u = (x * along[0] + y * along[1]) / size[0];
    const v = (y * along[0] - x * along[1]) / size[1];
    return right * u + down * v;
  }
  return [towards(-1, -1), towards(1, -1), towards(1, 1), towards(-1, 1)];
}

/** The area between the corners. */
export function areaOf(corners: Point[]): number {
  const doubled = corners.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % corners.length]!;
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(doubled) / 2;
}
