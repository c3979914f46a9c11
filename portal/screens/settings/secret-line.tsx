import { CopyButton } from '../../components/copy.tsx';

/** A secret or a command line with a button to copy it. */
export function SecretLine({ label, text }: { label: string; text: string }) {
  return (
    <fieldset class="settings-line">
      <legend>{label}</legend>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <code tabIndex={0}>{text}</code>
      <CopyButton text={text} />
    </fieldset>
  );
}
