import type { DisplayContext } from '../context.ts';
import { Device } from '../models/device.ts';
import { matchesSecret } from './panel-secret.ts';

/**
 * Checks a panel's credentials; null when they are wrong. The first use of a password from a renewed enrolment ends
 * the old one, and the window in which the owner let the panel enrol.
 */
export async function authenticatePanel(
  { db }: Pick<DisplayContext, 'db'>,
  thingName: string,
  password: string,
): Promise<{ deviceId: string } | null> {
  const device = await Device.query(db)
    .findOne({ thing_name: thingName })
    .select('id', 'secret_hash', 'next_secret_hash');
  if (!device) return null;
  const { id, secretHash, nextSecretHash } = device;
  if (matchesSecret(password, secretHash)) return { deviceId: id };
  if (!matchesSecret(password, nextSecretHash)) return null;
  await Device.query(db)
    .patch({ secretHash: nextSecretHash as string, nextSecretHash: null, enrollmentOpenUntil: null })
    .where({ id, next_secret_hash: nextSecretHash });
  return { deviceId: id };
}
