import { useRef } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { toast } from '../../components/toast.ts';
import { beginWork } from '../../components/work.ts';
import { t } from '../../strings/index.ts';
import { addFiles, draft, dropFile } from './draft.ts';
import { ACCEPTED, MAX_FILES, takeFiles } from './take-files.ts';

/** Adds files to the draft; shows a toast for each that cannot be used. */
export async function take(files: File[]): Promise<void> {
  const room = MAX_FILES - draft.value.files.length;
  const { files: taken, refused } = await takeFiles(files, room).finally(beginWork());
  if (taken.length > 0) addFiles(taken);
  for (const reason of refused) toast(reason, { kind: 'error' });
}

/** Buttons that pick files or take a photograph. */
export function FileButtons() {
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const picked = async ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const chosen = [...(currentTarget.files ?? [])];
    currentTarget.value = '';
    await take(chosen);
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

/** The files of the draft, each with a button to remove it. */
export function FileList() {
  const { files } = draft.value;
  if (files.length === 0) return null;
  return (
    <ul class="compose-files" aria-label={t.compose.files}>
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
