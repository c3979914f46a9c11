import { useSignal } from '@preact/signals';
import type { Presentation } from '#client/index.ts';
import { placard } from '../../api/placard.ts';
import { Button } from '../../components/button.tsx';
import { LoadStatus } from '../../components/load-status.tsx';
import { pageTitle } from '../../components/status-words.ts';
import { clockTime, Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.ts';
import { useKeptFocus } from '../../components/use-kept-focus.ts';
import { useLoad } from '../../components/use-load.ts';
import { useShown } from '../../components/use-shown.ts';
import { loadWall } from '../../store/walls.ts';
import { t } from '../../strings/index.ts';
import { PageRow } from './page-row.tsx';

const PAGE_SIZE = 12;
/** States before a page is shown. */
const NOT_YET_SHOWN = new Set(['preparing', 'queued', 'published']);

interface HistoryProps {
  displayId: string;
  /** The page that the panel shows now, which the list leaves out. */
  currentId: string | null;
  round: number;
}

/** Earlier pages, newest first, each with a button to show it again. */
export function History({ displayId, currentId, round }: HistoryProps) {
  const kept = useKeptFocus();
  const more = useSignal<Presentation[]>([]);
  const { data, error, reload } = useLoad(
    (signal) => placard.presentations.list({ displayId, limit: PAGE_SIZE }, { signal }),
    [displayId, round],
  );
  const cursor = useSignal<string | null | undefined>(undefined);
  const first = data?.items ?? [];
  const known = new Set(first.map(({ id }) => id));
  const items = [...first, ...more.value.filter(({ id }) => !known.has(id))].filter(
    ({ id, state }) => id !== currentId && !NOT_YET_SHOWN.has(state),
  );
  const shown = useShown(
    displayId,
    items.map(({ id }) => id),
  );
  const nextCursor = cursor.value === undefined ? data?.nextCursor : cursor.value;
  const historyWindow =
    data && 'historyWindowStart' in data ? (data.historyWindowStart as string | null) : null;

  async function showMore() {
    const page = await placard.presentations.list({
      displayId,
      limit: PAGE_SIZE,
      cursor: nextCursor as string,
    });
    more.value = [...more.value, ...page.items];
    cursor.value = page.nextCursor;
  }
  async function showAgain(page: Presentation) {
    await placard.displays.activate(displayId, page.id);
    toast(t.display.showing(pageTitle(page)));
    await loadWall(displayId);
  }

  return (
    <section {...kept} aria-labelledby="display-history">
      <h2 id="display-history">{t.display.history}</h2>
      <LoadStatus {...{ data, error, reload }} />
      {data && items.length === 0 && <p class="display-nothing">{t.display.nothingBefore}</p>}
      {items.length > 0 && (
        <ol class="page-rows">
          {items.map((page) => (
            <PageRow
              key={page.id}
              page={page}
              note={
                page.state === 'failed' ? (
                  t.display.failedPage(page.failure?.message ?? null)
                ) : (
                  <>
                    <Time at={page.createdAt} />
                    {page.state === 'expired' &&
                      shown?.has(page.id) === false &&
                      ` · ${t.display.neverShown}`}
                  </>
                )
              }
              actions={
                shown?.has(page.id) && (
                  <Button label={t.display.showAgainOf(pageTitle(page))} onClick={() => showAgain(page)}>
                    {t.display.showAgain}
                  </Button>
                )
              }
            />
          ))}
        </ol>
      )}
      {nextCursor && <Button onClick={showMore}>{t.app.more}</Button>}
      {!nextCursor && historyWindow && (
        <p class="display-nothing">{t.display.historyWindow(clockTime(historyWindow))}</p>
      )}
    </section>
  );
}
