import { t } from '../strings/index.ts';
import { Button } from './button.tsx';
import { explain } from './explain.ts';

/** An error and what to do, announced at once. Renders nothing without an error. */
export function ErrorBanner({ error, retry }: { error: unknown; retry?: () => unknown }) {
  if (error === null || error === undefined) return null;
  return (
    <div class="banner banner-error" role="alert">
      <p>{typeof error === 'string' ? error : explain(error)}</p>
      {retry && <Button onClick={retry}>{t.app.retry}</Button>}
    </div>
  );
}
