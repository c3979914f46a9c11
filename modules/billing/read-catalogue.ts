import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Config } from '#shared/config.ts';
import { StartError } from '#shared/process.ts';
import { type Catalogue, defaultCatalogue, type Interval, type Plan } from './catalogue.ts';

const booleanField = z.boolean({ error: 'must be true or false.' });
const limit = z
  .int({ error: 'must be a whole number, or null for no limit.' })
  .min(0, 'must be at least 0, or null for no limit.')
  .nullable();
const days = limit.refine((value) => value !== 0, { error: 'must be at least 1, or null for no limit.' });
const price = z.string({ error: 'must be a price id.' }).min(1, 'must be a price id.');
const object = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `does not know ${issue.keys.join(' and ')}.`
        : 'must be an object.',
  });

const plan = object({
  features: object({ ai_routing: booleanField }).partial(),
  quotas: object({ pushes: limit, ai_analyses: limit }).partial(),
  displays: limit,
  historyDays: days,
}).partial();

/** The schema of PLANS_FILE. Missing values are those of `defaultCatalogue`. */
const file = object({
  free: plan,
  pro: plan.extend({ prices: object({ month: price, year: price }).partial().optional() }),
}).partial();

type Settings = Pick<Config, 'PLANS_FILE' | 'STRIPE_PRICE_PRO_MONTH' | 'STRIPE_PRICE_PRO_YEAR'>;

/**
 * The plans of this installation.
 * @throws {StartError} that lists every mistake
 */
export function readCatalogue(settings: Settings): Catalogue {
  const { PLANS_FILE, STRIPE_PRICE_PRO_MONTH, STRIPE_PRICE_PRO_YEAR } = settings;
  const given = PLANS_FILE ? parseFile(PLANS_FILE) : {};
  const prices = {
    month: STRIPE_PRICE_PRO_MONTH ?? null,
    year: STRIPE_PRICE_PRO_YEAR ?? null,
    ...given.pro?.prices,
  };
  const mistakes = wrongPrices(prices);
  if (mistakes.length > 0) throw unusable(PLANS_FILE, mistakes);
  return {
    free: completed(defaultCatalogue.free, given.free),
    pro: { ...completed(defaultCatalogue.pro, given.pro), prices },
  };
}

function parseFile(path: string): z.output<typeof file> {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw unusable(path, [(error as Error).message]);
  }
  const result = file.safeParse(content);
  if (result.success) return result.data;
  throw unusable(
    path,
    result.error.issues.map(({ path: where, message }) => `${where.join('.') || 'The file'}: ${message}`),
  );
}

function completed(defaults: Plan, given: z.output<typeof plan> = {}): Plan {
  return {
    ...defaults,
    ...given,
    features: { ...defaults.features, ...given.features },
    quotas: { ...defaults.quotas, ...given.quotas },
  };
}

function wrongPrices({ month, year }: Plan['prices']): string[] {
  const missing = (interval: Interval) =>
    `pro.prices.${interval}: is not set, here or as STRIPE_PRICE_PRO_${interval.toUpperCase()}.`;
  if (month !== null && month === year) return ['pro.prices: month and year must be two prices.'];
  return [...(month === null ? [missing('month')] : []), ...(year === null ? [missing('year')] : [])];
}

function unusable(path: string | undefined, mistakes: string[]): StartError {
  const source = path ? `The plans in PLANS_FILE (${path})` : 'The plans';
  return new StartError(`${source} cannot be used:\n${mistakes.map((line) => `  - ${line}`).join('\n')}`);
}
