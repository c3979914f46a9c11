const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Splits a text where its lines change direction, so that each paragraph is aligned to its own side. */
export function splitByDirection(text: string): string[] {
  if (text === '') return [];
  if (!text.includes('\n') || !RIGHT_TO_LEFT.test(text)) return [text];
  const runs: string[] = [];
  let before: boolean | null = null;
  for (const line of text.split('\n')) {
    const [strong] = line.match(/\p{L}/u) ?? [];
    const own: boolean | null = strong === undefined ? before : RIGHT_TO_LEFT.test(strong);
    if (runs.length > 0 && (own === before || before === null)) runs[runs.length - 1] += `\n${line}`;
    else runs.push(line);
    before = own;
  }
  return runs;
}
