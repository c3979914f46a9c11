/**
 * Registers the service worker, which receives what phones share to this page. Browsers allow it over https and on localhost
 * only; the page works without it.
 */
export function registerWorker(): void {
  const file = document.querySelector<HTMLLinkElement>('link[rel="service-worker"]')?.href;
  if (!file || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register(trusted(file), { scope: new URL('../', file).href }).catch(() => {});
}

interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

/** The service worker's address as a trusted script URL: the only one that this page creates. */
function trusted(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies };
  return trustedTypes?.createPolicy('placard', { createScriptURL: (own) => own }).createScriptURL(url) ?? url;
}
