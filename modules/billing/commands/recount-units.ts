import { runOperatorCommand } from '../../../box/operator-command.ts';
import { type CounterCorrection, recountUnits } from '../recount-units.ts';

await runOperatorCommand(async ({ db }) => {
  const corrections = await recountUnits(db);
  if (corrections.length === 0) return 'Every counter is the sum of its movements.';
  return ['These counters were wrong and have been corrected:', ...corrections.map(line)];
});

function line({ userId, quota, windowStart, from, to }: CounterCorrection): string {
  return `  ${userId}  ${quota} since ${windowStart.toISOString()}: ${from ?? 'missing'} -> ${to}`;
}
