import { semaphore } from '#shared/semaphore.ts';
import type { IncomingObject } from '#shared/storage/store.ts';
import { StorageShareError } from '#shared/storage-full.ts';
import type { LibraryContext } from '../context.ts';
import { storageLeft } from '../uploads/check-storage-limit.ts';
import type { ReceiveLimits } from './receive-asset.ts';

/** Pushes of one user whose bytes come in at a time, in this process. Further ones are read once it is their turn. */
const MAX_UPLOADS_PER_USER = 8;

/** Where the bytes of pushes are before anything is stored. */
export interface IncomingAssets {
  /** Runs `task`, and then forgets whatever it opened. What it kept stays. */
  receive<T>(userId: string, task: (limits: ReceiveLimits) => Promise<T>): Promise<T>;
}

interface UserUploads {
  pushes: number;
  /** Of all objects that are coming in. */
  bytes: number;
  inTurn: ReturnType<typeof semaphore>;
}

/**
 * Bytes that come in are not stored and so no part of a user's share of the storage yet. They are held to what is left
 * of it as they come, those of all the user's pushes in this process together.
 */
export function createIncomingAssets(context: LibraryContext): IncomingAssets {
  const { config, db, store } = context;
  const users = new Map<string, UserUploads>();

  return {
    async receive(userId, task) {
      const user = users.get(userId) ?? { pushes: 0, bytes: 0, inTurn: semaphore(MAX_UPLOADS_PER_USER) };
      users.set(userId, user);
      user.pushes += 1;
      const objects: IncomingObject[] = [];
      let bytes = 0;
      let left: number | undefined;
      let leave: (() => void) | undefined;
      const limits: ReceiveLimits = {
        maxAssetBytes: config.MAX_ASSET_BYTES,
        async expect(expected) {
          left ??= await storageLeft(context, db, userId);
          if (user.bytes + expected > left) throw new StorageShareError(config.STORAGE_MAX_BYTES_PER_USER);
        },
        async openObject() {
          leave ??= await turn(user);
          await limits.expect(0);
          const object = await store.receive();
          objects.push(object);
          return {
            ...object,
            async write(piece) {
              await limits.expect(piece.length);
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
        leave?.();
        user.pushes -= 1;
        if (user.pushes === 0) users.delete(userId);
      }
    },
  };
}

/** Resolves when it is a push's turn, with what ends that. */
async function turn({ inTurn }: UserUploads): Promise<() => void> {
  const begun = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  void inTurn(() => {
    begun.resolve();
    return over.promise;
  });
  await begun.promise;
  return over.resolve;
}
