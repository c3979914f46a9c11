import { Client } from 'undici';
import { brand } from '#shared/brand.ts';
import type { AddressGuard } from '#shared/links/address-guard.ts';
import { LinkError } from '#shared/links/link-error.ts';
import { toLinkError } from '#shared/links/to-link-error.ts';

export interface Outcome {
  /** Whether the receiver accepted the message: any status from 200 to 299. */
  ok: boolean;
  /** Null when there was no response. */
  status: number | null;
  error: string | null;
}

/**
 * Posts a message. Redirects are not followed, and only the status of the response is read.
 * @param totalMs from connecting to the status of the response
 * @throws the reason of `signal` when it aborts
 */
export async function postMessage(
  guard: AddressGuard,
  { url, headers, body }: { url: string; headers: Record<string, string>; body: string },
  signal: AbortSignal,
  totalMs: number,
): Promise<Outcome> {
  const address = new URL(url);
  const limit = AbortSignal.timeout(totalMs);
  let client: Client | undefined;
  try {
    guard.check(address); // WEBHOOK_ALLOW may have changed
    client = new Client(address.origin, { connect: guard.connectorFor(address), pipelining: 0 });
    const { statusCode, body: unread } = await client.request({
      method: 'POST',
      path: address.pathname + address.search,
      headers: { 'content-type': 'application/json', 'user-agent': `${brand.name} webhooks`, ...headers },
      body,
      signal: AbortSignal.any([limit, signal]),
    });
    unread.on('error', () => {});
    const ok = statusCode >= 200 && statusCode <= 299;
    return { ok, status: statusCode, error: ok ? null : `The receiver responded with ${statusCode}.` };
  } catch (error) {
    signal.throwIfAborted();
    const { message } = error instanceof LinkError ? error : toLinkError(error, limit);
    return { ok: false, status: null, error: sentence(message) };
  } finally {
    client?.destroy().catch(() => {});
  }
}

/** The guard's messages say "link"; here the address is the receiver's. */
function sentence(message: string): string {
  const text = message
    .replace('the name in the link', 'the name in the address')
    .replace(/^the link/, 'the address');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
