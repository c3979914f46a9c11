import { z } from 'zod';
import type { SignInOptions } from '#modules/identity';
import type { Config } from '#shared/config.ts';
import { type Route, route } from '#shared/http/route.ts';
import packageJson from '../../package.json' with { type: 'json' };

const installation = z
  .object({
    version: z.string(),
    publicUrl: z.url().meta({
      description:
        'The base of signed addresses and upload tickets. A portal opened at another address finds the same paths below its own base.',
    }),
    hasAccounts: z.boolean().meta({ description: 'False until the first account has been created.' }),
    registration: z.enum(['open', 'invite', 'closed']),
    providers: z.array(z.enum(['google', 'apple'])),
    billing: z.boolean().meta({ description: 'Whether there are plans to choose from.' }),
    maxAssetBytes: z.int().meta({ description: 'The largest image or file that is accepted.' }),
  })
  .meta({ id: 'Installation' });

interface InstallationDeps {
  config: Config;
  signInOptions(): Promise<SignInOptions>;
}

/** The facts about this installation that the portal needs before sign-in. */
export function installationRoute({ config, signInOptions }: InstallationDeps): Route {
  return route(
    {
      method: 'get',
      path: '/installation',
      summary: 'Read how to sign in, and what this installation offers',
      tag: 'account',
      auth: 'public',
      responses: { 200: { description: 'The installation.', schema: installation } },
    },
    async () => ({
      body: {
        version: packageJson.version,
        publicUrl: config.PUBLIC_URL,
        billing: config.BILLING !== 'off',
        maxAssetBytes: config.MAX_ASSET_BYTES,
        ...(await signInOptions()),
      },
    }),
  );
}
