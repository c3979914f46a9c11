import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { onChange } from '../../store/live.ts';

/** One push makes several changes within a moment. */
const GATHER_MS = 80;

/** A number that grows when something on this display has changed, so that what depends on it is read again. */
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
