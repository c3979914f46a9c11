import { callerKey } from './addresses.ts';

/** How many things each caller holds at once. */
export interface AddressLimit {
  /** Counts one more, unless that is one too many. */
  take(address: string): boolean;
  release(address: string): void;
}

/** Callers that hold nothing take no memory. */
export function createAddressLimit(most: number): AddressLimit {
  const held = new Map<string, number>();
  return {
    take(address) {
      const caller = callerKey(address);
      const count = (held.get(caller) ?? 0) + 1;
      if (count > most) return false;
      held.set(caller, count);
      return true;
    },
    release(address) {
      const caller = callerKey(address);
      const left = (held.get(caller) ?? 1) - 1;
      if (left > 0) held.set(caller, left);
      else held.delete(caller);
    },
  };
}
