import { Placard } from '../placard.ts';
import type { Invocation } from './command.ts';
import { CommandError, EXIT } from './exit-codes.ts';
import { chosenBox, isOpenToOthers, readSettings, settingsPath } from './settings.ts';

/**
 * Opens the box of PLACARD_URL or else of `placard login`, with the token of PLACARD_TOKEN or else the one that is stored
 * for that address.
 * @throws {CommandError} of exit code 4 when there is no token
 */
export async function openBox({ env, output }: Pick<Invocation, 'env' | 'output'>): Promise<Placard> {
  const settings = await readSettings(env);
  const url = chosenBox(env, settings);
  const kept = Object.hasOwn(settings.tokens, url) ? settings.tokens[url] : undefined;
  const token = env.PLACARD_TOKEN?.trim() || kept;
  if (!token) {
    const hint = `Run \`placard login ${url}\`, or put a personal access token into PLACARD_TOKEN.`;
    throw new CommandError(EXIT.notSignedIn, 'not_signed_in', `Not signed in to ${url}.`, hint);
  }
  if (token === kept && (await isOpenToOthers(env))) {
    const path = settingsPath(env);
    output.note(`placard: others can read ${path}, which holds your token: \`chmod 600 ${path}\`.`);
  }
  return new Placard({ url, token });
}
