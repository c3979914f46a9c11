import { batchWork } from '#shared/db/batch-work.ts';
import { readPrepared } from '#shared/db/prepared.ts';
import { equalStrings, sha256 } from '#shared/keys.ts';
import type { DisplayContext } from '../context.ts';
import type { BatchObserver } from '../delivery/batch-panels.ts';
import type { PanelLink } from '../delivery/panel-link.ts';

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
 * Checks panels' credentials in batches; null if they are wrong. Changes nothing: a password counts as used when a connection
 * is registered with it.
 */
export function createAuthenticatePanel({ db, onBatch }: Pick<DisplayContext, 'db'> & BatchObserver) {
  const secretsOf = batchWork({
    maxItems: 250,
    pace: { perSecond: 200, burst: 1 },
    onBatch: (size) => onBatch?.('authenticate', size),
    async run(thingNames: string[]) {
      const rows = await readPrepared<Row>(db, SECRETS, [thingNames]);
      const byName = new Map(rows.map((row) => [row.thing_name, row]));
      return thingNames.map((thingName) => byName.get(thingName));
    },
  });

  return async (thingName: string, password: string): ReturnType<PanelLink['authenticate']> => {
    const panel = await secretsOf(thingName);
    if (!panel) return null;
    const credential = sha256(password);
    const valid = [panel.secret_hash, panel.next_secret_hash].some(
      (hash) => hash !== null && equalStrings(credential, hash),
    );
    return valid ? { deviceId: panel.id, credential } : null;
  };
}
