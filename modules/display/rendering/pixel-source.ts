import type { ObjectStore } from '#shared/storage/store.ts';
import type { PixelInput, PixelSource } from '../ports.ts';
import type { PresentationSource, StoredImage } from '../source.ts';

/** Converts a source: its stored images become paths if the store has paths, else bytes. */
export async function pixelSource(store: ObjectStore, source: PresentationSource): Promise<PixelSource> {
  if (source.kind === 'image') return { kind: 'image', ...(await imageInput(store, source.image)) };
  const images = await Promise.all(
    Object.entries(source.images).map(async ([id, image]) => [id, await imageInput(store, image)] as const),
  );
  return { kind: 'scene', scene: source.scene, images: Object.fromEntries(images) };
}

async function imageInput(
  store: ObjectStore,
  { key, contentType }: StoredImage,
): Promise<{ input: PixelInput; contentType: string }> {
  return { input: store.localPath(key) ?? (await store.read(key)), contentType };
}
