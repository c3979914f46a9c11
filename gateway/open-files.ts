import type { Log } from '#shared/log.ts';
import { openFileLimit } from '#shared/open-file-limit.ts';

/** Open files that are not panel connections: those of the database, the log and Node. */
const RESERVED_FILES = 100;
/** Share of the available files in use at which the warning is logged. */
const WARNING_SHARE = 0.8;

/**
 * Warns when the system allows this process fewer open files than connections, once that begins to matter. Call the
 * returned function with the number of connections.
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
      'nearly all open files that the system allows (ulimit -n) are in use: further panels will be refused',
    );
  };
}
