import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * For a section whose rows go while one of their buttons has the focus, such as the one that takes the row out: the section
 * has it then. Else one who uses the keyboard alone would begin anew at the top of the page.
 */
export function useKeptFocus() {
  const ref = useRef<HTMLElement>(null);
  const hadFocus = ref.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (hadFocus && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  });
  return { ref, tabIndex: -1 } as const;
}
