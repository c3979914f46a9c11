import type { ComponentType } from 'preact';
import lazy from 'preact-iso/lazy';
import { Router } from 'preact-iso/router';
import { href } from '../base.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { ScreenLink } from '../components/link.tsx';
import { Page } from '../components/page.tsx';
import { beginTask } from '../components/running-tasks.ts';
import { screens } from '../routes.ts';
import { t } from '../strings/index.ts';
import { LoadFailed } from './load-failed.tsx';

/** Scripts may fail to load: a new version of the box has others, or the network is down. */
const orFailure = (load: () => Promise<{ default: ComponentType<never> }>) => () =>
  load().catch(() => ({ default: LoadFailed as ComponentType<never> }));

const shown = screens.map(({ path, load }) => ({
  path: href(path),
  component: lazy(orFailure(load)) as unknown as ComponentType<{ path: string }>,
}));
const open = new Set(screens.filter(({ isOpen }) => isOpen).map(({ path }) => path));

export function isPublicScreen(path: string): boolean {
  return open.has(path);
}

/** While the script of a screen loads, the previous screen stays. */
let endOfLoad: (() => void) | null = null;

function loadStarts(): void {
  endOfLoad ??= beginTask();
}

function loadEnds(): void {
  endOfLoad?.();
  endOfLoad = null;
}

/** The screen of the present address. */
export function Screens() {
  return (
    <Router onLoadStart={loadStarts} onLoadEnd={loadEnds}>
      {[
        ...shown.map(({ path, component: Screen }) => <Screen key={path} path={path} />),
        <NotFound key="" default />,
      ]}
    </Router>
  );
}

function NotFound(_: { default: true }) {
  return (
    <Page title={t.app.name}>
      <EmptyState title={t.app.notFound} action={<ScreenLink to="/">{t.app.toWalls}</ScreenLink>} />
    </Page>
  );
}
