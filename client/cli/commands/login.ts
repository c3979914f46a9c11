import { hostname } from 'node:os';
import { Placard } from '../../placard.ts';
import { boxAddress } from '../address.ts';
import { ask } from '../ask.ts';
import type { Command, Invocation } from '../command.ts';
import { failure } from '../exit-codes.ts';
import { chosenBox, readSettings, writeSettings } from '../settings.ts';
import { makeToken, revokeToken } from '../tokens.ts';

export const command: Command = {
  usage: '[URL]',
  words: [0, 1],
  options: {
    email: {
      type: 'string',
      value: 'EMAIL',
      about: 'the e-mail address or user name; asked for when left out',
    },
    'with-token': { type: 'boolean', about: 'ask for a personal access token instead of a password' },
  },
  async run(call) {
    const { words, env, output, signal } = call;
    const settings = await readSettings(env);
    const url = words[0] === undefined ? chosenBox(env, settings) : boxAddress(words[0]);
    const token = call.options['with-token'] ? await askForToken(url, signal) : await signIn(url, call);
    const former = Object.hasOwn(settings.tokens, url) ? settings.tokens[url] : undefined;
    try {
      await writeSettings(env, { url, tokens: { ...settings.tokens, [url]: token } });
    } catch (error) {
      if (!call.options['with-token']) await revokeToken(url, token, signal).catch(() => {});
      throw error;
    }
    // Revoked after the new token is stored, so that a failure leaves a token that works.
    if (former && former !== token) await revokeToken(url, former, signal).catch(() => {});
    if (output.isJson) return output.json({ url });
    output.line(`Signed in to ${url}.`);
    if (env.PLACARD_TOKEN)
      output.note('placard: PLACARD_TOKEN is set and takes precedence over this sign-in.');
    else if (env.PLACARD_URL && boxAddress(env.PLACARD_URL) !== url)
      output.note(`placard: PLACARD_URL is set and takes precedence: commands go to ${env.PLACARD_URL}.`);
    else if (output.isTerminal) output.line('Try: placard push "Buy milk"');
  },
};

async function signIn(url: string, { options, signal }: Invocation): Promise<string> {
  const email = typeof options.email === 'string' ? options.email : null;
  const password = { prompt: 'Password: ', hidden: true };
  const answers = await ask(
    email === null ? [{ prompt: `E-mail for ${url}: `, hidden: false }, password] : [password],
  );
  const identifier = (email ?? answers[0] ?? '').trim();
  return makeToken(
    url,
    { identifier, password: answers.at(-1) ?? '', name: hostname() || 'placard' },
    signal,
  );
}

/** For accounts without a password: a token that was made elsewhere, tested before it is stored. */
async function askForToken(url: string, signal: AbortSignal): Promise<string> {
  const [answer = ''] = await ask([{ prompt: `Personal access token for ${url}: `, hidden: true }]);
  const token = answer.trim();
  if (!/^plc_pat_[!-~]+$/.test(token))
    throw failure('invalid_token', 'That is not a personal access token.', 'One begins with plc_pat_.');
  await new Placard({ url, token }).displays.list({ limit: 1 }, { signal });
  return token;
}
