import type { Content, Presentation, Wall } from '#client/index.ts';
import { localUrl } from '../../api/installation.ts';
import { placard } from '../../api/placard.ts';
import { navigate } from '../../base.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorBanner } from '../../components/error-banner.tsx';
import { Icon } from '../../components/icon.tsx';
import { ScreenLink } from '../../components/link.tsx';
import { Page } from '../../components/page.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { waitsUntil } from '../../components/status-words.ts';
import { clockTime, Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.ts';
import { useShown } from '../../components/use-shown.ts';
import { WallPicture } from '../../components/wall-picture.tsx';
import { contents, presentations } from '../../store/caches.ts';
import { displays } from '../../store/displays.ts';
import { walls } from '../../store/walls.ts';
import { t } from '../../strings/index.ts';
import { nameOf } from './library-item.tsx';
import { PlanReasons } from './plan-reasons.tsx';

/** One Content: what was pushed, its pages, and why they look as they do. */
export default function ContentScreen({ id }: { id: string }) {
  const { value: content, isGone, error } = contents.watch(id).value;
  const back = { to: '/library', label: t.library.title };
  if (isGone)
    return (
      <Page title={t.library.title} back={back}>
        <EmptyState title={t.errors.content_not_found} />
      </Page>
    );
  if (!content)
    return (
      <Page title={error ? t.library.title : t.app.loading} back={back}>
        {error ? <ErrorBanner error={error} retry={() => contents.reload(id)} /> : <Spinner />}
      </Page>
    );
  const pages = content.presentationIds.flatMap((one) => presentations.watch(one).value.value ?? []);
  const name = nameOf(content, pages[0]?.title ?? null);
  return (
    <Page title={name} back={back} actions={<RemoveButton content={content} name={name} />}>
      <p class="content-facts">
        {t.library.states[content.state]} · {content.mode ? t.library.modes[content.mode] : t.library.stored}{' '}
        · {t.library.pushed} <Time at={content.createdAt} />
      </p>
      {content.failure && <ErrorBanner error={content.failure.message} />}
      {content.processing.warnings.map(({ message }) => (
        <p key={message} class="content-warning">
          {message}
        </p>
      ))}
      <div class="content">
        {pages.length > 0 && (
          <section aria-labelledby="pages">
            <h2 id="pages">{t.library.pages}</h2>
            <ul class="content-pages">
              {pages.map((page) => (
                <PageItem key={page.id} page={page} />
              ))}
            </ul>
          </section>
        )}
        <div class="content-side">
          <section aria-labelledby="assets">
            <h2 id="assets">{t.library.assets}</h2>
            {content.intent && (
              <p class="content-intent">
                {t.library.intent} {content.intent}
              </p>
            )}
            <ul class="content-assets">
              {content.assets.map((asset) => (
                <AssetItem key={asset.assetIndex} contentId={content.id} asset={asset} />
              ))}
            </ul>
          </section>
          {content.analysisIds.map((analysisId) => (
            <PlanReasons key={analysisId} analysisId={analysisId} pages={pages} />
          ))}
        </div>
      </div>
    </Page>
  );
}

function RemoveButton({ content, name }: { content: Content; name: string }) {
  return (
    <Button
      kind="danger"
      ask={{
        title: t.library.removeTitle,
        text: t.library.removeText(name),
        action: t.library.remove,
        danger: true,
      }}
      onClick={async () => {
        await placard.contents.delete(content.id);
        toast(t.library.removed);
        navigate('/library', { replace: true });
      }}
    >
      <Icon name="trash" /> {t.library.remove}
    </Button>
  );
}

function PageItem({ page }: { page: Presentation }) {
  const { id, displayId, title, state, failure } = page;
  const display = displayId ? displays.value?.get(displayId) : null;
  const shown = useShown(display?.id ?? null, [id]);
  return (
    <li class="content-page">
      <WallPicture page={page} alt={title ?? t.app.untitled} empty={t.library.pageStates[state]} />
      <p>
        {display ? (
          <ScreenLink to={`/displays/${display.id}`}>
            <bdi>{display.name}</bdi>
          </ScreenLink>
        ) : (
          t.library.noDisplay
        )}{' '}
        · {pageState(page, shown?.has(id) ?? false, walls.value?.get(displayId ?? '')?.status)}
      </p>
      {failure && <p class="content-warning">{failure.message}</p>}
      {display && shown?.has(id) && display.currentPresentationId !== id && (
        <Button
          onClick={async () => {
            await placard.displays.activate(display.id, id);
            toast(t.library.shownAgain(display.name));
          }}
        >
          {t.library.showAgain}
        </Button>
      )}
    </li>
  );
}

/** The state of a page in words. */
function pageState({ state }: Presentation, wasShown: boolean, wall: Wall['status'] | undefined): string {
  const quiet = state === 'queued' && wall && waitsUntil(wall);
  if (quiet) return t.library.quiet(clockTime(quiet));
  return state === 'expired' && wasShown ? t.library.wasShown : t.library.pageStates[state];
}

function AssetItem({ contentId, asset }: { contentId: string; asset: Content['assets'][number] }) {
  const { assetIndex, type, text, url, filename, uploadState } = asset;
  return (
    <li class="content-asset">
      <Icon name={type} />
      {text !== null && (
        <p class="content-text" dir="auto">
          {text}
        </p>
      )}
      {url !== null && (
        <a href={url} rel="noopener noreferrer" target="_blank">
          {url}
        </a>
      )}
      {filename !== null && (
        <p>
          <bdi>{filename}</bdi>
        </p>
      )}
      {filename !== null && uploadState === 'uploaded' && (
        <Button
          kind="quiet"
          label={t.library.downloadOf(filename)}
          onClick={async () => {
            const original = await placard.contents.original(contentId, assetIndex);
            location.assign(localUrl(original.url));
          }}
        >
          {t.library.download}
        </Button>
      )}
    </li>
  );
}
