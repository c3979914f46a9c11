import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Content, Query } from '#client/index.ts';
import { placard } from '../../api/placard.ts';
import { beginWork } from '../../components/work.ts';
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
  /** How many entries were shown when a change asked for the list again: what has been scrolled to stays. */
  const kept = useRef(0);
  const isFiltered = q !== '' || state !== '' || mode !== '';

  /** From the cursor, or from the start; page by page until there are `count` entries. */
  async function load(from: string | null, count = 0): Promise<void> {
    const own = new AbortController();
    loading.current = own;
    const end = beginWork();
    const filter = {
      limit: PAGE,
      ...(q && { q }),
      ...(state && { state }),
      ...(mode && { mode }),
    };
    try {
      const found = new Map<string, Content>();
      let next = from;
      do {
        const query = { ...filter, ...(next && { cursor: next }) } as Query<'get_api_app_v1_contents'>;
        const page = await placard.contents.list(query, { signal: own.signal });
        if (own.signal.aborted) return;
        for (const content of page.items) found.set(content.id, content);
        next = page.nextCursor;
      } while (next && found.size < count);
      const known = from ? (items.peek() ?? []) : [];
      items.value = [...known.filter(({ id }) => !found.has(id)), ...found.values()];
      cursor.value = next;
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
    void load(null, kept.current);
    kept.current = 0;
    return () => {
      loading.current?.abort();
      loading.current = null;
    };
  }, [q, state, mode, round.value]);

  function loadAgain(): void {
    kept.current = Math.max(kept.current, items.peek()?.length ?? 0);
    round.value += 1;
  }

  useEffect(
    () =>
      onChange(({ event, data }) => {
        if (event === 'reset') loadAgain();
        else if (event === 'content.removed')
          items.value = items.peek()?.filter(({ id }) => id !== data.id) ?? null;
        else if (event === 'content.changed') {
          const known = items.peek()?.some(({ id }) => id === data.id);
          if (known) items.value = (items.peek() ?? []).map((one) => (one.id === data.id ? data : one));
          else if (isFiltered) loadAgain();
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
