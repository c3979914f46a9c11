import { StartError } from '#shared/process.ts';
import { runOperatorCommand } from '../../../box/operator-command.ts';
import { textTable } from '../../../box/text-table.ts';
import { type PanelEvent, panelEventKinds } from '../panel-log/panel-event.ts';
import { reportPanels } from '../status/panel-report.ts';

const MAX_SHOWN_EVENTS = 100;

await runOperatorCommand(async (context) => {
  const { db } = context;
  const thing = context.argument('PANEL', 'make panel-log PANEL=placard-0123456789ab');
  const [panel] = await reportPanels(context, db, thing);
  if (!panel) throw new StartError(`There is no panel ${thing}. \`make panels\` lists them.`);
  const events = await db('display.panel_events as e')
    .join('display.devices as d', 'd.id', 'e.device_id')
    .where('d.thing_name', thing)
    .orderBy([
      { column: 'e.created_at', order: 'desc' },
      { column: 'e.id', order: 'desc' },
    ])
    .limit(MAX_SHOWN_EVENTS)
    .select<{ created_at: Date; kind: PanelEvent['kind']; detail: object }[]>(
      'e.created_at',
      'e.kind',
      'e.detail',
    );
  const lines = events.reverse().map(({ created_at, kind, detail }) => [
    created_at.toISOString(),
    panelEventKinds[kind],
    Object.entries(detail)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
  ]);
  return [...textTable(lines), `${panel.nickname ?? thing}: ${panel.problem ?? 'up to date'}`];
});
