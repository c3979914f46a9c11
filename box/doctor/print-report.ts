import { countNoun } from './check.ts';
import type { Report } from './examine.ts';

const MARKS = { ok: 'ok', warning: 'WARNING', failure: 'FAILURE', skipped: '-' };
const MARK_WIDTH = 8;
const NAME_WIDTH = 21;

/** The report as lines for a terminal; not escaped yet. */
export function printReport({ findings, status }: Report): string[] {
  const lines = findings.flatMap((finding) => {
    const indent = ' '.repeat(MARK_WIDTH + NAME_WIDTH);
    const head = MARKS[finding.status].padEnd(MARK_WIDTH) + finding.check.padEnd(NAME_WIDTH) + finding.says;
    return finding.remedy ? [head, `${indent}-> ${finding.remedy}`] : [head];
  });
  const count = (wanted: string) => findings.filter((finding) => finding.status === wanted).length;
  const summary = `${findings.length} checks: ${count('ok')} ok, ${countNoun(count('warning'), 'warning')}, ${countNoun(count('failure'), 'failure')}, ${count('skipped')} that do not apply.`;
  return [...lines, '', status === 'ok' ? `${summary} All is well.` : summary];
}
