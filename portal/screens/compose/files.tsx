import { useRef } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { beginTask } from '../../components/running-tasks.ts';
import { toast } from '../../components/toast.ts';
import { useKeptFocus } from '../../components/use-kept-focus.ts';
import { t } from '../../strings/index.ts';
import { addFiles, type Draft, draft, dropFile } from './draft.ts';
import { ACCEPTED, MAX_FILES, prepareFiles } from './prepare-files.ts';

/** Adds files to the draft; shows a toast for each that cannot be used. */
export async function attach(files: File[]): Promise<void> {
  const room = MAX_FILES - draft.value.files.length;
  const { files: taken, refused } = await prepareFiles(files, room).finally(beginTask());
  if (taken.length > 0) addFiles(taken);
  for (const reason of refused) toast(reason, { kind: 'error' });
}

/** The files of the draft, and the buttons that add some. */
export function Files() {
  const kept = useKeptFocus();
  const { files } = draft.value;
  return (
    <section class="compose-attached" aria-label={t.compose.files} {...kept}>
      <FileButtons />
      {files.length > 0 && <FileList files={files} />}
    </section>
  );
}

/** Buttons that pick files or take a photograph. */
function FileButtons() {
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const picked = async ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const chosen = [...(currentTarget.files ?? [])];
    currentTarget.value = '';
    await attach(chosen);
  };
  return (
    <div class="compose-add">
      <Button onClick={() => files.current?.click()}>
        <Icon name="image" /> {t.compose.addFiles}
      </Button>
      <Button class="compose-camera" onClick={() => camera.current?.click()}>
        <Icon name="camera" /> {t.compose.camera}
      </Button>
      <input ref={files} type="file" hidden multiple accept={ACCEPTED} onChange={picked} />
      <input ref={camera} type="file" hidden accept="image/jpeg" capture="environment" onChange={picked} />
    </div>
  );
}

/** Each with a button to remove it. */
function FileList({ files }: Pick<Draft, 'files'>) {
  return (
    <ul class="compose-files">
      {files.map(({ id, file, url }) => (
        <li key={id}>
          {url ? <img src={url} alt="" /> : <Icon name="file" />}
          <bdi class="compose-file-name">{file.name}</bdi>
          <Button kind="quiet" label={t.compose.removeFile(file.name)} onClick={() => dropFile(id)}>
            <Icon name="close" />
          </Button>
        </li>
      ))}
    </ul>
  );
}
