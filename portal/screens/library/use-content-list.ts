import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Content, Query } from '#client/index.ts';
import { placard } from '../../api/placard.ts';
import { beginWork } from '../../components/work.ts';
import { connection } from '../../store/connection.ts';
import { onChange } from '../../store/live.ts';

const PAGE = 24;

export interface ContentList {
  items: Content[] | null;
  hasMore: boolean;
  error: unknown;
  /** Number of successful loads: a failed one is not repeated automatically. */
  loads: number;
  loadMore(): Promise<void>;
  reload(): void;
}

/** Contents by filter, loaded page by page and updated by the event stream. */
export function useContentList({ q, state, mode }: { q: string; state: string; mode: string }): ContentList {
  const items = useSignal<Content[] | null>(null);
  const cursor = useSignal<string | null>(null);
  const error = useSignal<unknown>(null);
  const round = useSignal(0);
  const loads = useSignal(0);
  const loading = useRef<AbortController | null>(null);
  const isFiltered = q !== '' || state !== '' || mode !== '';

  async function load(from: string | null): Promise<void> {
    const own = new AbortController();
    loading.current = own;
    const end = beginWork();
    const filter = {
      limit: PAGE,
      ...(q && { q }),
      ...(state && { state }),
      ...(mode && { mode }),
      ...(from && { cursor: from }),
    } as Query<'get_api_app_v1_contents'>;
    try {
      const page = await placard.contents.list(filter, { signal: own.signal });
      if (own.signal.aborted) return;
      const known = from ? (items.peek() ?? []) : [];
      const ids = new Set(known.map(({ id }) => id));
      items.value = [...known, ...page.items.filter(({ id }) => !ids.has(id))];
      cursor.value = page.nextCursor;
      error.value = null;
      loads.value += 1;
    } catch (problem) {
      if (!own.signal.aborted) error.value = problem;
    } finally {
      end();
      if (loading.current === own) loading.current = null;
    }
  }

  useEffect(() => {
    void load(null);
    return () => {
      loading.current?.abort();
      loading.current = null;
    };
  }, [q, state, mode, round.value]);

  useEffect(
    () =>
      onChange(({ event, data }) => {
        // What has been scrolled to is not taken away for the sake of a look every few seconds.
        if (event === 'reset' && !(connection.peek() === 'blocked' && (items.peek()?.length ?? 0) > PAGE))
          round.value += 1;
        else if (event === 'content.removed')
          items.value = items.peek()?.filter(({ id }) => id !== data.id) ?? null;
        else if (event === 'content.changed') {
          const known = items.peek()?.some(({ id }) => id === data.id);
          if (known) items.value = (items.peek() ?? []).map((one) => (one.id === data.id ? data : one));
          else if (isFiltered) round.value += 1;
          else items.value = items.peek() && withNew(data, items.peek() ?? [], cursor.peek() !== null);
        }
      }),
    [isFiltered],
  );

  return {
    items: items.value,
    hasMore: cursor.value !== null,
    error: error.value,
    loads: loads.value,
    async loadMore() {
      if (cursor.value && !loading.current) await load(cursor.value);
    },
    reload() {
      round.value += 1;
    },
  };
}

/** The list with a new Content at its place, newest first. One beyond the loaded end is left out. */
function withNew(content: Content, items: Content[], hasMore: boolean): Content[] {
  const place = items.findIndex(({ createdAt }) => createdAt <= content.createdAt);
  if (place === -1) return hasMore ? items : [...items, content];
  return items.toSpliced(place, 0, content);
}
