import { Button } from '../components/button.tsx';
import { Empty } from '../components/empty.tsx';
import { t } from '../strings/index.ts';

/** Instead of a screen whose script did not come. */
export function LoadFailed() {
  const again = <Button onClick={() => location.reload()}>{t.app.reload}</Button>;
  return <Empty title={t.app.loadFailed} action={again} />;
}
