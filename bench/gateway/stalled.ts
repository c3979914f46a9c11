import type { Figure } from '../figure.ts';
import { type Commands, measureCommands, setWantedPicture } from './commands.ts';
import type { Contest, Contestant } from './contest.ts';
import { connectMaster, publishCommand } from './mosquitto.ts';
import { residentBytes } from './process-figures.ts';
import { versus } from './versus.ts';

/** The panel that stops reading, and the first of the others that are sent commands. */
const STALLED = 0;
const OTHERS = 5_000;
/** How many of the others' commands one to the stalled panel comes with. */
const EACH = 50;

type Stalled = Commands & { grown: number };

export function stalledFigures(measured: Contest<Stalled>): Figure[] {
  const figure = versus(measured);
  const name = 'a panel that stops reading';
  return [
    figure(`${name}: commands to others lost`, 'commands', ({ sent, arrived }) => sent - arrived, {
      goal: 0,
      alone: true,
    }),
    figure(`${name}: commands to others, p99`, 'ms', ({ p99 }) => p99, { goal: 50, alone: true }),
    figure(`${name}: memory it takes`, 'MB', ({ grown }) => grown / 1e6),
  ];
}

/**
 * One panel stops reading what it has asked for; the others are sent commands meanwhile, and so is it. Of mosquitto by
 * a publisher, of the gateway by a commit, as always.
 */
export async function measureStalled({
  ours,
  broker,
  generator,
  installation,
}: Contestant): Promise<Stalled> {
  const publisher = ours ? null : await connectMaster(broker.port);
  const sendCommand = (panel: number, picture: number) =>
    publisher ? publishCommand(publisher, panel) : setWantedPicture(installation.db, panel, picture);
  const before = residentBytes(broker.pid);
  await generator.run('stall', { panel: STALLED });
  const commands = await measureCommands(
    generator,
    async (panel) => {
      // Another picture each time, so that there is something to send.
      if (panel % EACH === 0) void sendCommand(STALLED, (panel / EACH) % 2);
      return sendCommand(panel, 1);
    },
    OTHERS,
  );
  publisher?.disconnect();
  return { ...commands, grown: residentBytes(broker.pid) - before };
}
