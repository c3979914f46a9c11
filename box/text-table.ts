import { terminalText } from '#shared/terminal-text.ts';

/** Formats rows of cells as lines for a terminal. Each column is as wide as its widest cell. */
export function textTable(rows: string[][]): string[] {
  const shown = rows.map((row) => row.map(terminalText));
  const widths = (shown[0] ?? []).map((_, column) =>
    Math.max(...shown.map((row) => row[column]?.length ?? 0)),
  );
  return shown.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
