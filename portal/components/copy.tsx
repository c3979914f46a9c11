import { t } from '../strings/index.ts';
import { Button } from './button.tsx';
import { toast } from './toast.ts';

/** Copies text, also over plain http, where pages have no clipboard API. @returns whether it was copied */
async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'copy-source';
  // Inside an open dialog, because nothing outside can be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  return isCopied;
}

export function CopyButton({ text, label = t.app.copy }: { text: string; label?: string }) {
  return (
    <Button
      onClick={async () =>
        (await copyText(text)) ? toast(t.app.copied) : toast(t.app.copyFailed, { kind: 'error' })
      }
    >
      {label}
    </Button>
  );
}
