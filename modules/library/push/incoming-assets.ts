import { semaphore } from '#shared/semaphore.ts';
import type { IncomingObject } from '#shared/storage/store.ts';
import { StorageLimitError } from '#shared/storage-full.ts';
import type { LibraryContext } from '../context.ts';
import { storageLeft } from '../uploads/check-storage-limit.ts';
import type { ReceiveLimits } from './receive-asset.ts';

/** Pushes of one user that this process receives at a time; further ones wait. */
const MAX_UPLOADS_PER_USER = 8;

/** The bytes of pushes before they are stored. */
export interface IncomingAssets {
  /** Runs `task` and then discards the objects that it opened and did not keep. */
  receive<T>(userId: string, task: (limits: ReceiveLimits) => Promise<T>): Promise<T>;
}

interface UserUploads {
  pushes: number;
  /** Bytes of all objects under way. */
  bytes: number;
  limitPushes: ReturnType<typeof semaphore>;
}

/**
 * Bytes that are being received do not count as stored yet. As they arrive, the sum over all of the user's pushes in this process is checked against the rest of the user's storage limit.
 */
export function createIncomingAssets(context: LibraryContext): IncomingAssets {
  const { config, db, store } = context;
  const users = new Map<string, UserUploads>();

  return {
    async receive(userId, task) {
      const user = users.get(userId) ?? { pushes: 0, bytes: 0, limitPushes: semaphore(MAX_UPLOADS_PER_USER) };
      users.set(userId, user);
      user.pushes += 1;
      const objects: IncomingObject[] = [];
      let bytes = 0;
      let left: number | undefined;
      let endTurn: (() => void) | undefined;
      const limits: ReceiveLimits = {
        maxAssetBytes: config.MAX_ASSET_BYTES,
        async checkStorage(furtherBytes) {
          left ??= await storageLeft(context, db, userId);
          if (user.bytes + furtherBytes > left)
            throw new StorageLimitError(config.STORAGE_MAX_BYTES_PER_USER);
        },
        async openObject() {
          endTurn ??= await startTurn(user);
          await limits.checkStorage(0);
          const object = await store.receive();
          objects.push(object);
          return {
            ...object,
            async write(piece) {
              await limits.checkStorage(piece.length);
              bytes += piece.length;
              user.bytes += piece.length;
              await object.write(piece);
            },
          };
        },
      };
      try {
        return await task(limits);
      } finally {
        for (const object of objects) await object.discard();
        user.bytes -= bytes;
        endTurn?.();
        user.pushes -= 1;
        if (user.pushes === 0) users.delete(userId);
      }
    },
  };
}

/** Resolves when a push may start, with a function that ends its turn. */
async function startTurn({ limitPushes }: UserUploads): Promise<() => void> {
  const begun = Promise.withResolvers<void>();
  const turn = Promise.withResolvers<void>();
  void limitPushes(() => {
    begun.resolve();
    return turn.promise;
  });
  await begun.promise;
  return turn.resolve;
}
