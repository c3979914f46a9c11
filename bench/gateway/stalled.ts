import type { Figure } from '../figure.ts';
import { type Commands, measureCommands, setWantedPicture } from './commands.ts';
import type { Contest, Contestant } from './contest.ts';
import { connectMaster, publishCommand } from './mosquitto.ts';
import { residentBytes } from './process-figures.ts';
import { versus } from './versus.ts';

/** The panel that stops reading, and the first of the other panels. */
const STALLED = 0;
const OTHERS = 5_000;
/** The number of commands to other panels for each command to the stalled one. */
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
 * One panel stops reading the responses that it requested. Meanwhile it and the others are sent commands: by a
 * publisher for mosquitto, by commits for the gateway.
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
  await generator.run('stopReading', { panel: STALLED });
  const commands = await measureCommands(
    generator,
    async (panel) => {
      // Alternates the picture, so that there is always a command to send.
      if (panel % EACH === 0) void sendCommand(STALLED, (panel / EACH) % 2);
      return sendCommand(panel, 1);
    },
    OTHERS,
  );
  publisher?.disconnect();
  return { ...commands, grown: residentBytes(broker.pid) - before };
}
