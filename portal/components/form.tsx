import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ErrorBanner } from './error-banner.tsx';
import { fieldProblems, isWrongPassword } from './explain.ts';
import { useAction } from './use-action.ts';

export interface FormProps {
  /** What the fields hold, by name. What it throws is shown above them, and they keep what was typed. */
  onSubmit(values: Record<string, string>): Promise<unknown>;
  /** `problems` are of single fields, by name. */
  children(state: { busy: boolean; problems: Record<string, string> }): ComponentChildren;
  label?: string;
  /** What is said of a wrong password where it is the only thing that was asked. */
  wrongPassword?: string;
  class?: string;
}

export function Form({ onSubmit, children, label, wrongPassword, class: extra = '' }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { run, busy, error } = useAction(async (values: Record<string, string>) => onSubmit(values));
  const problems = fieldProblems(error);
  const hasProblems = Object.keys(problems).length > 0;
  /** The problems are of fields that are not asked for here. */
  const areElsewhere = useSignal(false);
  useEffect(() => {
    const field = hasProblems ? form.current?.querySelector<HTMLElement>('[aria-invalid]') : null;
    areElsewhere.value = hasProblems && !field;
    field?.focus();
  }, [error]);
  return (
    <form
      ref={form}
      class={`form ${extra}`}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        const values = [...new FormData(event.currentTarget)].filter(
          ([, value]) => typeof value === 'string',
        );
        void run(Object.fromEntries(values) as Record<string, string>);
      }}
    >
      {(!hasProblems || areElsewhere.value) && (
        <ErrorBanner error={(isWrongPassword(error) && wrongPassword) || error} />
      )}
      {children({ busy, problems })}
    </form>
  );
}
