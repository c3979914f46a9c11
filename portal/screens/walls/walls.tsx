import { useSignal } from '@preact/signals';
import type { Wall } from '#client/index.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorBanner } from '../../components/error-banner.tsx';
import { Field } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { ScreenLink } from '../../components/link.tsx';
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
import { WebhookNotice } from './webhook-notice.tsx';

/** Pictures that are visible when the page opens. */
const EAGER_PICTURES = 6;
/** Up to this many displays are shown large. */
const MAX_LARGE = 2;
/** More displays than this are small on a phone and can be searched by name. */
const MAX_WITHOUT_SEARCH = 12;

/** All displays with their present pictures. */
export default function Walls() {
  const found = walls.value;
  const words = useSignal('');
  if (found?.size === 0) return <FirstWall />;
  const all = displayList.value.flatMap(({ id }) => found?.get(id) ?? []);
  const isMany = all.length > MAX_WITHOUT_SEARCH;
  const shown = isMany ? all.filter((wall) => matchesName(wall, words.value)) : all;
  const actions = found && (
    <ScreenLink to="/claim" class="button button-plain">
      <Icon name="push" /> {t.walls.claim}
    </ScreenLink>
  );
  return (
    <Page title={t.app.walls} actions={actions}>
      {!found && <ErrorBanner error={wallsError.value} retry={loadWalls} />}
      {!found && !wallsError.value && <Spinner />}
      {found && <WebhookNotice />}
      {isMany && (
        <search class="walls-find">
          <Field
            label={t.walls.find}
            type="search"
            value={words.value}
            autocomplete="off"
            onInput={({ currentTarget }) => {
              words.value = currentTarget.value;
            }}
          />
        </search>
      )}
      {isMany && shown.length === 0 && <EmptyState title={t.walls.noneFound} />}
      {found && (
        <ul class={`walls${isMany ? ' walls-many' : all.length <= MAX_LARGE ? ' walls-few' : ''}`}>
          {shown.map((wall, at) => (
            <WallCard key={wall.display.id} wall={wall} lazy={at >= EAGER_PICTURES} />
          ))}
        </ul>
      )}
    </Page>
  );
}

/** Whether all words occur in the display's name. */
function matchesName({ display }: Wall, words: string): boolean {
  const name = display.name.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.includes(word));
}

function WallCard({ wall, lazy }: { wall: Wall; lazy: boolean }) {
  const { display, current, next } = wall;
  return (
    <li class="wall">
      <WallPicture page={current} alt={current ? t.walls.shows(pageTitle(current)) : ''} lazy={lazy} />
      <div class="wall-text">
        <h2>
          <ScreenLink to={`/displays/${display.id}`}>
            <bdi>{display.name}</bdi>
          </ScreenLink>
        </h2>
        <StatusLine wall={wall} />
        {next && <p class="wall-next">{t.walls.next(pageTitle(next))}</p>}
        <PanelFacts wall={wall} />
      </div>
    </li>
  );
}
