import type { Log } from '#shared/log.ts';

/** Files that are not connections of panels: the database's, the log's, Node's own. */
const OTHERS = 100;

/** Says so when the system allows this process fewer open files than it needs for its connections. */
export function warnOfFewFiles(log: Log, maxConnections: number): void {
  const report = process.report as NodeJS.ProcessReport & { excludeNetwork: boolean };
  // Otherwise it looks up the names of all addresses there are.
  report.excludeNetwork = true;
  const { userLimits } = report.getReport() as {
    userLimits?: { open_files?: { soft: number | 'unlimited' } };
  };
  const openFiles = userLimits?.open_files?.soft;
  if (typeof openFiles !== 'number' || openFiles >= maxConnections + OTHERS) return;
  log.warn(
    { openFiles, MQTT_MAX_CONNECTIONS: maxConnections },
    'the system allows fewer open files (ulimit -n) than MQTT_MAX_CONNECTIONS: panels beyond that are refused',
  );
}
