import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { Content } from '#client/index.ts';
import { href, screenPath } from '../../base.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorBanner } from '../../components/error-banner.tsx';
import { Field, Select } from '../../components/field.tsx';
import { ScreenLink } from '../../components/link.tsx';
import { Page } from '../../components/page.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { useKeptFocus } from '../../components/use-kept-focus.ts';
import { t } from '../../strings/index.ts';
import { LibraryItem } from './library-item.tsx';
import { useContentList } from './use-content-list.ts';

const STATES = ['ready', 'processing', 'pending', 'failed'] as const;
const MODES = ['auto', 'manual', 'hardcode'] as const;
const TYPING_PAUSE_MS = 250;

type Filter = { q: string; state: string; mode: string };

/** All Contents, newest first, with search while typing and more on scrolling. */
export default function Library() {
  const { query, route } = useLocation();
  const { q = '', state = '', mode = '' } = query as Partial<Filter>;
  const words = useSignal(q);
  const { items, hasMore, error, loads, loadMore, reload } = useContentList({ q, state, mode });
  const kept = useKeptFocus();
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (words.value === q) return;
    const timer = setTimeout(() => {
      // The user may have opened a result meanwhile.
      if (screenPath(location.pathname) === '/library') show({ q: words.value, state, mode });
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words.value]);
  useEffect(() => {
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && loadMore(), {
      rootMargin: '600px',
    });
    if (end.current) seen.observe(end.current);
    return () => seen.disconnect();
    // Observed again after each load: the browser reports an end that stays in view only once.
  }, [loads, hasMore]);

  /** Puts the filter into the address, so that going back shows the same list. */
  function show(filter: Filter): void {
    const chosen = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''));
    route(href(`/library${chosen.size > 0 ? `?${chosen}` : ''}`), true);
  }

  return (
    <Page title={t.library.title}>
      <search class="library-filters">
        <Field
          label={t.library.search}
          type="search"
          value={words.value}
          maxLength={500}
          autocomplete="off"
          onInput={({ currentTarget }) => {
            words.value = currentTarget.value;
          }}
        />
        <Select
          label={t.library.state}
          value={state}
          options={[
            { value: '', label: t.library.anyState },
            ...STATES.map((value) => ({ value, label: t.library.states[value] })),
          ]}
          onChange={({ currentTarget }) => show({ q, state: currentTarget.value, mode })}
        />
        <Select
          label={t.library.mode}
          value={mode}
          options={[
            { value: '', label: t.library.anyMode },
            ...MODES.map((value) => ({ value, label: t.library.modes[value] })),
          ]}
          onChange={({ currentTarget }) => show({ q, state, mode: currentTarget.value })}
        />
      </search>
      <ErrorBanner error={error} retry={reload} />
      <p class="visually-hidden" role="status">
        {items && (items.length > 0 || !hasMore) ? t.library.found(items.length, hasMore) : ''}
      </p>
      <section {...kept} aria-label={t.library.entries}>
        <List
          items={items}
          hasMore={hasMore}
          isFiltered={q !== '' || state !== '' || mode !== ''}
          hasError={error !== null}
        />
      </section>
      <div ref={end}>{hasMore && items && <Button onClick={loadMore}>{t.app.more}</Button>}</div>
    </Page>
  );
}

function List({
  items,
  hasMore,
  isFiltered,
  hasError,
}: {
  items: Content[] | null;
  hasMore: boolean;
  isFiltered: boolean;
  hasError: boolean;
}) {
  // All entries that were loaded may have left the filter while there are more.
  if (!items || (items.length === 0 && hasMore)) return hasError ? null : <Spinner />;
  if (items.length === 0 && isFiltered)
    return <EmptyState title={t.library.nothingFound} text={t.library.nothingFoundText} />;
  if (items.length === 0)
    return (
      <EmptyState
        title={t.library.empty}
        text={t.library.emptyText}
        action={
          <ScreenLink class="button button-primary" to="/compose">
            {t.library.pushFirst}
          </ScreenLink>
        }
      />
    );
  return (
    <ul class="library-list">
      {items.map((content) => (
        <LibraryItem key={content.id} content={content} />
      ))}
    </ul>
  );
}
