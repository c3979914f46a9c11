import { invalidRequest } from '#shared/errors.ts';
import { LinkError } from '#shared/links/link-error.ts';
import type { WebhooksContext } from '../context.ts';

/** @throws {AppError} `400 invalid_request` for an address that events may not be sent to */
export async function checkAddress(context: WebhooksContext, url: string): Promise<void> {
  const guard = await context.guard();
  try {
    await guard.checkResolved(new URL(url));
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    const reason = error.message.replace(/^the link /, '');
    throw invalidRequest('Events cannot be sent to this address.', [
      { path: 'url', message: `${reason}. An operator can allow hosts and networks with WEBHOOK_ALLOW.` },
    ]);
  }
}
