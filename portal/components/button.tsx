import type { ComponentChildren, TargetedMouseEvent } from 'preact';
import { confirm, type Question } from './confirm.ts';
import { explain } from './explain.ts';
import { toast } from './toast.ts';
import { useAction } from './use-action.ts';

export interface ButtonProps {
  kind?: 'primary' | 'plain' | 'danger' | 'danger-primary' | 'quiet';
  type?: 'button' | 'submit';
  /** A promise is waited for: the button shows that it works, and says in a toast why it failed. */
  onClick?: (event: TargetedMouseEvent<HTMLButtonElement>) => unknown;
  /** Asked before; `onClick` is for the one who agrees. */
  ask?: Question;
  /** Instead of the toast. */
  onError?: (error: unknown) => void;
  busy?: boolean;
  disabled?: boolean;
  /** The name, where the button shows an icon alone. */
  label?: string;
  class?: string;
  children?: ComponentChildren;
}

export function Button({
  kind = 'plain',
  type = 'button',
  onClick,
  ask,
  onError = (error) => toast(explain(error), { kind: 'error' }),
  busy = false,
  disabled = false,
  label,
  class: extra = '',
  children,
}: ButtonProps) {
  const action = useAction(async (event: TargetedMouseEvent<HTMLButtonElement>) => {
    try {
      await onClick?.(event);
    } catch (error) {
      onError(error);
    }
  });
  const isBusy = busy || action.busy;
  return (
    <button
      type={type}
      class={`button button-${kind} ${extra}`}
      disabled={disabled}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      aria-label={label}
      onClick={
        onClick &&
        (async (event) => {
          if (!ask || (await confirm(ask))) await action.run(event);
        })
      }
    >
      {isBusy && <span class="spinner-mark" aria-hidden="true" />}
      {children}
    </button>
  );
}
