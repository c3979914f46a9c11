import { Page } from '../../components/page.tsx';
import { displays } from '../../store/displays.ts';
import { t } from '../../strings/index.ts';

export default function DisplayScreen({ id }: { id: string }) {
  return (
    <Page title={displays.value?.get(id)?.name ?? t.app.loading} back={{ to: '/', label: t.app.walls }} />
  );
}
