import { addSeconds, DAY_SECONDS } from '#shared/clock.ts';
import type { Db, Queryable, Trx } from '#shared/db/open.ts';
import { newId, randomToken } from '#shared/ids.ts';
import { sha256 } from '#shared/keys.ts';
import type { IdentityContext } from '../context.ts';
import { invitationRefused } from '../errors.ts';

/** Creates a code that allows one registration with `REGISTRATION=invite`. It cannot be shown again. */
export async function createInvite(
  db: Db,
  now: Date,
  days: number,
): Promise<{ code: string; expiresAt: Date }> {
  const code = randomToken(15);
  const expiresAt = addSeconds(now, days * DAY_SECONDS);
  await db('identity.invites').insert({
    id: newId(),
    code_hash: sha256(code),
    created_at: now,
    expires_at: expiresAt,
  });
  return { code, expiresAt };
}

/** Deletes the used code, in the transaction of the registration. @throws {AppError} `403 registration_closed` */
export async function redeemInvite(
  { clock }: IdentityContext,
  trx: Trx,
  code: string | undefined,
): Promise<void> {
  if ((await usableInvite(trx, clock.now(), code).delete()) !== 1) throw invitationRefused(code);
}

/** Checks a code before the expensive hash of the password. @throws {AppError} `403 registration_closed` */
export async function checkInvite({ clock, db }: IdentityContext, code: string | undefined): Promise<void> {
  if (!(await usableInvite(db, clock.now(), code).first('id'))) throw invitationRefused(code);
}

function usableInvite(queryable: Queryable, now: Date, code: string | undefined) {
  return queryable('identity.invites')
    .where({ code_hash: sha256(code ?? '') })
    .where('expires_at', '>', now);
}
