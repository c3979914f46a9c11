import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { navigate } from '../../base.ts';
import { Spinner } from '../../components/spinner.tsx';
import { t } from '../../strings/index.ts';
import { change, draft } from '../compose/draft.ts';
import { attach } from '../compose/files.tsx';
import { takeShared } from './shared-files.ts';

/** Makes a draft of the data that another application shares; the user checks and sends it. */
export default function Share() {
  const { query } = useLocation();
  useEffect(() => {
    void receive(query).finally(() => navigate('/compose', { replace: true }));
  }, []);
  return <Spinner label={t.app.working} />;
}

async function receive({ title = '', text = '', url = '' }: Record<string, string>): Promise<void> {
  const shared = await takeShared();
  // Phones put an address into the text and also into its own field.
  const own = shared?.url ?? url;
  const said = shared?.text ?? text;
  const words = [said, said.includes(own) ? '' : own].filter((part) => part.trim() !== '').join('\n');
  const name = shared?.title ?? title;
  if (words) change({ text: [draft.value.text, words].filter((part) => part.trim() !== '').join('\n\n') });
  if (name && draft.value.title === '') change({ title: name.slice(0, 200) });
  if (shared && shared.files.length > 0) await attach(shared.files);
}
