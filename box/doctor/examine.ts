import { type Check, failure, type Result, type Status } from './check.ts';
import type { Probes } from './probes.ts';

export interface Finding extends Result {
  check: string;
}

export interface Report {
  checkedAt: string;
  /** The worst status of all findings. */
  status: Exclude<Status, 'skipped'>;
  findings: Finding[];
}

/** Runs the checks one after the other, because some share a database connection. */
export async function examine(checks: Check[], probes: Probes): Promise<Report> {
  const findings: Finding[] = [];
  for (const check of checks) findings.push({ check: check.name, ...(await runCheck(check, probes)) });
  const has = (status: Status) => findings.some((finding) => finding.status === status);
  const status = has('failure') ? 'failure' : has('warning') ? 'warning' : 'ok';
  return { checkedAt: probes.clock.now().toISOString(), status, findings };
}

async function runCheck(check: Check, probes: Probes): Promise<Result> {
  try {
    return await check.run(probes);
  } catch (error) {
    const says = `This could not be checked: ${(error as Error).message || String(error)}.`;
    return failure(
      says,
      'Correct what the sentence names. If that does not help, report it as a bug of the doctor.',
    );
  }
}

/** Exit code of `make doctor`. */
export function exitCode({ status }: Report): 0 | 1 | 2 {
  return status === 'failure' ? 2 : status === 'warning' ? 1 : 0;
}
