import { addSeconds } from '#shared/clock.ts';
import { newId } from '#shared/ids.ts';
import type { DisplayContext } from '../context.ts';
import type { StoredFile } from '../models/system-frame.ts';
import { claimUrl } from '../pairing/claim-url.ts';
import type { Command } from './panel-link.ts';
import type { PanelView } from './read-panel.ts';

type Deps = Pick<DisplayContext, 'clock' | 'config' | 'store'>;

/** `show` for the wanted presentation; null while it has no frame in the panel's format. */
export async function showCommand(deps: Deps, panel: PanelView): Promise<Command | null> {
  const { frame, wantedPresentationId } = panel;
  if (!frame || !wantedPresentationId) return null;
  const { width, height } = frame;
  return {
    ...head(deps),
    kind: 'show',
    presentationId: wantedPresentationId,
    ...(await link(deps, panel, frame)),
    width,
    height,
  };
}

/** `claim_code` or `bound`, whichever page the panel's ownership calls for; null while that is not rendered. */
export async function pageCommand(deps: Deps, panel: PanelView): Promise<Command | null> {
  const { page, claim } = panel;
  if (!page) return null;
  if (panel.userId) {
    const name = panel.nickname || panel.thingName;
    return { ...head(deps), kind: 'bound', name, ...(await link(deps, panel, page)) };
  }
  if (!claim || claim.expiresAt <= deps.clock.now()) return null;
  const { code, expiresAt } = claim;
  return {
    ...head(deps),
    kind: 'claim_code',
    code,
    claimUrl: claimUrl(deps.config, code),
    ...(await link(deps, panel, page, expiresAt)),
  };
}

export function unboundCommand(deps: Deps): Command {
  return { ...head(deps), kind: 'unbound' };
}

function head({ clock }: Deps): { id: string; issuedAt: string } {
  return { id: newId(), issuedAt: clock.now().toISOString() };
}

async function link({ clock, config, store }: Deps, { format }: PanelView, file: StoredFile, until?: Date) {
  const end = addSeconds(clock.now(), config.SIGNED_URL_SECONDS);
  const expiresAt = until && until < end ? until : end;
  const contentType = format === 'png' ? 'image/png' : 'application/octet-stream';
  return {
    url: await store.signedUrl(file.key, { expiresAt, contentType }),
    format,
    sizeBytes: file.sizeBytes,
    sha256: file.sha256,
    expiresAt: expiresAt.toISOString(),
  };
}
