/** How many columns of at least `least` pixels there is room for; one at least, three at most. */
export function columnsIn(width: number, least: number): number {
  return Math.max(1, Math.min(3, Math.floor(width / least)));
}
