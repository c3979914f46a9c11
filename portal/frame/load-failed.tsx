import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { t } from '../strings/index.ts';

/** Shown when the script of a screen could not be loaded. */
export function LoadFailed() {
  const reloadButton = <Button onClick={() => location.reload()}>{t.app.reload}</Button>;
  return <EmptyState title={t.app.loadFailed} action={reloadButton} />;
}
