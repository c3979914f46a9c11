import { fleetTasks } from './fleet-tasks.ts';
import { hostileTasks } from './hostile-tasks.ts';
import { sleeperTasks } from './sleeper-tasks.ts';

/**
 * The load generator: a process with well-behaved and hostile panels on plain sockets. It carries out the tasks of
 * its parent and ends with it.
 */
const tasks = { ...fleetTasks, ...hostileTasks, ...sleeperTasks };

export type Tasks = typeof tasks;

process.on('message', async ({ id, name, input }: { id: number; name: keyof Tasks; input: never }) => {
  try {
    process.send?.({ id, result: await tasks[name](input) });
  } catch (error) {
    process.send?.({ id, error: error instanceof Error ? error.stack : String(error) });
  }
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
