import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Distance below the window at which content is loaded. */
const MARGIN = '600px';

/** Whether an element is, or has been, near the visible part of the page. Always true unless `lazy`. */
export function useNearViewport(element: RefObject<Element | null>, lazy: boolean): boolean {
  const isNear = useSignal(!lazy);
  useEffect(() => {
    if (isNear.peek() || !element.current) return;
    const seen = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        isNear.value = true;
        seen.disconnect();
      },
      { rootMargin: MARGIN },
    );
    seen.observe(element.current);
    return () => seen.disconnect();
  }, []);
  return isNear.value;
}
