/** At most `maxUnits` UTF-16 units, without characters that cannot be stored or printed; null if nothing is left. */
export function plainText(text: string, maxUnits: number): string | null {
  return (
    text
      .slice(0, maxUnits)
      .toWellFormed()
      .replace(/\p{Cc}/gu, ' ')
      .trim() || null
  );
}
