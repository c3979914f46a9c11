import { runOperatorCommand } from '../../../box/operator-command.ts';
import { textTable } from '../../../box/text-table.ts';
import { ago, reportPanels } from '../status/panel-report.ts';

const COLUMNS = ['PANEL', 'NAME', 'LAST SEEN', 'BATTERY', 'FIRMWARE', 'WANTED', 'SHOWN', 'STATE'];

await runOperatorCommand(async (context) => {
  const panels = await reportPanels(context, context.db);
  if (panels.length === 0) return 'There are no panels.';
  const now = context.clock.now();
  return textTable([
    COLUMNS,
    ...panels.map((panel) => [
      panel.thingName,
      panel.nickname ?? '',
      panel.connected ? 'connected' : panel.lastSeenAt ? `${ago(panel.lastSeenAt, now)} ago` : 'never',
      panel.batteryPercent === null ? '' : `${Math.round(panel.batteryPercent)}%`,
      panel.firmware ?? '',
      panel.wantedPresentationId ?? '',
      panel.reportedPresentationId ?? '',
      panel.problem ?? 'up to date',
    ]),
  ]);
});
