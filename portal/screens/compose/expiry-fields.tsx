import { useLayoutEffect, useRef } from 'preact/hooks';
import { Field, Toggle } from '../../components/field.tsx';
import { t } from '../../strings/index.ts';
import { change, draft } from './draft.ts';

/**
 * Urgency and expiry, folded up until they are wanted. It opens by itself for a draft that has either, as after a reload, and
 * for a problem, but never closes by itself: the field that has just been emptied would vanish with its focus.
 */
export function ExpiryFields({ problem }: { problem: string | undefined }) {
  const part = useRef<HTMLDetailsElement>(null);
  const { isUrgent, expires } = draft.value;
  const mustShow = isUrgent || expires !== '' || problem !== undefined;
  useLayoutEffect(() => {
    if (mustShow && part.current) part.current.open = true;
  }, [mustShow]);
  return (
    <details ref={part} class="display-part">
      <summary>{t.compose.when}</summary>
      <Field
        label={t.compose.expires}
        hint={t.compose.expiresHint}
        name="expires"
        maxLength={40}
        value={expires}
        autocomplete="off"
        error={problem}
        onInput={({ currentTarget }) => change({ expires: currentTarget.value })}
      />
      <Toggle
        label={t.compose.urgent}
        hint={t.compose.urgentHint}
        checked={isUrgent}
        onChange={({ currentTarget }) => change({ isUrgent: currentTarget.checked })}
      />
    </details>
  );
}
