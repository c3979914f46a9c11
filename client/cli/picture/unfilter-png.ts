/** Undoes the filters of the rows of a PNG (3rd edition, section 9.2). `raw` has a byte before each row that names its filter. */
export function unfilter(raw: Uint8Array, stride: number, height: number, channels: number): Uint8Array {
  const pixels = new Uint8Array(stride * height);
  for (let row = 0; row < height; row++) {
    const filter = raw[row * (stride + 1)];
    const rawStart = row * (stride + 1) + 1;
    const pixelStart = row * stride;
    for (let i = 0; i < stride; i++) {
      const left = i < channels ? 0 : (pixels[pixelStart + i - channels] ?? 0);
      const up = row === 0 ? 0 : (pixels[pixelStart + i - stride] ?? 0);
      const corner = i < channels || row === 0 ? 0 : (pixels[pixelStart + i - stride - channels] ?? 0);
      pixels[pixelStart + i] = (raw[rawStart + i] ?? 0) + predict(filter, left, up, corner);
    }
  }
  return pixels;
}

function predict(filter: number | undefined, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  return filter === 4 ? paeth(left, up, corner) : 0;
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [toLeft, toAbove, toCorner] = [
    Math.abs(estimate - left),
    Math.abs(estimate - up),
    Math.abs(estimate - corner),
  ];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? up : corner;
}
