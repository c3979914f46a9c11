import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '../strings/index.ts';
import { Button } from './button.tsx';

export interface DialogProps {
  open: boolean;
  onClose(): void;
  title: string;
  children?: ComponentChildren;
  /** Buttons at its end. */
  actions?: ComponentChildren;
}

/** In front of everything, with the focus inside; Escape and a press beside it close it. */
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

interface Question {
  title: string;
  text: string;
  /** What the button that agrees says. */
  action: string;
  danger?: boolean;
}

const asked = signal<(Question & { answer(agreed: boolean): void }) | null>(null);

/** Asks before something that cannot be taken back. */
export function confirmDialog(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    asked.value = {
      ...question,
      answer(agreed) {
        asked.value = null;
        resolve(agreed);
      },
    };
  });
}

/** Where `confirmDialog` appears. */
export function Confirmation() {
  const question = asked.value;
  return (
    <Dialog
      open={question !== null}
      title={question?.title ?? ''}
      onClose={() => question?.answer(false)}
      actions={
        <>
          <Button onClick={() => question?.answer(false)}>{t.app.cancel}</Button>
          <Button kind={question?.danger ? 'danger' : 'primary'} onClick={() => question?.answer(true)}>
            {question?.action}
          </Button>
        </>
      }
    >
      <p>{question?.text}</p>
    </Dialog>
  );
}
