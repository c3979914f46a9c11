import type { Wall } from '#client/index.ts';
import { ErrorBanner } from '../../components/error-banner.tsx';
import { Icon } from '../../components/icon.tsx';
import { A } from '../../components/link.tsx';
import { Page } from '../../components/page.tsx';
import { PanelFacts } from '../../components/panel-facts.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { StatusLine } from '../../components/status-line.tsx';
import { pageTitle } from '../../components/status-words.ts';
import { WallPicture } from '../../components/wall-picture.tsx';
import { displayList } from '../../store/displays.ts';
import { loadWalls, walls, wallsError } from '../../store/walls.ts';
import { t } from '../../strings/index.ts';
import { FirstWall } from './first-wall.tsx';

/** Pictures that are in sight when the page opens. */
const IN_SIGHT = 6;

/** Every display as its picture now. */
export default function Walls() {
  const found = walls.value;
  if (found?.size === 0) return <FirstWall />;
  const shown = displayList.value.flatMap(({ id }) => found?.get(id) ?? []);
  const actions = found && (
    <A to="/claim" class="button button-plain">
      <Icon name="push" /> {t.walls.claim}
    </A>
  );
  return (
    <Page title={t.app.walls} actions={actions}>
      {!found && <ErrorBanner error={wallsError.value} retry={loadWalls} />}
      {!found && !wallsError.value && <Spinner />}
      {found && (
        <ul class="walls">
          {shown.map((wall, at) => (
            <WallCard key={wall.display.id} wall={wall} lazy={at >= IN_SIGHT} />
          ))}
        </ul>
      )}
    </Page>
  );
}

function WallCard({ wall, lazy }: { wall: Wall; lazy: boolean }) {
  const { display, current, next } = wall;
  return (
    <li class="wall">
      <WallPicture page={current} alt={current ? t.walls.shows(pageTitle(current)) : ''} lazy={lazy} />
      <div class="wall-text">
        <h2>
          <A to={`/displays/${display.id}`}>{display.name}</A>
        </h2>
        <StatusLine wall={wall} />
        {next && <p class="wall-next">{t.walls.next(pageTitle(next))}</p>}
        <PanelFacts wall={wall} />
      </div>
    </li>
  );
}
