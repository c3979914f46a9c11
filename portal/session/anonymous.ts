import { Placard } from '#client/index.ts';
import { boxUrl } from '../base.ts';

/** Sends requests without a session, each once. */
export const { connection: anonymousConnection } = new Placard({
  url: boxUrl,
  token: () => null,
  maxRetries: 0,
});
