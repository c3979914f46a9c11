import { equalStrings, sha256 } from '#shared/keys.ts';
import type { PollRecords } from './poll-record.ts';
import type { PollingPanel } from './polling-panel.ts';

/** The sender of a request. `unknown`: no ID, or one that no panel has. `foreign`: the ID of a panel with another key. */
export type PanelLookup =
  | { kind: 'panel'; panel: PollingPanel; credential: string }
  | { kind: 'unknown' }
  | { kind: 'foreign'; isOwned: boolean };

/** Keys from this server and others have at least 20 characters. A key that a panel brings may be shorter. */
const MIN_KEY_CHARACTERS_WITHOUT_ID = 16;

/** Finds a panel by ID and key, or by its key only, because some clients send no ID. */
export async function findPanel(
  records: Pick<PollRecords, 'byHardwareId' | 'bySecret'>,
  { hardwareId, key }: { hardwareId: string | null; key: string | null },
): Promise<PanelLookup> {
  const credential = key === null ? null : sha256(key);
  if (hardwareId === null) {
    const canBeGuessed = (key?.length ?? 0) < MIN_KEY_CHARACTERS_WITHOUT_ID;
    const panel = credential === null || canBeGuessed ? null : await records.bySecret(credential);
    return panel && credential ? { kind: 'panel', panel, credential } : { kind: 'unknown' };
  }
  const panel = await records.byHardwareId(hardwareId);
  if (!panel) return { kind: 'unknown' };
  const isOwn = [panel.secretHash, panel.nextSecretHash].some(
    (hash) => hash !== null && credential !== null && equalStrings(hash, credential),
  );
  if (isOwn && credential) return { kind: 'panel', panel, credential };
  return { kind: 'foreign', isOwned: panel.userId !== null };
}
