import { z } from 'zod';
import { type PanelEventKind, panelEventKinds } from './panel-event.ts';

export const panelEvent = z
  .object({
    id: z.uuid(),
    at: z.iso.datetime(),
    kind: z.enum(Object.keys(panelEventKinds) as [PanelEventKind, ...PanelEventKind[]]),
    summary: z.string().meta({ description: 'One line in English.' }),
    detail: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  })
  .meta({ id: 'PanelEvent' });
export type PanelEventDto = z.output<typeof panelEvent>;
