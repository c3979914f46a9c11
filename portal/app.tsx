import { useEffect } from 'preact/hooks';
import { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider, useLocation } from 'preact-iso/router';
import { installation } from './api/installation.ts';
import { basePath, navigate, screenPath, setRouter } from './base.ts';
import { Confirmation } from './components/dialog.tsx';
import { Logo } from './components/logo.tsx';
import { Spinner } from './components/spinner.tsx';
import { Toasts } from './components/toasts.tsx';
import { Header } from './frame/header.tsx';
import { OfflineBanner } from './frame/offline-banner.tsx';
import { isPublicScreen, Screens } from './frame/screens.tsx';
import { WorkBar } from './frame/work-bar.tsx';
import { session } from './session/credentials.ts';
import { forgetReturnPath, returnPath, signInPath } from './session/return-path.ts';
import { t } from './strings/index.ts';

/** Links to screens are handled by this page, all others (the docs, `/panel`, a provider) by the browser. */
const literal = basePath.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const SCOPE = new RegExp(
  `^${literal}(?:(?:sign-in|register|reset|displays/|compose|library|settings|claim|share)[^#]*)?(?:[?#].*)?$`,
);

export function App() {
  return (
    <LocationProvider scope={SCOPE}>
      <ErrorBoundary>
        <Frame />
      </ErrorBoundary>
    </LocationProvider>
  );
}

function Frame() {
  const { url, path, route } = useLocation();
  setRouter(route);
  const { state } = session.value;
  const isOpen = isPublicScreen(screenPath(path));
  const hasAccounts = installation.value?.hasAccounts;
  const mustSignIn = state === 'out' && !isOpen;
  const hasSignedIn = state === 'in' && isOpen;
  useEffect(() => {
    if (mustSignIn && hasAccounts !== undefined) navigate(signInPath(url, hasAccounts), { replace: true });
    if (hasSignedIn) {
      navigate(returnPath(), { replace: true });
      forgetReturnPath();
    }
  }, [mustSignIn, hasSignedIn, hasAccounts]);
  // Signed addresses can be rewritten only once the installation is loaded.
  const isReady = hasAccounts !== undefined && state === (isOpen ? 'out' : 'in');
  return (
    <>
      <a class="skip" href="#main">
        {t.app.skip}
      </a>
      <WorkBar />
      {state === 'in' && <Header path={screenPath(path)} />}
      <OfflineBanner />
      <main id="main" tabIndex={-1} class={state === 'out' ? 'is-outside' : undefined}>
        {state === 'out' && (
          <p class="brand">
            <Logo /> {t.app.name}
          </p>
        )}
        {isReady ? <Screens /> : <Spinner label={t.app.connecting} />}
      </main>
      <Toasts />
      <Confirmation />
    </>
  );
}
