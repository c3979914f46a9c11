import type { Wall } from '#client/index.ts';
import { PanelFacts } from '../../components/panel-facts.tsx';
import { StatusLine } from '../../components/status-line.tsx';
import { pageTitle } from '../../components/status-words.ts';
import { Time } from '../../components/time.tsx';
import { WallPicture } from '../../components/wall-picture.tsx';
import { t } from '../../strings/index.ts';

/** The picture that the panel shows, with its status. */
export function CurrentPicture({ wall }: { wall: Wall }) {
  const { display, current } = wall;
  return (
    <section class="display-now" aria-label={t.display.now}>
      <WallPicture page={current} alt={current ? t.walls.shows(pageTitle(current)) : ''} />
      <div class="display-now-text">
        {current && (
          <p class="display-title">
            <bdi>{pageTitle(current)}</bdi>{' '}
            {display.currentPresentationUpdatedAt && (
              <span class="display-since">
                {t.display.shown} <Time at={display.currentPresentationUpdatedAt} />
              </span>
            )}
          </p>
        )}
        <StatusLine wall={wall} />
        <PanelFacts wall={wall} />
      </div>
    </section>
  );
}
