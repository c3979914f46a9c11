import { channelName } from './storage.ts';

/**
 * One that holds it for longer without keeping it has died with its tab, or sleeps. Shorter than the ten seconds in which the
 * box takes a second use of a refresh token for a mistake and not for a theft.
 */
const LEASE_MS = 5_000;
const STORE = 'leases';
const NAME = 'refresh';

interface Lease {
  owner: string;
  /** Milliseconds since 1970. */
  until: number;
}

/** Whether this tab has the lease now, and whether it had to take it from one that has died or sleeps. */
export type LeaseOutcome = 'refused' | 'taken' | 'taken over';

/**
 * Makes this tab the only one of the browser to hold the lease: transactions of IndexedDB, which plain http has too, take
 * turns. Refused while another tab holds it. Taken where the browser stores nothing.
 */
export async function takeLease(owner: string): Promise<LeaseOutcome> {
  let outcome: LeaseOutcome = 'taken';
  await change((store) => {
    const asked = store.get(NAME) as IDBRequest<Lease | undefined>;
    asked.onsuccess = () => {
      const before = asked.result;
      if (before && before.owner !== owner) outcome = before.until < Date.now() ? 'taken over' : 'refused';
      if (outcome !== 'refused') store.put({ owner, until: Date.now() + LEASE_MS } satisfies Lease, NAME);
    };
  });
  return outcome;
}

/** Does `work` and keeps the lease meanwhile, however long it takes. */
export async function keepLease(owner: string, work: () => Promise<void>): Promise<void> {
  const keeping = setInterval(() => void takeLease(owner), LEASE_MS / 3);
  await work().finally(() => clearInterval(keeping));
}

/** Lets the next tab have it. */
export function endLease(owner: string): Promise<void> {
  return change((store) => {
    const asked = store.get(NAME) as IDBRequest<Lease | undefined>;
    asked.onsuccess = () => asked.result?.owner === owner && store.delete(NAME);
  });
}

/** Resolves when the transaction is over, or the browser has none. */
async function change(work: (store: IDBObjectStore) => void): Promise<void> {
  const database = await open().catch(() => null);
  if (!database) return;
  await new Promise<void>((resolve) => {
    const transaction = database.transaction(STORE, 'readwrite');
    transaction.oncomplete = transaction.onabort = () => resolve();
    work(transaction.objectStore(STORE));
  });
  database.close();
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(`${channelName}session`, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}
