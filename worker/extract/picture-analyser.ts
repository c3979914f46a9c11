import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Picture } from '../sandbox/task-result.ts';
import { lookAtPicture, type PictureReport } from './picture-facts.ts';

/** Analyses pictures in a thread of its own, which ends after a minute without pictures. */
export interface PictureAnalyser {
  /** @param originalSide the longer side of the original; a picture enlarged for text recognition is analysed at that size */
  analyse(picture: Picture, originalSide: number): Promise<PictureReport>;
  close(): Promise<void>;
}

export function createPictureAnalyser(): PictureAnalyser {
  let threads: Piscina | undefined;
  return {
    async analyse(picture, originalSide) {
      threads ??= new Piscina({
        filename: fileURLToPath(import.meta.url),
        minThreads: 0,
        maxThreads: 1,
        idleTimeout: 60_000,
        resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 6 },
      });
      return await threads.run({ picture, originalSide });
    },
    async close() {
      await threads?.destroy();
    },
  };
}

/** The entry of the thread. */
export default function analyseInThread({
  picture,
  originalSide,
}: {
  picture: Picture;
  originalSide: number;
}): Promise<PictureReport> {
  return lookAtPicture(picture, originalSide);
}
