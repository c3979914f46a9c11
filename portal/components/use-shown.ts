import { placard } from '../api/placard.ts';
import { useLoad } from './use-load.ts';

/** Which of some pages a display has shown, so that it can show them again. Null until that is known. */
export function useShown(displayId: string | null, presentationIds: string[]): ReadonlySet<string> | null {
  const { data } = useLoad(
    async (signal) => (displayId ? placard.displays.shown(displayId, presentationIds, { signal }) : []),
    [displayId, presentationIds.join()],
  );
  return data && new Set(data);
}
