import { placard } from '../api/placard.ts';
import { useLoad } from './use-load.ts';

/** Which of these presentations a display has shown and can show again. Null until they are loaded. */
export function useShown(displayId: string | null, presentationIds: string[]): ReadonlySet<string> | null {
  const { data } = useLoad(
    async (signal) => (displayId ? placard.displays.shown(displayId, presentationIds, { signal }) : []),
    [displayId, presentationIds.join()],
  );
  return data && new Set(data);
}
