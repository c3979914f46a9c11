import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { attach } from './files.tsx';

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/**
 * Attaches files that are pasted or dropped anywhere in the window: nothing has the focus when a screen opens, and a browser
 * opens a file that is dropped beside a place for it. Returns whether files are being dragged over the window.
 */
export function useGivenFiles(): boolean {
  const isDropping = useSignal(false);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const allowDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      isDropping.value = true;
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) isDropping.value = false;
    };
    const take = (event: Event, data: DataTransfer | null) => {
      const files = [...(data?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      void attach(files);
    };
    const drop = (event: DragEvent) => {
      isDropping.value = false;
      if (hasFiles(event)) event.preventDefault();
      take(event, event.dataTransfer);
    };
    document.addEventListener('dragover', allowDrop, { signal });
    document.addEventListener('dragleave', leave, { signal });
    document.addEventListener('drop', drop, { signal });
    document.addEventListener('paste', (event) => take(event, event.clipboardData), { signal });
    return () => listening.abort();
  }, []);
  return isDropping.value;
}
