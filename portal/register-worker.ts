/**
 * Lets phones share to this page: where it is served over https, or on this very machine. Elsewhere there are no service
 * workers, and the page works without.
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

/** The one address of a script that this page makes by itself. */
function trusted(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies };
  return trustedTypes?.createPolicy('placard', { createScriptURL: (own) => own }).createScriptURL(url) ?? url;
}
