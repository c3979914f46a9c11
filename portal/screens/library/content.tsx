import type { Analysis, Content, Presentation } from '#client/index.ts';
import { placard } from '../../api/placard.ts';
import { navigate } from '../../base.ts';
import { Button } from '../../components/button.tsx';
import { confirmDialog } from '../../components/dialog.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorBanner } from '../../components/error-banner.tsx';
import { Icon } from '../../components/icon.tsx';
import { A } from '../../components/link.tsx';
import { Page } from '../../components/page.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.ts';
import { WallPicture } from '../../components/wall-picture.tsx';
import { displays } from '../../store/displays.ts';
import { contents, presentations } from '../../store/things.ts';
import { t } from '../../strings/index.ts';
import { nameOf } from './library-item.tsx';
import { Why } from './why.tsx';

/** One Content: what was pushed, the pages that came of it, and why they are as they are. */
export default function ContentScreen({ id }: { id: string }) {
  const { value: content, isGone } = contents.look(id).value;
  const back = { to: '/library', label: t.library.title };
  if (isGone)
    return (
      <Page title={t.library.title} back={back}>
        <Empty title={t.errors.content_not_found} />
      </Page>
    );
  if (!content)
    return (
      <Page title={t.app.loading} back={back}>
        <Spinner />
      </Page>
    );
  const pages = content.presentationIds.flatMap((one) => presentations.look(one).value.value ?? []);
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
      <section aria-labelledby="assets">
        <h2 id="assets">{t.library.assets}</h2>
        {content.intent && (
          <p class="content-intent">
            {t.library.intent} {content.intent}
          </p>
        )}
        <ul class="content-assets">
          {content.assets.map((asset) => (
            <AssetItem key={asset.assetIndex} asset={asset} />
          ))}
        </ul>
      </section>
      {content.analysisIds.map((analysisId) => (
        <Why key={analysisId} analysisId={analysisId} pages={pages} />
      ))}
    </Page>
  );
}

export type { Analysis };

function RemoveButton({ content, name }: { content: Content; name: string }) {
  return (
    <Button
      kind="danger"
      onClick={async () => {
        const agreed = await confirmDialog({
          title: t.library.removeTitle,
          text: t.library.removeText(name),
          action: t.library.remove,
          danger: true,
        });
        if (!agreed) return;
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
  const { id, displayId, image, title, state, failure } = page;
  const name = displayId ? displays.value?.get(displayId)?.name : null;
  const wasShown = displayId !== null && (state === 'expired' || state === 'confirmed');
  return (
    <li class="content-page">
      <WallPicture
        image={image}
        alt={title ?? t.app.untitled}
        empty={t.library.pageStates[state]}
        onFailed={() => presentations.reload(id)}
      />
      <p>
        {displayId && name ? <A to={`/displays/${displayId}`}>{name}</A> : t.library.noDisplay} ·{' '}
        {t.library.pageStates[state]}
      </p>
      {failure && <p class="content-warning">{failure.message}</p>}
      {wasShown && name && displays.value?.get(displayId)?.currentPresentationId !== id && (
        <Button
          onClick={async () => {
            await placard.displays.activate(displayId, id);
            toast(t.library.shownAgain(name));
          }}
        >
          {t.library.showAgain}
        </Button>
      )}
    </li>
  );
}

function AssetItem({ asset }: { asset: Content['assets'][number] }) {
  const { type, text, url, filename } = asset;
  return (
    <li class="content-asset">
      <Icon name={type} />
      {text !== null && <p class="content-text">{text}</p>}
      {url !== null && (
        <a href={url} rel="noopener noreferrer" target="_blank">
          {url}
        </a>
      )}
      {filename !== null && <p>{filename}</p>}
    </li>
  );
}
