import { t } from '../strings/index.ts';

export function Spinner({ label = t.app.loading }: { label?: string }) {
  return (
    <p class="spinner" role="status">
      <span class="spinner-mark" aria-hidden="true" />
      {label}
    </p>
  );
}
