import { basePath } from '../base.ts';

/** Installations under one host name must not read each other's. */
const PREFIX = `placard:${basePath}:`;

/** A browser that keeps nothing (private windows, storage switched off) is one that has to sign in again. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

export interface Kept {
  read(name: string): string | null;
  write(name: string, value: string | null): void;
}

function over(storage: () => Storage): Kept {
  return {
    read: (name) => attempt(() => storage().getItem(PREFIX + name)),
    write: (name, value) => {
      attempt(() =>
        value === null ? storage().removeItem(PREFIX + name) : storage().setItem(PREFIX + name, value),
      );
    },
  };
}

/** What all tabs of this browser share, and what outlives them. */
export const shared = over(() => localStorage);
/** What one tab keeps while it loads again. */
export const ownTab = over(() => sessionStorage);
export const channelName = PREFIX;
