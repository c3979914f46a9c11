import { createReadStream } from 'node:fs';
import { dirname } from 'node:path';
import type { ObjectStore } from '#shared/storage/store.ts';
import type { CheckedSnapshot } from './check-snapshot.ts';
import { MAX_S3_REQUESTS } from './copy-objects.ts';
import { withFileThreads } from './file-threads.ts';
import { mapInOrder } from './map-in-order.ts';
import type { ListedObject } from './object-list.ts';
import type { Progress } from './progress.ts';
import type { Repository } from './repository.ts';
import { syncFileSystem } from './sync-file-system.ts';

const CONTENT_TYPE = 'application/octet-stream';

/** Copies the objects of a verified snapshot into an empty store. An interruption leaves some of them there. */
export async function restoreObjects(
  store: ObjectStore,
  repository: Repository,
  snapshot: CheckedSnapshot,
  progress: Progress,
): Promise<void> {
  const sourceOf = ({ sha256 }: ListedObject) => repository.objectPath(sha256);
  const root = store.localPath('users/any');
  if (root === null) {
    const puts = mapInOrder(snapshot.objects(), MAX_S3_REQUESTS, (object) =>
      upload(store, object.key, sourceOf(object)),
    );
    for await (const _ of puts) progress.step('objects restored');
    return;
  }
  await withFileThreads(async (threads) => {
    const targetOf = ({ key }: ListedObject) => store.localPath(key) as string;
    const placed = threads.run(snapshot.objects(), (one) => ({
      kind: 'place',
      from: sourceOf(one),
      to: targetOf(one),
    }));
    for await (const _ of placed) progress.step('objects restored');
  });
  await syncFileSystem(dirname(dirname(root)));
}

async function upload(store: ObjectStore, key: string, path: string): Promise<void> {
  const incoming = await store.receive();
  try {
    for await (const bytes of createReadStream(path)) await incoming.write(bytes);
    await incoming.keep(dirname(key), CONTENT_TYPE);
  } finally {
    await incoming.discard();
  }
}
