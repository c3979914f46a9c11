import type { Log } from '#shared/log.ts';

/** Files that are not connections of panels: the database's, the log's, Node's own. */
const RESERVED_FILES = 100;
/** Share of the files that may be in use before it is said. */
const WARNING_SHARE = 0.8;

/**
 * Says once, when it begins to matter, that the system allows this process fewer open files than the connections it may
 * hold. Returns a function that is told how many it holds.
 */
export function watchOpenFiles(
  log: Log,
  maxConnections: number,
  openFiles = openFileLimit(),
): (held: number) => void {
  let warned = openFiles >= maxConnections + RESERVED_FILES;
  return (held) => {
    if (warned || held < WARNING_SHARE * (openFiles - RESERVED_FILES)) return;
    warned = true;
    log.warn(
      { openFiles, held, MQTT_MAX_CONNECTIONS: maxConnections },
      'the system allows hardly more open files (ulimit -n) than are in use: panels beyond that are refused',
    );
  };
}

function openFileLimit(): number {
  const report = process.report as NodeJS.ProcessReport & { excludeNetwork: boolean };
  // Otherwise it looks up the names of all addresses there are.
  report.excludeNetwork = true;
  const { userLimits } = report.getReport() as {
    userLimits?: { open_files?: { soft: number | 'unlimited' } };
  };
  const openFiles = userLimits?.open_files?.soft;
  return typeof openFiles === 'number' ? openFiles : Number.POSITIVE_INFINITY;
}
