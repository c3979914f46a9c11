import type { Broker } from './broker.ts';
import { type Installation, install } from './installation.ts';
import { ensureMosquitto, startMosquitto } from './mosquitto.ts';
import { startGatewayProcess } from './service.ts';
import { type Generator, startGenerator } from './start-generator.ts';

export interface Contest<Figures> {
  ours: Figures;
  /** Null when there is no mosquitto. */
  theirs: Figures | null;
}

export interface Contestant {
  /** The gateway, or mosquitto. */
  ours: boolean;
  broker: Broker;
  generator: Generator;
  /** The gateway's installation. It also runs, at rest, while mosquitto is measured. */
  installation: Installation;
}

/** Measures the gateway and then mosquitto, each with the same number of panels and a new load generator. */
export async function contest<Figures>(
  panels: number,
  measure: (contestant: Contestant) => Promise<Figures>,
): Promise<Contest<Figures>> {
  const installation = await install(panels);
  try {
    const one = async (ours: boolean, broker: Broker) =>
      withGenerator(broker, (generator) => measure({ ours, broker, generator, installation }));
    const ours = await one(true, await startGatewayProcess(installation.settings));
    const theirs = ensureMosquitto()
      ? await one(false, await startMosquitto(installation.folder, panels))
      : null;
    return { ours, theirs };
  } finally {
    await installation.close();
  }
}

/** Runs `work` with a started broker and a load generator, then ends both. */
export async function withGenerator<Figures>(
  broker: Pick<Broker, 'stop'>,
  measure: (generator: Generator) => Promise<Figures>,
): Promise<Figures> {
  let generator: Generator | undefined;
  try {
    generator = await startGenerator();
    return await measure(generator);
  } finally {
    await generator?.close();
    await broker.stop();
  }
}
