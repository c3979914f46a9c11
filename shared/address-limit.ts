import { callerKey } from './addresses.ts';

/** Limits how many connections or the like each caller holds at once. */
export interface AddressLimit {
  /** Counts one more. Returns false, and counts nothing, at the limit. */
  take(address: string): boolean;
  release(address: string): void;
}

/** Callers that hold nothing use no memory. `max` is per caller. */
export function createAddressLimit(max: number): AddressLimit {
  const held = new Map<string, number>();
  return {
    take(address) {
      const caller = callerKey(address);
      const count = (held.get(caller) ?? 0) + 1;
      if (count > max) return false;
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
