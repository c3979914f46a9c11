import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ChangeEvent, Content, Query } from '#client/index.ts';
import { connection } from '../../api/connection.ts';
import { placard } from '../../api/placard.ts';
import { beginTask } from '../../components/running-tasks.ts';
import { onChange } from '../../store/live.ts';
import { entriesBelow, insertNew } from './content-order.ts';

const PAGE_SIZE = 24;

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
  /** Number of entries shown before a reload, which loads at least as many: the scroll position stays. */
  const kept = useRef(0);
  /** True until a load has read every shown entry: then a reload may stop at the first entry that is shown already. */
  const isBehind = useRef(true);
  /** Changes received during a load, whose pages may be older. */
  const missed = useRef<ChangeEvent[]>([]);

  /**
   * Loads pages from the cursor, or from the start, until there are `count` entries. With `stopsAtShown` it ends at a page with
   * an entry that is shown already, and the entries below that stay.
   */
  async function load(from: string | null, count = 0, stopsAtShown = false): Promise<void> {
    const own = new AbortController();
    const begun = round.peek();
    loading.current = own;
    missed.current = [];
    const shown = items.peek() ?? [];
    const overlaps = (found: ReadonlyMap<string, Content>) =>
      stopsAtShown && shown.some(({ id }) => found.has(id));
    const end = beginTask();
    const filter = { limit: PAGE_SIZE, ...(q && { q }), ...(state && { state }), ...(mode && { mode }) };
    try {
      const found = new Map<string, Content>();
      let next = from;
      do {
        const query = { ...filter, ...(next && { cursor: next }) } as Query<'get_api_app_v1_contents'>;
        const page = await placard.contents.list(query, { signal: own.signal });
        if (own.signal.aborted) return;
        for (const content of page.items) found.set(content.id, content);
        next = page.nextCursor;
      } while (next && found.size < count && !overlaps(found));
      const others = from ? (items.peek() ?? []).filter(({ id }) => !found.has(id)) : [];
      const rest = next && overlaps(found) ? entriesBelow(found, items.peek() ?? []) : [];
      items.value = [...others, ...found.values(), ...rest];
      if (rest.length === 0) cursor.value = next;
      error.value = null;
      loads.value += 1;
      loading.current = null;
      // After a reset during this load, everything is read again.
      if (!from && begun === round.peek()) isBehind.current = false;
      for (const change of missed.current) apply(change);
    } catch (problem) {
      if (!own.signal.aborted) error.value = problem;
    } finally {
      end();
      if (loading.current === own) loading.current = null;
    }
  }

  useEffect(() => {
    isBehind.current = true;
  }, [q, state, mode]);
  useEffect(() => {
    void load(null, kept.current, !isBehind.current);
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

  function loadAll(): void {
    isBehind.current = true;
    loadAgain();
  }

  function apply({ event, data }: ChangeEvent): void {
    // While the stream is blocked, a reset comes at intervals.
    if (event === 'reset') {
      if (connection.peek() === 'blocked') loadAgain();
      else loadAll();
    } else if (event === 'content.removed')
      items.value = items.peek()?.filter(({ id }) => id !== data.id) ?? null;
    else if (event === 'content.changed') {
      const known = items.peek()?.some(({ id }) => id === data.id);
      if ((state && data.state !== state) || (mode && data.mode !== mode)) {
        // It does not match the filter any more.
        if (known) items.value = (items.peek() ?? []).filter(({ id }) => id !== data.id);
      } else if (known) items.value = (items.peek() ?? []).map((one) => (one.id === data.id ? data : one));
      // Only the box can match the search. A change during a load is applied again after it.
      else if (q && !loading.current) loadAgain();
      else if (!q) items.value = items.peek() && insertNew(data, items.peek() ?? [], cursor.peek() !== null);
    }
  }

  useEffect(
    () =>
      onChange((change) => {
        if (loading.current && change.event !== 'reset') missed.current.push(change);
        apply(change);
      }),
    [q, state, mode],
  );

  return {
    items: items.value,
    hasMore: cursor.value !== null,
    error: error.value,
    loads: loads.value,
    async loadMore() {
      if (cursor.value && !loading.current) await load(cursor.value);
    },
    reload: loadAll,
  };
}
