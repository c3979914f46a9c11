import type { AllHTMLAttributes, ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface LabelProps {
  label: string;
  hint?: ComponentChildren;
  error?: string | undefined;
}

/** Attributes of the element, without role and name, which this file sets. */
type Attributes<T extends EventTarget> = Omit<AllHTMLAttributes<T>, 'label' | 'role' | 'id'>;

function useFieldIds({ hint, error }: Pick<LabelProps, 'hint' | 'error'>) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return {
    id,
    ties: { id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined },
  };
}

function FieldFrame({
  id,
  label,
  hint,
  error,
  children,
}: LabelProps & { id: string; children: ComponentChildren }) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {hint && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** A text input with its label, hint and error. */
export function Field({ label, hint, error, ...input }: LabelProps & Attributes<HTMLInputElement>) {
  const { id, ties } = useFieldIds({ hint, error });
  return (
    <FieldFrame {...{ id, label, hint, error }}>
      <input type="text" dir="auto" {...(input as object)} {...ties} />
    </FieldFrame>
  );
}

export function TextArea({ label, hint, error, ...input }: LabelProps & Attributes<HTMLTextAreaElement>) {
  const { id, ties } = useFieldIds({ hint, error });
  return (
    <FieldFrame {...{ id, label, hint, error }}>
      <textarea rows={4} dir="auto" {...(input as object)} {...ties} />
    </FieldFrame>
  );
}

export function Select({
  label,
  hint,
  error,
  options,
  defaultValue,
  ...input
}: LabelProps & {
  options: { value: string; label: string }[];
} & Attributes<HTMLSelectElement>) {
  const { id, ties } = useFieldIds({ hint, error });
  return (
    <FieldFrame {...{ id, label, hint, error }}>
      <select {...(input as object)} {...ties}>
        {options.map((option) => (
          <option
            key={option.value}
            value={option.value}
            // A `defaultValue` of the select itself has no effect.
            {...(defaultValue !== undefined && { selected: option.value === defaultValue })}
          >
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** A checkbox with its label. `busy`: the change is being saved. */
export function Toggle({
  label,
  hint,
  busy = false,
  ...input
}: Pick<LabelProps, 'label' | 'hint'> & { busy?: boolean } & Attributes<HTMLInputElement>) {
  const { id, ties } = useFieldIds({ hint });
  return (
    <div class="field">
      <label class="toggle" for={id}>
        <input type="checkbox" aria-busy={busy || undefined} {...(input as object)} {...ties} />
        <span>{label}</span>
        {busy && <span class="spinner-mark" aria-hidden="true" />}
      </label>
      {hint && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
