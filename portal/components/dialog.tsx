import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '../strings/index.ts';
import { Button } from './button.tsx';
import { openQuestion } from './confirm.ts';

export interface DialogProps {
  open: boolean;
  onClose(): void;
  title: string;
  children?: ComponentChildren;
  /** Buttons at its end. */
  actions?: ComponentChildren;
}

/** A modal dialog. Escape and a click outside close it. */
export function Dialog({ open, onClose, title, children, actions }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    if (open) element.current?.showModal();
    else element.current?.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes it by Escape
    <dialog
      ref={element}
      class="dialog"
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => event.target === element.current && onClose()}
    >
      {open && (
        <div class="dialog-inside">
          <h2 id={id}>{title}</h2>
          {children}
          <div class="dialog-actions">{actions}</div>
        </div>
      )}
    </dialog>
  );
}

/** The confirmation dialog of all buttons. */
export function Confirmation() {
  const question = openQuestion.value;
  return (
    <Dialog
      open={question !== null}
      title={question?.title ?? ''}
      onClose={() => question?.answer(false)}
      actions={
        <>
          <Button onClick={() => question?.answer(false)}>{t.app.cancel}</Button>
          <Button
            kind={question?.danger ? 'danger-primary' : 'primary'}
            onClick={() => question?.answer(true)}
          >
            {question?.action}
          </Button>
        </>
      }
    >
      <p>{question?.text}</p>
    </Dialog>
  );
}
