import { placard } from '../api/placard.ts';
import { href, navigate } from '../base.ts';
import { freeName } from '../store/free-name.ts';
import { loadWall } from '../store/walls.ts';
import { t } from '../strings/index.ts';
import { Button } from './button.tsx';
import { toast } from './toast.ts';

interface BrowserPanel {
  /** Null for a panel that has an owner. */
  claimCode: string | null;
  picture: object | null;
}

/** Makes this browser a panel, claims it, and opens it in another tab, without a code to type. */
export function BrowserPanelButton({ kind = 'plain' }: { kind?: 'primary' | 'plain' }) {
  return (
    <Button kind={kind} onClick={startBrowserPanel}>
      {t.browserPanel.start}
    </Button>
  );
}

async function startBrowserPanel(): Promise<void> {
  // Opened at once, because browsers allow it only during the click.
  const tab = window.open('', '_blank');
  try {
    // The response sets the cookie that makes this browser a panel; the new tab uses it.
    await (await placard.connection.stream({ method: 'GET', path: 'panel' })).text();
    const panel = await placard.connection.json<BrowserPanel>({
      method: 'POST',
      path: 'panel/next',
      body: {},
    });
    // A busy box responds, but makes no panel. Where the browser keeps no cookies, the panel's own page says so.
    if (!panel.claimCode && !panel.picture && navigator.cookieEnabled)
      throw new Error('The box had no time to make a panel.');
    if (panel.claimCode) {
      const { id } = await placard.displays.claim({
        code: panel.claimCode,
        nickname: await freeName(t.browserPanel.name),
      });
      await loadWall(id);
      navigate(`/displays/${id}`);
    }
    if (tab) tab.location.href = href('/panel');
    else {
      const action = { label: t.browserPanel.open, run: () => window.open(href('/panel'), '_blank') };
      toast(t.browserPanel.blocked, { action });
    }
  } catch (error) {
    tab?.close();
    throw error;
  }
}
