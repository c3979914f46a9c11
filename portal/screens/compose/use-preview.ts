import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Preview } from '#client/index.ts';
import { isReachable } from '../../api/connection.ts';
import { placard } from '../../api/placard.ts';
import { draft, inputsOf, isEmpty, modeOf } from './draft.ts';

/** Pause in typing after which the preview is drawn again. */
const TYPING_PAUSE_MS = 700;

export interface PreviewState {
  /** Preview of the draft, or of its previous state while that is redrawn. */
  preview: Preview | null;
  isDrawing: boolean;
  error: unknown;
}

/** The pages of the draft as panels will show them, drawn again after each change. */
export function usePreview(): PreviewState {
  const preview = useSignal<Preview | null>(null);
  const isDrawing = useSignal(false);
  const error = useSignal<unknown>(null);
  const round = useSignal(0);
  const { text, title, files, display, isAsIs } = draft.value;
  // Repeats a failed preview when the box responds again.
  useSignalEffect(() => {
    if (isReachable.value && error.peek()) round.value = round.peek() + 1;
  });
  useEffect(() => {
    if (isEmpty.value) {
      preview.value = null;
      error.value = null;
      return;
    }
    const controller = new AbortController();
    isDrawing.value = true;
    const timer = setTimeout(() => void draw(controller.signal), preview.peek() ? TYPING_PAUSE_MS : 250);
    return () => {
      clearTimeout(timer);
      controller.abort();
      isDrawing.value = false;
    };
  }, [text, title, files, display, isAsIs, round.value]);

  async function draw(signal: AbortSignal): Promise<void> {
    const now = draft.peek();
    try {
      const mode = modeOf(now);
      const drawn = await placard.preview(inputsOf(now), {
        ...(now.display && { display: now.display, mode }),
        ...(now.title.trim() && { title: now.title.trim() }),
        timeoutMs: 60_000,
        maxRetries: 0,
        signal,
      });
      preview.value = drawn;
      error.value = null;
    } catch (problem) {
      if (!signal.aborted) error.value = problem;
    } finally {
      if (!signal.aborted) isDrawing.value = false;
    }
  }
  return { preview: preview.value, isDrawing: isDrawing.value, error: error.value };
}
