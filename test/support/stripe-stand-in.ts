import { MOODS } from './stripe-stand-in/hooks.ts';
import { STAND_IN_KEY, STAND_IN_WEBHOOK_SECRET, startStripeStandIn } from './stripe-stand-in/server.ts';

export { STAND_IN_WEBHOOK_SECRET, type StripeStandIn, startStripeStandIn } from './stripe-stand-in/server.ts';

/** Settings of an installation that uses the stand-in. */
export function standInSettings(url: string): Record<string, string> {
  return {
    BILLING: 'stripe',
    STRIPE_API_BASE: url,
    STRIPE_SECRET_KEY: STAND_IN_KEY,
    STRIPE_WEBHOOK_SECRET: STAND_IN_WEBHOOK_SECRET,
    STRIPE_PRICE_PRO_MONTH: 'price_pro_month',
    STRIPE_PRICE_PRO_YEAR: 'price_pro_year',
  };
}

if (import.meta.main) {
  const [port = '4200', webhookUrl = 'http://127.0.0.1:3000/billing/webhook/stripe'] = process.argv.slice(2);
  const { url } = await startStripeStandIn({ port: Number(port), webhookUrl });
  const settings = Object.entries(standInSettings(url)).map(([name, value]) => `${name}=${value}`);
  console.log(`Start Placard with\n  make run ${settings.join(' \\\n    ')}`);
  console.log(`Events go to ${webhookUrl}.`);
  console.log(`What there is: curl ${url}/stand-in/state`);
  console.log(`Let it misbehave: curl -X PUT -d down ${url}/stand-in/mood (${MOODS.join(', ')})`);
  console.log(
    `Events twice and in any order: curl -X PUT -d '{"twice":true,"shuffled":true}' ${url}/stand-in/travel`,
  );
}
