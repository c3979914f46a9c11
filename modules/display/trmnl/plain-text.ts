/** At most `most` UTF-16 units, without characters that cannot be stored or printed; null if nothing is left. */
export function plainText(text: string, most: number): string | null {
  return (
    text
      .slice(0, most)
      .toWellFormed()
      .replace(/\p{Cc}/gu, ' ')
      .trim() || null
  );
}
