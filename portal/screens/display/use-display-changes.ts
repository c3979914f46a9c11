import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { onChange } from '../../store/live.ts';

/** Changes within this time are handled together: one push makes several. */
const GATHER_MS = 80;

/** A number that grows when this display or its presentations change: use it as a dependency of `useLoad`. */
export function useDisplayChanges(displayId: string): number {
  const round = useSignal(0);
  useEffect(() => {
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const grow = () => {
      clearTimeout(gathering);
      gathering = setTimeout(() => {
        round.value += 1;
      }, GATHER_MS);
    };
    const end = onChange(({ event, data }) => {
      if (event === 'reset' || event === 'presentation.removed') grow();
      else if (event === 'display.changed' && data.id === displayId) grow();
      else if (event === 'presentation.changed' && data.displayId === displayId) grow();
    });
    return () => {
      clearTimeout(gathering);
      end();
    };
  }, [displayId]);
  return round.value;
}
