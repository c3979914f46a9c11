import { z } from 'zod';

// The types of settings. The message of each error says what to write instead.

export const number = (fallback: number, limits: { min?: number; max?: number } = {}) =>
  z.coerce
    .number({ error: 'must be a number.' })
    .int('must be a whole number.')
    .min(limits.min ?? 0, `must be at least ${limits.min ?? 0}.`)
    .max(limits.max ?? Number.MAX_SAFE_INTEGER, `must be at most ${limits.max}.`)
    .default(fallback);
export const port = (fallback: number) => number(fallback, { min: 0, max: 65535 });
export const text = () => z.string().optional();
export const choice = <const Choice extends string>(...choices: Choice[]) =>
  z.enum(choices, { error: `must be ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}.` });
export const toggle = () => z.enum(['on', 'off'], { error: 'must be `on` or `off`.' }).default('on');
export const url = (...protocols: string[]) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
      error: `must be an address that starts with ${protocols.join(' or ')}`,
    })
    .transform((text) => text.replace(/\/+$/, ''));
export const webUrl = () => url('http:', 'https:').optional();
export const mqttUrl = () => url('mqtt:', 'mqtts:', 'ws:', 'wss:').optional();
export const list = () =>
  z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean),
    );
