import { t } from '../strings/index.ts';
import { Button } from './button.tsx';
import { dismiss, toasts } from './toast.ts';

/** The container of toasts, rendered from the start so that screen readers watch it. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, kind, action }) => (
        <div key={id} class={`toast toast-${kind}`}>
          <span class="toast-text">{text}</span>
          {action && (
            <Button
              kind="quiet"
              onClick={async () => {
                dismiss(id);
                await action.run();
              }}
            >
              {action.label}
            </Button>
          )}
          <Button kind="quiet" label={t.app.close} onClick={() => dismiss(id)}>
            <span aria-hidden="true">×</span>
          </Button>
        </div>
      ))}
    </div>
  );
}
