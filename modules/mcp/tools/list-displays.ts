import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { dataResult } from '../tool-result.ts';

export const listDisplays = defineTool({
  name: 'list_displays',
  title: 'List displays',
  description:
    "The user's displays: name, id, whether the panel is online, battery, and the title of what it shows.",
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: z.strictObject({}),
  async run({ display, db }, { principal: { userId } }) {
    const displays = await display.displaysOf(userId);
    const ids = displays.flatMap(({ currentPresentationId }) => currentPresentationId ?? []);
    const titles = new Map(
      (await display.presentationsOf(db, userId, ids)).map(({ id, title }) => [id, title]),
    );
    return dataResult({
      displays: displays.map((one) => ({
        name: one.name,
        id: one.id,
        online: one.online,
        lastSeenAt: one.lastSeenAt,
        batteryPercent: one.batteryPercent,
        showsSomething: one.currentPresentationId !== null,
        title: one.currentPresentationId && titles.get(one.currentPresentationId),
        shownSince: one.currentPresentationUpdatedAt,
      })),
    });
  },
});
