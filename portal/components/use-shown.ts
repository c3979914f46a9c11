import { placard } from '../api/placard.ts';
import { useLoad } from './use-load.ts';

/** Which of some pages a display has shown, so that it can show them again. Empty until that is known. */
export function useShown(displayId: string | null, presentationIds: string[]): ReadonlySet<string> {
  const { data } = useLoad(
    async (signal) => (displayId ? placard.displays.shown(displayId, presentationIds, { signal }) : []),
    [displayId, presentationIds.join()],
  );
  return new Set(data ?? []);
}
