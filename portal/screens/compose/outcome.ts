import type { Presentation } from '#client/index.ts';
import { placard } from '../../api/placard.ts';
import { useLoad } from '../../components/use-load.ts';
import { displays } from '../../store/displays.ts';
import { t } from '../../strings/index.ts';

/** A page of a push; null until it is loaded. */
export type Page = Presentation | null;

/** Whether every page is confirmed or expired. */
export function areOver(pages: Page[]): boolean {
  return pages.length > 0 && pages.every((page) => page?.state === 'confirmed' || page?.state === 'expired');
}

/** The outcome of a finished push, in words; null until it is known. */
export function outcomeOf(pages: Page[], wasShown: Set<string> | null): string | null {
  const showing = pages.filter((page) => page?.state === 'confirmed');
  if (showing.length > 0) return t.compose.onWall(wallsOf(showing));
  if (!wasShown) return null;
  const shown = pages.filter((page) => wasShown.has(page?.id ?? ''));
  return shown.length > 0 ? t.compose.wasOnWall(wallsOf(shown)) : t.compose.neverShown;
}

/** Names of the displays of these pages, each once. */
function wallsOf(pages: Page[]): string[] {
  const ids = new Set(pages.flatMap((page) => page?.displayId ?? []));
  return [...ids].flatMap((id) => displays.value?.get(id)?.name ?? []);
}

/** Which of the expired pages were shown before; null until it is known. */
export function useWasShown(pages: Page[]): Set<string> | null {
  const ended = pages.flatMap((page) => (page?.state === 'expired' && page.displayId ? page : []));
  const { data } = useLoad(
    async (signal) => {
      const walls = [...new Set(ended.map(({ displayId }) => displayId as string))];
      const shown = await Promise.all(
        walls.map((wall) => {
          const ids = ended.filter(({ displayId }) => displayId === wall).map(({ id }) => id);
          return placard.displays.shown(wall, ids, { signal });
        }),
      );
      return new Set(shown.flat());
    },
    [ended.map(({ id }) => id).join()],
  );
  return data;
}
