import { batchWork } from '#shared/db/batched-work.ts';
import { readPrepared } from '#shared/db/prepared.ts';
import type { DisplayContext } from '../context.ts';
import type { Batching } from '../delivery/batch-panels.ts';
import { Device } from '../models/device.ts';
import { matchesSecret } from './panel-secret.ts';

const SECRETS = {
  name: 'panel_secrets',
  text: `select id, thing_name, secret_hash, next_secret_hash from display.devices where thing_name = any ($1)`,
};

interface Row {
  id: string;
  thing_name: string;
  secret_hash: string;
  next_secret_hash: string | null;
}

/**
 * Checks panels' credentials, many with one query; null when they are wrong. The first use of a password from a
 * renewed enrolment ends the old one, and the window in which the owner let the panel enrol.
 */
export function createAuthenticatePanel({ db, onBatch }: Pick<DisplayContext, 'db'> & Batching) {
  const secretsOf = batchWork({
    max: 250,
    restMs: 5,
    onBatch: (size) => onBatch?.('authenticate', size),
    async run(thingNames: string[]) {
      const rows = await readPrepared<Row>(db, SECRETS, [thingNames]);
      const byName = new Map(rows.map((row) => [row.thing_name, row]));
      return thingNames.map((thingName) => byName.get(thingName));
    },
  });

  return async (thingName: string, password: string): Promise<{ deviceId: string } | null> => {
    const panel = await secretsOf(thingName);
    if (!panel) return null;
    const { id, secret_hash, next_secret_hash } = panel;
    if (matchesSecret(password, secret_hash)) return { deviceId: id };
    if (!matchesSecret(password, next_secret_hash)) return null;
    await Device.query(db)
      .patch({ secretHash: next_secret_hash as string, nextSecretHash: null, enrollmentOpenUntil: null })
      .where({ id, next_secret_hash });
    return { deviceId: id };
  };
}
