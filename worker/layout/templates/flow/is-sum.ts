/** Least amounts above their sum. Of fewer, the last is the sum by chance: 1, 2, 3. */
const MIN_SUMMANDS = 3;
const MAX_LETTERS = 24;
/** An amount with its currency or unit. */
const AMOUNT = /^[^\p{L}\d]{0,3}(\d[\d.,'’\s]*)(?:[^\d:/]{0,5})$/u;
/** The decimals at the end of an amount. */
const DECIMALS = /[.,](\d{1,2})$/u;

/** Whether the last of the amounts is the sum of those above it, as on a bill. No word for it is needed, in any language. */
export function isSumOfOthers(cells: string[]): boolean {
  const cents = cells.map(centsOf);
  const last = cents.pop();
  if (cents.length < MIN_SUMMANDS || last === undefined || last === null || last === 0) return false;
  return !cents.includes(null) && cents.reduce<number>((sum, one) => sum + (one ?? 0), 0) === last;
}

/** An amount in hundredths; null for other text. */
function centsOf(cell: string): number | null {
  const amount = cell.length <= MAX_LETTERS ? AMOUNT.exec(cell)?.[1]?.trim() : undefined;
  if (amount === undefined) return null;
  const decimals = DECIMALS.exec(amount)?.[1] ?? '';
  const whole = decimals === '' ? amount : amount.slice(0, -decimals.length - 1);
  const cents = Number(`${whole.replaceAll(/\D/gu, '')}${decimals.padEnd(2, '0')}`);
  return /^\s?[-−]/u.test(cell) ? -cents : cents;
}
