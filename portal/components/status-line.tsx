import type { Wall } from '#client/index.ts';
import { statusWords } from './status-words.ts';

/** Whether a wall shows what it should, and why it does not. */
export function StatusLine({ wall }: { wall: Wall }) {
  const { text, tone } = statusWords(wall);
  return (
    <p class={`status status-${tone}`}>
      <span class="status-mark" aria-hidden="true" />
      <span>{text}</span>
    </p>
  );
}
