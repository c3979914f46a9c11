import { type CallOptions, type ConnectionOptions, send, withRetries } from './connection.ts';
import { errorOf } from './error.ts';
import type { UploadTicket } from './types.ts';

const DEFAULT_TIMEOUT_MS = 120_000;
const DEFAULT_RETRIES = 2;

/**
 * Sends bytes to the address of a ticket. The fields of the ticket are the only credential. The same bytes may be sent again
 * to the same ticket.
 * @throws {PlacardError} also for a refusal of another service that is the store
 */
export async function upload(
  { url, fields }: Pick<UploadTicket, 'url' | 'fields'>,
  file: Blob,
  { signal, timeoutMs, maxRetries }: CallOptions,
  settings: Pick<ConnectionOptions, 'fetch' | 'maxRetries'>,
): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', file);
  const attempt = async () => {
    const { response, finish } = await send(settings.fetch ?? fetch, new URL(url), {
      method: 'POST',
      body: form,
      signal,
      timeoutMs: timeoutMs ?? DEFAULT_TIMEOUT_MS,
    });
    if (!response.ok) throw await finish(errorOf(response));
    await finish(response.text());
  };
  await withRetries(attempt, { retries: maxRetries ?? settings.maxRetries ?? DEFAULT_RETRIES, signal });
}
