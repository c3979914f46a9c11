import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { onChange } from '../../store/live.ts';

/** Changes within this time are handled together: one push makes several. */
const GATHER_MS = 80;

/** A number that grows when this display or its presentations change: use it as a dependency of `useLoad`. */
export function useDisplayChanges(displayId: string): number {
  const round = useSignal(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const countChanges = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        round.value += 1;
      }, GATHER_MS);
    };
    const end = onChange(({ event, data }) => {
      if (event === 'reset' || event === 'presentation.removed') countChanges();
      else if (event === 'display.changed' && data.id === displayId) countChanges();
      else if (event === 'presentation.changed' && data.displayId === displayId) countChanges();
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [displayId]);
  return round.value;
}
