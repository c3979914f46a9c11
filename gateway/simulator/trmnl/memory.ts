/** What survives a power cut: preferences and files. */
export interface Flash {
  apiKey: string | null;
  friendlyId: string | null;
  /** Pictures by name, since 1.7.8. */
  files: Map<string, Buffer>;
  /** Name of the picture that was drawn last, before 1.7.8. */
  lastName: string;
  sleepSeconds: number;
  /** Wakes that failed in a row, plus one. */
  attempt: number;
  specialFunction: string;
}

/** What survives sleep, and no power cut. */
export interface RtcMemory {
  /** Name of the picture on the screen. */
  displayed: string;
  wasCached: boolean;
}

export const emptyFlash = (): Flash => ({
  apiKey: null,
  friendlyId: null,
  files: new Map(),
  lastName: '',
  sleepSeconds: 900,
  attempt: 1,
  specialFunction: 'none',
});

export const emptyRtc = (): RtcMemory => ({ displayed: '', wasCached: false });

/** SPIFFS takes 31 characters, the slash in front included (`filesystem_fix_filename`). */
export function fileName(name: string): string {
  return name.length > 31 ? name.slice(0, 7) + name.slice(-17) : name;
}

const PREFIX = 13;
const DAY = 86_400;

/** Removes what has the same prefix, and what is a day old by its name (`filesystem_purge_old_file`). */
export function purge(files: Flash['files'], name: string, nowSeconds: number): void {
  for (const other of files.keys()) {
    const digits = /\d{10}$/.exec(other)?.[0] ?? '0';
    if (other.slice(0, PREFIX) === name.slice(0, PREFIX) || nowSeconds > Number(digits) + DAY)
      files.delete(other);
  }
}
