import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ErrorBanner } from './error-banner.tsx';
import { fieldProblems, isWrongPassword } from './explain.ts';
import { useAction } from './use-action.ts';

export interface FormProps {
  /** Gets the values by field name. An error that it throws is shown above the fields, which keep their values. */
  onSubmit(values: Record<string, string>): Promise<unknown>;
  /** `problems`: errors of single fields, by name. */
  children(state: { busy: boolean; problems: Record<string, string> }): ComponentChildren;
  label?: string;
  /** Text for a wrong password in a form that asks for the password only. */
  wrongPassword?: string;
  class?: string;
}

export function Form({ onSubmit, children, label, wrongPassword, class: extra = '' }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { run, busy, error } = useAction(async (values: Record<string, string>) => onSubmit(values));
  const problems = fieldProblems(error);
  const hasProblems = Object.keys(problems).length > 0;
  /** The problems are of fields that this form does not have. */
  const hasUnknownFields = useSignal(false);
  useEffect(() => {
    const field = hasProblems ? form.current?.querySelector<HTMLElement>('[aria-invalid]') : null;
    hasUnknownFields.value = hasProblems && !field;
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
      {(!hasProblems || hasUnknownFields.value) && (
        <ErrorBanner error={(isWrongPassword(error) && wrongPassword) || error} />
      )}
      {children({ busy, problems })}
    </form>
  );
}
