import type { BrowserContext, ConsoleMessage, Request, WebError } from 'playwright-core';

/** A browser aborts loading when the network address of the machine changes, as at the start of a container. */
const OF_THE_MACHINE = 'net::ERR_NETWORK_CHANGED';

/** The faults of the pages of a context while they are watched. */
export interface PageFaults {
  found: string[];
  stop(): void;
}

/** Notes errors on the console, violations of the policy, and requests that fail or go to other origins than these. */
export function watchFaults(context: BrowserContext, origins: Set<string>): PageFaults {
  const found: string[] = [];
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() !== 'error' || message.text().includes(OF_THE_MACHINE)) return;
    found.push(`console: ${message.text()} (${message.location().url})`);
  };
  const onError = (error: WebError) => found.push(`exception: ${error.error().stack}`);
  const onRequest = (request: Request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && !origins.has(url.origin))
      found.push(`elsewhere: ${request.url()}`);
  };
  const onFailure = (request: Request) => {
    const reason = request.failure()?.errorText ?? '';
    // Requests of a page that is left are aborted, which is no fault.
    if (reason !== 'net::ERR_ABORTED' && reason !== OF_THE_MACHINE)
      found.push(`failed: ${request.method()} ${request.url()} ${reason}`);
  };
  context.on('console', onConsole);
  context.on('weberror', onError);
  context.on('request', onRequest);
  context.on('requestfailed', onFailure);
  return {
    found,
    stop() {
      context.off('console', onConsole);
      context.off('weberror', onError);
      context.off('request', onRequest);
      context.off('requestfailed', onFailure);
    },
  };
}
