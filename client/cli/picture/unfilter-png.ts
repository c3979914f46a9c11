/** Undoes the filters of the rows of a PNG (3rd edition, section 9.2). `raw` has a byte before each row that names its filter. */
export function unfilter(raw: Uint8Array, stride: number, height: number, channels: number): Uint8Array {
  const out = new Uint8Array(stride * height);
  for (let row = 0; row < height; row++) {
    const filter = raw[row * (stride + 1)];
    const from = row * (stride + 1) + 1;
    const to = row * stride;
    for (let i = 0; i < stride; i++) {
      const left = i < channels ? 0 : (out[to + i - channels] ?? 0);
      const above = row === 0 ? 0 : (out[to + i - stride] ?? 0);
      const corner = i < channels || row === 0 ? 0 : (out[to + i - stride - channels] ?? 0);
      out[to + i] = (raw[from + i] ?? 0) + predict(filter, left, above, corner);
    }
  }
  return out;
}

function predict(filter: number | undefined, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  return filter === 4 ? paeth(left, above, corner) : 0;
}

function paeth(left: number, above: number, corner: number): number {
  const estimate = left + above - corner;
  const [toLeft, toAbove, toCorner] = [
    Math.abs(estimate - left),
    Math.abs(estimate - above),
    Math.abs(estimate - corner),
  ];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
