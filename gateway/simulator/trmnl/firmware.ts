/** The behaviour of a version of TRMNL's firmware, according to its sources. */
export interface Firmware {
  version: string;
  /** `/api/setup/` before 1.6.10. */
  setupPath: string;
  sendsModelAtSetup: boolean;
  sendsModel: boolean;
  /** Sends `Update-Source`, and `SENSORS` if there are any. */
  sendsSource: boolean;
  /** Sends `Image-Cached` and other fields. */
  sendsCached: boolean;
  /** Stores each picture as a file with the server's name; before, one file and the name of the last picture. */
  keepsByName: boolean;
  /** A new file deletes files with the same prefix. In 1.7.8 to 1.8.1 it does not, because of a slash in the name. */
  purgesByPrefix: boolean;
  maxImageBytes: number;
  /** Draws two bits per pixel, and not only one. */
  hasGreys: boolean;
  logShape: 'logs_array' | 'logs';
}

export function firmwareOf(version: string): Firmware {
  const isSince = (other: string) => compareVersions(version, other) >= 0;
  return {
    version,
    setupPath: isSince('1.6.10') ? '/api/setup' : '/api/setup/',
    sendsModelAtSetup: isSince('1.6.10'),
    sendsModel: isSince('1.5.8'),
    sendsSource: isSince('1.8.0'),
    sendsCached: isSince('1.8.5'),
    keepsByName: isSince('1.7.8'),
    purgesByPrefix: isSince('1.8.2'),
    maxImageBytes: isSince('1.6.1') ? 90_000 : 48_062,
    hasGreys: isSince('1.6.0'),
    logShape: isSince('1.5.10') ? 'logs' : 'logs_array',
  };
}

function compareVersions(left: string, right: string): number {
  const [a, b] = [left, right].map((text) => text.split('.').map(Number));
  for (let at = 0; at < 3; at++) {
    const difference = (a?.[at] ?? 0) - (b?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
