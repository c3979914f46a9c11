/** Comparisons of two planes of lightness (L*, 0 to 100) of the same size. */

/** Peak signal-to-noise ratio in decibels, with 100 as the peak. */
export function psnr(shown: Float32Array, wanted: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < shown.length; i++) sum += (shown[i]! - wanted[i]!) ** 2;
  return 20 * Math.log10(100 / Math.sqrt(sum / shown.length));
}

const WINDOW = 8;

/** Mean structural similarity (Wang et al. 2004) over windows of 8 by 8 pixels, every 4; 1 is identical. */
export function ssim(shown: Float32Array, wanted: Float32Array, width: number, height: number): number {
  const c1 = (0.01 * 100) ** 2;
  const c2 = (0.03 * 100) ** 2;
  let total = 0;
  let windows = 0;
  eachWindow(width, height, (at) => {
    const { meanA, meanB, varA, varB, cov } = moments(shown, wanted, at, width);
    total +=
      ((2 * meanA * meanB + c1) * (2 * cov + c2)) / ((meanA ** 2 + meanB ** 2 + c1) * (varA + varB + c2));
    windows++;
  });
  return total / windows;
}

/** The share of the wanted contrast within windows that is shown: 1 is all of it. */
export function localContrast(
  shown: Float32Array,
  wanted: Float32Array,
  width: number,
  height: number,
): number {
  let is = 0;
  let should = 0;
  eachWindow(width, height, (at) => {
    const { varA, varB } = moments(shown, wanted, at, width);
    is += Math.sqrt(varA);
    should += Math.sqrt(varB);
  });
  return is / should;
}

function eachWindow(width: number, height: number, call: (at: number) => void): void {
  for (let y = 0; y + WINDOW <= height; y += 4) {
    for (let x = 0; x + WINDOW <= width; x += 4) call(y * width + x);
  }
}

function moments(a: Float32Array, b: Float32Array, at: number, width: number) {
  const count = WINDOW * WINDOW;
  let sumA = 0;
  let sumB = 0;
  let squaresA = 0;
  let squaresB = 0;
  let products = 0;
  for (let dy = 0; dy < WINDOW; dy++) {
    for (let i = at + dy * width, end = i + WINDOW; i < end; i++) {
      const p = a[i]!;
      const q = b[i]!;
      sumA += p;
      sumB += q;
      squaresA += p * p;
      squaresB += q * q;
      products += p * q;
    }
  }
  const meanA = sumA / count;
  const meanB = sumB / count;
  return {
    meanA,
    meanB,
    varA: Math.max(0, squaresA / count - meanA * meanA),
    varB: Math.max(0, squaresB / count - meanB * meanB),
    cov: products / count - meanA * meanB,
  };
}
