import type { Page } from '#shared/http/cursor.ts';
import type { DisplayContext } from '../context.ts';
import { presentOwnDisplay } from '../pairing/own-display.ts';
import type { OwnDisplayDto } from '../pairing/schemas.ts';
import { listDisplays, type PageRequest, readDisplay } from '../read-displays.ts';
import { presentationsOf } from '../read-presentations.ts';
import { type PanelStatus, readStatuses } from './read-status.ts';
import type { DisplayStatusDto, WallDto } from './schemas.ts';

/** Lists the user's displays with shown and next presentation and the reason, newest binding first. */
export async function listWalls(
  context: DisplayContext,
  userId: string,
  request: PageRequest,
): Promise<Page<WallDto>> {
  const { items, ...page } = await listDisplays(context, userId, request, presentOwnDisplay);
  return { ...page, items: await present(context, userId, items) };
}

/** @throws {AppError} `404 display_not_found`, `403 access_denied` */
export async function readWall(context: DisplayContext, userId: string, displayId: string): Promise<WallDto> {
  const [wall] = await present(context, userId, [
    await readDisplay(context, userId, displayId, presentOwnDisplay),
  ]);
  return wall as WallDto;
}

/** Uses a fixed number of statements for any number of displays. */
async function present(
  context: DisplayContext,
  userId: string,
  displays: OwnDisplayDto[],
): Promise<WallDto[]> {
  const ids = displays.map(({ id }) => id);
  const statuses = await readStatuses(context, context.db, ids);
  const shown = displays.flatMap(({ id, currentPresentationId, pendingPresentationId }) => [
    ...[currentPresentationId, pendingPresentationId, statuses.get(id)?.nextPresentationId ?? null],
  ]);
  const named = [...new Set(shown.filter((one) => one !== null))];
  const presentations = new Map(
    (await presentationsOf(context, context.db, userId, named)).map((one) => [one.id, one]),
  );
  const presentation = (id: string | null | undefined) => (id && presentations.get(id)) || null;
  return displays.flatMap((display) => {
    const status = statuses.get(display.id);
    if (!status) return []; // unbound and removed meanwhile
    return {
      display,
      status: presentStatus(status),
      current: presentation(display.currentPresentationId),
      pending: presentation(display.pendingPresentationId),
      next: presentation(status.nextPresentationId),
    };
  });
}

function presentStatus(status: PanelStatus): DisplayStatusDto {
  const { state, asleep, since, expectedAt, preparing, queued, nextAt, nextLook, quietUntil } = status;
  const { failures, error } = status;
  return {
    state,
    asleep,
    since: since?.toISOString() ?? null,
    expectedAt: expectedAt?.toISOString() ?? null,
    preparing,
    queued,
    nextAt: nextAt?.toISOString() ?? null,
    nextLook: nextLook && { ...nextLook, at: nextLook.at.toISOString() },
    quietUntil: quietUntil?.toISOString() ?? null,
    failures,
    error,
  };
}
