import { createObjectStore } from '#shared/storage/open.ts';
import type { ObjectStore } from '#shared/storage/store.ts';
import type { TestAppOptions } from '#test/support/app.ts';
import { type Pusher, type PushStand, startPushes } from '../push/stand.ts';
import { create, png } from '../stand.ts';

/** An installation in which each user may store `limit` bytes. */
export interface StorageStand extends PushStand {
  /** Keys of what is stored of a user, below a prefix of the user's. */
  keys(pusher: Pusher, prefix?: string): Promise<string[]>;
  /** Bytes that are stored of a user. */
  stored(pusher: Pusher): Promise<number>;
  /** Announces an upload so large that a user who stores nothing has so many bytes left: the id of its Content. */
  leaveOnly(pusher: Pusher, bytes: number): Promise<string>;
}

export async function startStorage(limit: number, options: TestAppOptions = {}): Promise<StorageStand> {
  const settings = { ...options.settings, STORAGE_MAX_BYTES_PER_USER: String(limit) };
  const stand = await startPushes({ ...options, settings });
  const { config, keys, clock } = stand.app;
  const { store } = await createObjectStore({ config, keys, clock, onUploaded: async () => {} });
  return {
    ...stand,
    async keys({ userId }, prefix = '') {
      return (await list(store, `users/${userId}/${prefix}`)).map(({ key }) => key);
    },
    async stored({ userId }) {
      return (await list(store, `users/${userId}/`)).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    },
    async leaveOnly({ session }, bytes) {
      const { status, body } = await create(session, { assets: [png(limit - bytes)] });
      if (status !== 201) throw new Error(`filling the share returned ${JSON.stringify(body)}`);
      return body.content.id;
    },
  };
}

async function list(store: ObjectStore, prefix: string) {
  const found = [];
  for await (const one of store.list(prefix)) found.push(one);
  return found;
}
