import { addSeconds } from '#shared/clock.ts';
import { newId } from '#shared/ids.ts';
import { claimUrl } from '../claim-codes/claim-url.ts';
import type { DisplayContext } from '../context.ts';
import type { StoredFile } from '../models/system-frame.ts';
import { frameAddress } from './frame-address.ts';
import type { Command } from './panel-link.ts';
import type { PanelView } from './read-panel.ts';

type Deps = Pick<DisplayContext, 'clock' | 'config' | 'keys'>;

/** Composes `show` for the wanted presentation; null while it has no frame in the panel's format. */
export function showCommand(deps: Deps, panel: PanelView): Command | null {
  const { frame, wantedPresentationId } = panel;
  if (!frame || !wantedPresentationId) return null;
  const { width, height } = frame;
  const base = head(deps);
  return {
    ...base,
    kind: 'show',
    presentationId: wantedPresentationId,
    ...link(deps, panel, base.id, { ...frame, id: wantedPresentationId }),
    width,
    height,
  };
}

/** Composes `claim_code` for a panel without an owner, else `bound`; null while the page is not rendered. */
export function pageCommand(deps: Deps, panel: PanelView): Command | null {
  const { page, claim } = panel;
  if (!page) return null;
  const base = head(deps);
  if (panel.userId) {
    const name = panel.nickname || panel.thingName;
    return { ...base, kind: 'bound', name, ...link(deps, panel, base.id, page) };
  }
  if (!claim || claim.expiresAt <= deps.clock.now()) return null;
  const { code, expiresAt } = claim;
  return {
    ...base,
    kind: 'claim_code',
    code,
    claimUrl: claimUrl(deps.config, code),
    ...link(deps, panel, base.id, page, expiresAt),
  };
}

export function unboundCommand(deps: Deps): Command {
  return { ...head(deps), kind: 'unbound' };
}

export function sleepCommand(deps: Deps, wakeAt: string): Command {
  return { ...head(deps), kind: 'sleep', wakeAt };
}

function head({ clock }: Deps): { id: string; issuedAt: string } {
  return { id: newId(), issuedAt: clock.now().toISOString() };
}

function link(
  deps: Deps,
  { format }: PanelView,
  commandId: string,
  file: StoredFile & { id: string },
  until?: Date,
) {
  const end = addSeconds(deps.clock.now(), deps.config.SIGNED_URL_SECONDS);
  const expiresAt = until && until < end ? until : end;
  return {
    url: frameAddress(deps, { frameId: file.id, format, commandId, expiresAt }),
    format,
    sizeBytes: file.sizeBytes,
    sha256: file.sha256,
    expiresAt: expiresAt.toISOString(),
  };
}
