import { href } from '../../base.ts';
import { A } from '../../components/link.tsx';
import { Page } from '../../components/page.tsx';
import { t } from '../../strings/index.ts';

/** What to do while there is no display: claim a panel, or have one in the browser. */
export function FirstWall() {
  const words = t.firstWall;
  return (
    <Page title={words.title}>
      <p class="lead">{words.text}</p>
      <ul class="first-steps">
        <li class="first-step">
          <h2>{words.claimTitle}</h2>
          <p>{words.claimText}</p>
          <A to="/claim" class="button button-primary">
            {words.claim}
          </A>
        </li>
        <li class="first-step">
          <h2>{words.softwareTitle}</h2>
          <p>{words.softwareText}</p>
          <a href={href('/panel')} target="_blank" rel="noopener" class="button button-plain">
            {words.software}
          </a>
          <p class="field-hint">{words.softwareHint}</p>
        </li>
      </ul>
    </Page>
  );
}
