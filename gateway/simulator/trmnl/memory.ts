import { DAY_SECONDS } from '#shared/clock.ts';
/** Memory that survives a power cut: preferences and files. */
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

/** Memory that survives sleep, but not a power cut. */
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

/** Shortens a name for SPIFFS, which allows 31 characters including the leading slash (`filesystem_fix_filename`). */
export function fileName(name: string): string {
  return name.length > 31 ? name.slice(0, 7) + name.slice(-17) : name;
}

export const PREFIX_LENGTH = 13;

/** Removes files with the prefix, and files whose name has a time a day ago or in the future (`filesystem_purge_old_file`). */
export function purge(files: Flash['files'], prefix: string | null, nowSeconds: number): void {
  for (const other of files.keys()) {
    const digits = /\d{10}$/.exec(other)?.[0] ?? '0';
    // The firmware calculates with unsigned numbers.
    const isOld = (Math.floor(nowSeconds) - Number(digits)) >>> 0 > DAY_SECONDS;
    if (other.slice(0, PREFIX_LENGTH) === prefix || isOld) files.delete(other);
  }
}
