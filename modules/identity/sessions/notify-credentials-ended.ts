import { channels } from '#shared/db/channels.ts';
import { notify } from '#shared/db/notify.ts';
import type { Trx } from '#shared/db/open.ts';

/** Notifies every process that sessions or tokens have ended, so that their open streams close. */
export async function notifyCredentialsEnded(trx: Trx, credentials: { id: string }[]): Promise<void> {
  for (const { id } of credentials) await notify(trx, channels.credentialEnded, id);
}
