import type { PDFPageProxy } from 'pdfjs-dist';
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';

const { OPS } = pdfjs;
const PICTURE_OPERATORS: ReadonlySet<number> = new Set([
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
]);

/** Square points of the largest picture that a page draws, also within groups; masks of other pictures do not count. */
export async function largestPicture(page: PDFPageProxy): Promise<number> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const savedAreas: number[] = [];
  // The area of a transformed unit square. The rest of the transformation is not needed.
  let unitArea = 1;
  let largest = 0;
  let masks = 0;
  for (const [at, operator] of fnArray.entries()) {
    const given = argsArray[at] as unknown[] | null;
    if (operator === OPS.beginGroup && (masks > 0 || (given?.[0] as { smask?: unknown } | undefined)?.smask))
      masks++;
    else if (operator === OPS.endGroup && masks > 0) masks--;
    else if (operator === OPS.save || operator === OPS.paintFormXObjectBegin) savedAreas.push(unitArea);
    else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd)
      unitArea = savedAreas.pop() ?? unitArea;
    else if (PICTURE_OPERATORS.has(operator) && masks === 0) largest = Math.max(largest, unitArea);
    if (operator === OPS.transform) unitArea *= determinant(given);
    if (operator === OPS.paintFormXObjectBegin && given?.[0]) unitArea *= determinant(given[0]);
  }
  return largest;
}

function determinant(matrix: unknown): number {
  const [a = 1, b = 0, c = 0, d = 1] = [...(matrix as ArrayLike<number> & Iterable<number>)];
  return Math.abs(a * d - b * c);
}
