import { channelName } from './storage.ts';

/**
 * A lease that is not renewed for this long belongs to a closed or sleeping tab. Shorter than the ten seconds in which the box
 * counts a second use of a refresh token as a mistake and not as theft.
 */
const LEASE_MS = 5_000;
/** A transaction takes milliseconds. One that takes longer waits for a frozen tab. */
const TRANSACTION_MS = 2_000;
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
 * transactions. Refused while another tab holds it. Always taken in a browser that stores nothing. Taken over where IndexedDB
 * does not respond: a tab that is frozen inside a transaction blocks those of all other tabs for a minute.
 */
export async function takeLease(owner: string): Promise<LeaseOutcome> {
  let outcome: LeaseOutcome = 'taken';
  const isDecided = await change((store) => {
    const request = store.get(NAME) as IDBRequest<Lease | undefined>;
    request.onsuccess = () => {
      const stored = request.result;
      if (stored && stored.owner !== owner) outcome = stored.until < Date.now() ? 'taken over' : 'refused';
      if (outcome !== 'refused') store.put({ owner, until: Date.now() + LEASE_MS } satisfies Lease, NAME);
    };
  });
  return isDecided ? outcome : 'taken over';
}

/** Renews the lease while `work` runs. */
export async function keepLease(owner: string, work: () => Promise<void>): Promise<void> {
  const renewal = setInterval(() => void takeLease(owner), LEASE_MS / 3);
  await work().finally(() => clearInterval(renewal));
}

/** Releases the lease. */
export async function endLease(owner: string): Promise<void> {
  await change((store) => {
    const request = store.get(NAME) as IDBRequest<Lease | undefined>;
    request.onsuccess = () => request.result?.owner === owner && store.delete(NAME);
  });
}

/** True when the transaction has ended, or the browser has no IndexedDB; false when it is given up after `TRANSACTION_MS`. */
async function change(work: (store: IDBObjectStore) => void): Promise<boolean> {
  let isLate = false;
  let transaction: IDBTransaction | undefined;
  const changed = open().then(
    (database) =>
      new Promise<boolean>((resolve) => {
        const end = () => {
          database.close();
          resolve(true);
        };
        if (isLate) return end();
        transaction = database.transaction(STORE, 'readwrite');
        transaction.oncomplete = transaction.onabort = end;
        work(transaction.objectStore(STORE));
      }),
    () => true,
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => {
      isLate = true;
      resolve(false);
      try {
        transaction?.abort();
      } catch {
        // It has just ended.
      }
    }, TRANSACTION_MS);
  });
  return Promise.race([changed, timeout]).finally(() => clearTimeout(timer));
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(`${channelName}session`, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
