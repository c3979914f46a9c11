/** What a version of TRMNL's firmware does, as its sources have it. */
export interface Firmware {
  version: string;
  /** `/api/setup/` before 1.6.10. */
  setupPath: string;
  sendsModelAtSetup: boolean;
  sendsModel: boolean;
  /** `Update-Source`, and `SENSORS` where there are any. */
  saysSource: boolean;
  /** `Image-Cached` and others. */
  saysCached: boolean;
  /** Pictures are files named as the server names them; before, one file and the name of the last picture. */
  keepsByName: boolean;
  /** Names whose prefix is that of a new file leave the flash. In 1.7.8 to 1.8.1 they do not: a slash is in the way. */
  purgesByPrefix: boolean;
  maxImageBytes: number;
  /** It draws two bits a pixel, and not only one. */
  hasGreys: boolean;
  logShape: 'logs_array' | 'logs';
}

export function firmwareOf(version: string): Firmware {
  const since = (other: string) => compareVersions(version, other) >= 0;
  return {
    version,
    setupPath: since('1.6.10') ? '/api/setup' : '/api/setup/',
    sendsModelAtSetup: since('1.6.10'),
    sendsModel: since('1.5.8'),
    saysSource: since('1.8.0'),
    saysCached: since('1.8.5'),
    keepsByName: since('1.7.8'),
    purgesByPrefix: since('1.8.2'),
    maxImageBytes: since('1.6.1') ? 90_000 : 48_062,
    hasGreys: since('1.6.0'),
    logShape: since('1.5.10') ? 'logs' : 'logs_array',
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
