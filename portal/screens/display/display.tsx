import { useEffect } from 'preact/hooks';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorBanner } from '../../components/error-banner.tsx';
import { Icon } from '../../components/icon.tsx';
import { ScreenLink } from '../../components/link.tsx';
import { Page } from '../../components/page.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { useLoad } from '../../components/use-load.ts';
import { displays } from '../../store/displays.ts';
import { loadWall, walls } from '../../store/walls.ts';
import { t } from '../../strings/index.ts';
import { CurrentPicture } from './current-picture.tsx';
import { DisplayLog } from './display-log.tsx';
import { DisplaySettingsForm } from './display-settings.tsx';
import { History } from './history.tsx';
import { Queue } from './queue.tsx';
import { useDisplayChanges } from './use-display-changes.ts';

const back = { to: '/', label: t.app.walls };

/** One display: present picture, queue, history, log and settings. */
export default function DisplayScreen({ id }: { id: string }) {
  const wall = walls.value?.get(id);
  const { error, reload } = useLoad(() => loadWall(id), [id]);
  const round = useDisplayChanges(id);
  const isGone = walls.value !== null && !wall && !error;
  useEffect(() => {
    if (wall) document.title = `${wall.display.name} · ${t.app.name}`;
  }, [wall?.display.name]);
  if (!wall) {
    return (
      <Page title={displays.value?.get(id)?.name ?? t.app.name} back={back}>
        {error ? <ErrorBanner error={error} retry={reload} /> : isGone ? <Gone /> : <Spinner />}
      </Page>
    );
  }
  const push = (
    <ScreenLink to={`/compose?display=${id}`} class="button button-primary">
      <Icon name="push" /> {t.display.push}
    </ScreenLink>
  );
  return (
    <Page title={wall.display.name} back={back} actions={push}>
      <div class="display">
        <CurrentPicture wall={wall} />
        <div class="display-side">
          <Queue displayId={id} round={round} />
          <History displayId={id} currentId={wall.current?.id ?? null} round={round} />
          <DisplayLog displayId={id} round={round} />
          <DisplaySettingsForm display={wall.display} />
        </div>
      </div>
    </Page>
  );
}

function Gone() {
  return <EmptyState title={t.display.gone} action={<ScreenLink to="/">{t.app.toWalls}</ScreenLink>} />;
}
