/** The number of files that this process may hold open (`ulimit -n`). */
export function openFileLimit(): number {
  const report = process.report as NodeJS.ProcessReport & { excludeNetwork: boolean };
  // Without this, the report looks up the names of all network addresses.
  report.excludeNetwork = true;
  const { userLimits } = report.getReport() as {
    userLimits?: { open_files?: { soft: number | 'unlimited' } };
  };
  const openFiles = userLimits?.open_files?.soft;
  return typeof openFiles === 'number' ? openFiles : Number.POSITIVE_INFINITY;
}
