import { channelName } from './storage.ts';

/**
 * A lease that is not renewed for this long belongs to a closed or sleeping tab. Shorter than the ten seconds in which the box
 * counts a second use of a refresh token as a mistake and not as theft.
 */
const LEASE_MS = 5_000;
const STORE = 'leases';
const NAME = 'refresh';

interface Lease {
  owner: string;
  /** Milliseconds since 1970. */
  until: number;
}

/** Whether this tab has the lease now, and whether it took it over from a closed or sleeping tab. */
export type LeaseOutcome = 'refused' | 'taken' | 'taken over';

/**
 * Takes the lease, which one tab of the browser holds at a time: IndexedDB, which works over plain http too, serialises its
 * transactions. Refused while another tab holds it. Always taken in a browser that stores nothing.
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

/** Renews the lease while `work` runs. */
export async function keepLease(owner: string, work: () => Promise<void>): Promise<void> {
  const keeping = setInterval(() => void takeLease(owner), LEASE_MS / 3);
  await work().finally(() => clearInterval(keeping));
}

/** Releases the lease. */
export function endLease(owner: string): Promise<void> {
  return change((store) => {
    const asked = store.get(NAME) as IDBRequest<Lease | undefined>;
    asked.onsuccess = () => asked.result?.owner === owner && store.delete(NAME);
  });
}

/** Resolves when the transaction has ended, or the browser has no IndexedDB. */
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
