import { useEffect, useRef } from 'preact/hooks';
import type { Content } from '#client/index.ts';
import { Button } from '../../components/button.tsx';
import { ScreenLink } from '../../components/link.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { waitsUntil } from '../../components/status-words.ts';
import { clockTime } from '../../components/time.tsx';
import { contents, presentations } from '../../store/caches.ts';
import { displays } from '../../store/displays.ts';
import { walls } from '../../store/walls.ts';
import { t } from '../../strings/index.ts';
import { areOver, outcomeOf, type Page, useWasShown } from './outcome.ts';
import { SentPages } from './preview.tsx';
import { justSent, type Sent, undoPush } from './sent.ts';

const STEPS = ['received', 'read', 'drawn', 'shown'] as const;

/** The progress of a push, from the event stream. Scrolls into view and takes the focus after sending. */
export function Progress({ sent }: { sent: Sent }) {
  const { value: content, isGone } = contents.watch(sent.contentId).value;
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (justSent.peek() !== sent.contentId) return;
    justSent.value = null;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    card.current?.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth' });
    card.current?.focus({ preventScroll: true });
  }, []);
  if (isGone) return null;
  return (
    <section ref={card} class="compose-sent" aria-label={t.compose.sent} tabIndex={-1}>
      {content ? <Stages sent={sent} content={content} /> : <Spinner label={t.app.working} />}
    </section>
  );
}

function Stages({ sent, content }: { sent: Sent; content: Content }) {
  const pages = content.presentationIds.map((id) => presentations.watch(id).value.value);
  const wasShown = useWasShown(pages);
  const failure = failureOf(content, pages);
  const done = stepsDone(content, pages, wasShown);
  const isOver = failure !== null || areOver(pages);
  const outcome = failure === null && isOver && outcomeOf(pages, wasShown);
  return (
    <>
      <SentPages pages={pages} preview={sent.preview} />
      <div class="compose-sent-words">
        <h2>
          <bdi>{content.title ?? pages.find((page) => page?.title)?.title ?? t.compose.sent}</bdi>
        </h2>
        <ol class="compose-steps" aria-live="polite">
          {STEPS.map((step, at) => (
            <li key={step} class={at < done ? 'is-done' : at === done && !isOver ? 'is-now' : ''}>
              {t.compose.steps[step]}
              {at === done && !isOver && <span class="compose-step-now"> {detail(content, pages)}</span>}
            </li>
          ))}
        </ol>
        {failure && (
          <p class="compose-failure" role="alert">
            {failure}
          </p>
        )}
        <div class="compose-sent-actions">
          {outcome && <p class={done === STEPS.length ? 'compose-done' : undefined}>{outcome}</p>}
          {!isOver && <Button onClick={() => undoPush(sent)}>{t.app.undo}</Button>}
          <ScreenLink to={`/library/${content.id}`}>{t.compose.details}</ScreenLink>
        </div>
      </div>
    </>
  );
}

function failureOf(content: Content, pages: Page[]): string | null {
  if (content.failure) return content.failure.message;
  const failed = pages.find((page) => page?.state === 'failed');
  return failed ? (failed.failure?.message ?? t.compose.failed) : null;
}

function stepsDone(content: Content, pages: Page[], wasShown: Set<string> | null): number {
  if (areOver(pages) && pages.some((page) => page?.state === 'confirmed' || wasShown?.has(page?.id ?? '')))
    return 4;
  if (pages.length > 0 && pages.every((page) => page && page.state !== 'preparing')) return 3;
  const { stage } = content.processing;
  if (stage === 'routing' || stage === 'creating_presentations' || stage === 'complete') return 2;
  return 1;
}

/** The present activity, in words. */
function detail(content: Content, pages: Page[]): string {
  const page = pages.find((one) => one && one.state !== 'confirmed');
  if (page?.state === 'published') return t.compose.stages.published;
  if (page?.state === 'queued') {
    const display = page.displayId ? displays.value?.get(page.displayId) : null;
    if (display && !display.online) return t.compose.stages.away(display.name);
    const wall = display && walls.value?.get(display.id);
    const quiet = wall && waitsUntil(wall.status);
    return quiet ? t.compose.stages.quiet(clockTime(quiet)) : t.compose.stages.queued;
  }
  const { stage } = content.processing;
  return stage === 'fetching_links' ? t.compose.stages.fetching_links : '';
}
