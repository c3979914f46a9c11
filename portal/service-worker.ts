import { SHARE_CACHE } from './screens/share/shared-files.ts';

/** Types of the service worker's global scope, because this file is checked with the types of pages. */
interface WorkerEvent extends Event {
  request: Request;
  respondWith(response: Promise<Response>): void;
  waitUntil(work: Promise<unknown>): void;
}
interface WorkerScope {
  addEventListener(type: string, listener: (event: WorkerEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: { scope: string };
}
const scope = globalThis as unknown as WorkerScope;

/** Receives data that other applications share (a POST of a form to `/share`). It does nothing else and caches no page. */
scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'POST' && url === `${scope.registration.scope}share`)
    event.respondWith(storeShared(event.request));
});

async function storeShared(request: Request): Promise<Response> {
  const form = await request.formData();
  await caches.delete(SHARE_CACHE);
  const cache = await caches.open(SHARE_CACHE);
  let at = 0;
  for (const [name, value] of form) {
    const key = new URL(`share/${at++}`, scope.registration.scope);
    const isFile = typeof value !== 'string';
    const headers = {
      'Content-Type': isFile ? value.type : 'text/plain; charset=utf-8',
      'X-Name': isFile ? `file:${encodeURIComponent(value.name)}` : name,
    };
    await cache.put(key, new Response(value, { headers }));
  }
  return Response.redirect(new URL('share', scope.registration.scope), 303);
}
