import { basePath } from '../base.ts';

/** Keeps the entries of several installations under one host name apart. */
const PREFIX = `placard:${basePath}:`;

/** Storage may be unavailable, as in private windows: the user then has to sign in again. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

export interface TextStorage {
  read(name: string): string | null;
  write(name: string, value: string | null): void;
}

function storageOf(storage: () => Storage): TextStorage {
  return {
    read: (name) => attempt(() => storage().getItem(PREFIX + name)),
    write: (name, value) => {
      attempt(() =>
        value === null ? storage().removeItem(PREFIX + name) : storage().setItem(PREFIX + name, value),
      );
    },
  };
}

/** Storage that all tabs of this browser share and that outlives them. */
export const sharedStorage = storageOf(() => localStorage);
/** Storage of one tab, which survives a reload. */
export const tabStorage = storageOf(() => sessionStorage);
export const channelName = PREFIX;
