import { BrowserPanelButton } from '../../components/browser-panel.tsx';
import { ScreenLink } from '../../components/link.tsx';
import { Page } from '../../components/page.tsx';
import { t } from '../../strings/index.ts';

/** Shown without a display: claim a panel, or start one in the browser. */
export function FirstWall() {
  const words = t.firstWall;
  return (
    <Page title={t.app.walls}>
      <p class="lead">{words.text}</p>
      <ul class="first-steps">
        <li class="first-step">
          <h2>{words.claimTitle}</h2>
          <p>{words.claimText}</p>
          <ScreenLink to="/claim" class="button button-primary">
            {words.claim}
          </ScreenLink>
        </li>
        <li class="first-step">
          <h2>{words.softwareTitle}</h2>
          <p>{words.softwareText}</p>
          <BrowserPanelButton />
        </li>
      </ul>
    </Page>
  );
}
