import type { Presentation } from '#client/index.ts';
import { placard } from '../../api/placard.ts';
import { Button } from '../../components/button.tsx';
import { LoadStatus } from '../../components/load-status.tsx';
import { pageTitle } from '../../components/status-words.ts';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.ts';
import { useKeptFocus } from '../../components/use-kept-focus.ts';
import { useLoad } from '../../components/use-load.ts';
import { loadWall } from '../../store/walls.ts';
import { t } from '../../strings/index.ts';
import { PageRow } from './page-row.tsx';

const MAX_LISTED = 50;

/** Reads the queue of a display, in order. */
async function readQueue(displayId: string, signal: AbortSignal): Promise<Presentation[]> {
  const [order, pages] = await Promise.all([
    placard.displays.queue(displayId, { limit: MAX_LISTED }, { signal }),
    placard.presentations.list({ displayId, state: 'queued', limit: MAX_LISTED }, { signal }),
  ]);
  const byId = new Map(pages.items.map((page) => [page.id, page]));
  return order.items.flatMap(({ id }) => byId.get(id) ?? []);
}

export function Queue({ displayId, round }: { displayId: string; round: number }) {
  const kept = useKeptFocus();
  const { data, error, reload } = useLoad((signal) => readQueue(displayId, signal), [displayId, round]);

  async function showNow(page: Presentation) {
    await placard.displays.showQueued(displayId, page.id);
    toast(t.display.showing(pageTitle(page)));
    void reload();
    await loadWall(displayId);
  }
  async function remove(page: Presentation) {
    await placard.displays.dequeue(displayId, page.id);
    toast(t.display.removed(pageTitle(page)));
    void reload();
    await loadWall(displayId);
  }

  return (
    <section {...kept} aria-labelledby="display-next">
      <h2 id="display-next">{t.display.next}</h2>
      <LoadStatus {...{ data, error, reload }} />
      {data?.length === 0 && <p class="display-nothing">{t.display.nothingNext}</p>}
      {data && data.length > 0 && (
        <ol class="page-rows">
          {data.map((page) => (
            <PageRow
              key={page.id}
              page={page}
              note={<Time at={page.createdAt} />}
              actions={
                <>
                  <Button label={t.display.showNowOf(pageTitle(page))} onClick={() => showNow(page)}>
                    {t.display.showNow}
                  </Button>
                  <Button
                    kind="quiet"
                    label={t.display.removeOf(pageTitle(page))}
                    onClick={() => remove(page)}
                  >
                    {t.display.remove}
                  </Button>
                </>
              }
            />
          ))}
        </ol>
      )}
    </section>
  );
}
