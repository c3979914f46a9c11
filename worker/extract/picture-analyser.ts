import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Picture } from '../sandbox/tasks.ts';
import { lookAtPicture, type PictureReport } from './picture-facts.ts';

/** Analyses pictures in a thread of its own, which ends after a minute without pictures. */
export interface PictureAnalyser {
  /** `longest` is the longer side of the original: a picture that was enlarged for text recognition is analysed at that size. */
  analyse(picture: Picture, longest: number): Promise<PictureReport>;
  close(): Promise<void>;
}

export function createPictureAnalyser(): PictureAnalyser {
  let threads: Piscina | undefined;
  return {
    async analyse(picture, longest) {
      threads ??= new Piscina({
        filename: fileURLToPath(import.meta.url),
        minThreads: 0,
        maxThreads: 1,
        idleTimeout: 60_000,
        resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 6 },
      });
      return await threads.run({ picture, longest });
    },
    async close() {
      await threads?.destroy();
    },
  };
}

/** The entry of the thread. */
export default function look({
  picture,
  longest,
}: {
  picture: Picture;
  longest: number;
}): Promise<PictureReport> {
  return lookAtPicture(picture, longest);
}
