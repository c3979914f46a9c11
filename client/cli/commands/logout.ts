import type { Command } from '../command.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import { chosenBox, readSettings, writeSettings } from '../settings.ts';
import { revokeToken } from '../tokens.ts';

export const command: Command = {
  usage: '',
  async run({ env, output, signal }) {
    const settings = await readSettings(env);
    const url = chosenBox(env, settings);
    const { [url]: token, ...tokens } = settings.tokens;
    if (!token) throw new CommandError(EXIT.notSignedIn, 'not_signed_in', `Not signed in to ${url}.`);
    // Removed only after the box has responded, because a forgotten token could not be revoked from here.
    await revokeToken(url, token, signal);
    await writeSettings(env, { url: settings.url === url ? null : settings.url, tokens });
    if (output.isJson) output.json({ url });
    else output.line(`Signed out of ${url}. Its token is revoked.`);
    if (env.PLACARD_TOKEN) output.note('placard: PLACARD_TOKEN is still set, and is not revoked.');
  },
};
