import { t } from '../strings/index.ts';
import { Field } from './field.tsx';

/** The field `password` of a form that sets a new one. */
export function NewPasswordField({ label, error }: { label: string; error: string | undefined }) {
  return (
    <Field
      label={label}
      hint={t.register.passwordHint}
      name="password"
      type="password"
      autocomplete="new-password"
      minLength={8}
      required
      error={error}
    />
  );
}
