import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Moves the focus to the section when the row of the focused button is removed, for instance by that button. Otherwise the
 * focus would return to the top of the page.
 */
export function useKeptFocus() {
  const ref = useRef<HTMLElement>(null);
  const hadFocus = ref.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (hadFocus && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  });
  return { ref, tabIndex: -1 } as const;
}
