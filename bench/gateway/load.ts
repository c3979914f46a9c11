import { freePort } from '#test/support/free-port.ts';
import type { Figure } from '../figure.ts';
import {
  COMMANDS_PER_SECOND,
  type Commands,
  clearWantedPictures,
  measureCommands,
  setWantedPicture,
} from './commands.ts';
import { type Contest, type Contestant, contest, withGenerator } from './contest.ts';
import { BUSY, CALM, calmHeartbeatFigures, heartbeatFigures, measureHeartbeats } from './heartbeats.ts';
import { startHelper } from './helper-process.ts';
import { connectMaster, publishCommand } from './mosquitto.ts';
import { now } from './now.ts';
import { commandOf, thingOf } from './panels.ts';
import { measureStalled, stalledFigures } from './stalled.ts';
import type { Generator } from './start-generator.ts';
import { versus } from './versus.ts';

const PANELS = 10_000;

/** 10,000 connected panels: their heartbeats, and commands to them. */
export async function benchLoad(): Promise<Figure[]> {
  const { ours, theirs } = await contest(PANELS, measure);
  const bare = { ours: await bareBroker(), theirs: theirs?.bare ?? null };
  return [
    ...commandFigures('command through the bare broker', bare),
    ...commandFigures('from the commit to the command', {
      ours: ours.wanted,
      theirs: theirs?.wanted ?? null,
    }),
    ...stalledFigures({ ours: ours.stalled, theirs: theirs?.stalled ?? null }),
    ...calmHeartbeatFigures({ ours: ours.calm, theirs: theirs?.calm ?? null }),
    ...heartbeatFigures({ ours: ours.heartbeats, theirs: theirs?.heartbeats ?? null }, PANELS),
  ];
}

function commandFigures(what: string, commands: Contest<Commands>): Figure[] {
  const figure = versus(commands);
  const name = `${what}, ${PANELS} panels, ${COMMANDS_PER_SECOND}/s`;
  // Ten times mosquitto's, or 5 ms.
  const goal = Math.max(10, 5 / (commands.theirs?.p99 ?? Number.POSITIVE_INFINITY));
  return [
    figure(`${name}: p50`, 'ms', ({ p50 }) => p50, { goal: commands.theirs ? 2.5 : null }),
    figure(`${name}: p99`, 'ms', ({ p99 }) => p99, commands.theirs ? { goal } : { goal: 5 }),
    figure(`${name}: lost`, 'commands', ({ sent, arrived }) => sent - arrived, { goal: 0, alone: true }),
  ];
}

async function measure(contestant: Contestant) {
  const { ours, broker, generator, installation } = contestant;
  await connectAll(generator, broker.port);
  const calm = await measureHeartbeats(contestant, CALM);
  const heartbeats = await measureHeartbeats(contestant, BUSY);
  const bare = ours ? null : await throughMosquitto(generator, broker.port);
  const listener = ours
    ? null
    : await startHelper('plain-listener.ts', [installation.databaseUrl, broker.port]);
  const wanted = await measureCommands(generator, (panel) => setWantedPicture(installation.db, panel));
  await listener?.close();
  const stalled = await measureStalled(contestant);
  await clearWantedPictures(installation.db);
  return { calm, heartbeats, bare, wanted, stalled };
}

async function throughMosquitto(generator: Generator, port: number): Promise<Commands> {
  const publisher = await connectMaster(port);
  const measured = await measureCommands(generator, (panel) => publishCommand(publisher, panel));
  publisher.disconnect();
  return measured;
}

async function bareBroker(): Promise<Commands> {
  const port = await freePort();
  const { child, close } = await startHelper('bare-broker.ts', [port]);
  return withGenerator({ stop: close }, async (generator) => {
    await connectAll(generator, port);
    return measureCommands(generator, (panel) => {
      const at = now();
      child.send({ thing: thingOf(panel), command: commandOf(panel) });
      return at;
    });
  });
}

async function connectAll(generator: Generator, port: number): Promise<void> {
  const { connected } = await generator.run('connect', { port, count: PANELS });
  if (connected < PANELS) throw new Error(`only ${connected} panels of ${PANELS} were let in`);
  await generator.run('subscribe');
}
