import type { Wall } from '#client/index.ts';
import { statusWords } from './status-words.ts';

/** Whether a display shows what it should, or the reason why not. */
export function StatusLine({ wall }: { wall: Wall }) {
  const { text, tone } = statusWords(wall);
  return (
    <p class={`status status-${tone}`}>
      <span class="status-mark" aria-hidden="true" />
      <span>{text}</span>
    </p>
  );
}
