import type { ComponentChildren, TargetedMouseEvent } from 'preact';
import { confirm, type Question } from './confirm.ts';
import { explain } from './explain.ts';
import { toast } from './toast.ts';
import { useAction } from './use-action.ts';

export interface ButtonProps {
  kind?: 'primary' | 'plain' | 'danger' | 'danger-primary' | 'quiet';
  type?: 'button' | 'submit';
  /** The button is busy until a returned promise settles; a failure is shown as a toast. */
  onClick?: (event: TargetedMouseEvent<HTMLButtonElement>) => unknown;
  /** Confirmation to ask for before `onClick`. */
  ask?: Question;
  /** Replaces the toast. */
  onError?: (error: unknown) => void;
  busy?: boolean;
  disabled?: boolean;
  /** Accessible name of a button with an icon only. */
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
