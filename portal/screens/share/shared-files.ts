/** Cache in which the service worker stores shared data until this page takes it. */
export const SHARE_CACHE = 'placard-share';

export interface Shared {
  title: string;
  text: string;
  url: string;
  files: File[];
}

/** Takes the last shared data out of the cache; null without any, or without caches, as over plain http. */
export async function takeShared(): Promise<Shared | null> {
  if (!('caches' in globalThis) || !(await caches.has(SHARE_CACHE))) return null;
  const cache = await caches.open(SHARE_CACHE);
  const shared: Shared = { title: '', text: '', url: '', files: [] };
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    const name = response?.headers.get('X-Name');
    if (!response || !name) continue;
    if (name === 'title' || name === 'text' || name === 'url') shared[name] = await response.text();
    else
      shared.files.push(
        new File([await response.blob()], decodeURIComponent(name.slice(5)), {
          type: response.headers.get('Content-Type') ?? '',
        }),
      );
  }
  await caches.delete(SHARE_CACHE);
  return shared;
}
