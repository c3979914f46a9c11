import { z } from 'zod';
import type { Confirm, Heartbeat } from '#modules/display';
import { findUnstorable } from '#shared/find-unstorable.ts';

/** Largest payload of any message, in bytes. */
export const MAX_PAYLOAD_BYTES = 8192;
/** Characters of a panel's reason for a failure. The rest is cut off. */
const MAX_ERROR_LENGTH = 1000;

const sha256 = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/)
  .toLowerCase();
const text = (max: number) => z.string().max(max);

const heartbeat = z
  .object({
    ts: z.union([z.number(), text(64)]),
    firmware: text(64),
    battery: z.number().min(0).max(100).nullable(),
    charging: z.boolean().nullish(),
    rssi: z.number().min(-1000).max(1000).nullish(),
    sleeps: z.boolean().nullish(),
    presentationId: z.uuid().nullish(),
    sha256: sha256.nullish(),
  })
  .transform(({ firmware, battery, charging, rssi, sleeps, presentationId, sha256: hash }): Heartbeat => {
    const reportsScreen = presentationId !== undefined || hash !== undefined;
    const shown = reportsScreen ? { presentationId: presentationId ?? null, sha256: hash ?? null } : null;
    return {
      firmware,
      battery,
      charging: charging ?? null,
      rssi: rssi ?? null,
      sleeps: sleeps ?? false,
      shown,
    };
  });

const commandId = text(64).min(1);
const presentationId = z
  .uuid()
  .nullish()
  .transform((id) => id ?? null);
const error = z
  .string()
  .nullish()
  .transform((reason) => reason?.slice(0, MAX_ERROR_LENGTH).toWellFormed());
/** An unknown cause is ignored: a later version of the protocol may define more. */
const cause = z.enum(['fetch', 'show']).optional().catch(undefined);
const confirm = z
  .discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), commandId, presentationId, sha256 }),
    z.object({ ok: z.literal(false), commandId, presentationId, sha256, error, cause }),
  ])
  .transform(
    (message): Confirm => ({
      commandId: message.commandId,
      presentationId: message.presentationId,
      sha256: message.sha256,
      error: message.ok ? null : message.error || 'The panel gave no reason.',
      cause: message.ok ? undefined : message.cause,
    }),
  );

const anyObject = z.record(z.string(), z.unknown());

/** The schema of each message. Unknown keys are ignored. */
const payloadSchemas = { heartbeat, state: anyObject, confirm, request_claim: anyObject };

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The parsed payload of each kind of message. */
export type Payloads = { [K in keyof typeof payloadSchemas]: z.output<(typeof payloadSchemas)[K]> };

/** Returns null unless the bytes are UTF-8 JSON of the message's schema without values that Postgres cannot store. */
export function parsePayload<K extends keyof Payloads>(kind: K, bytes: Uint8Array): Payloads[K] | null {
  let json: unknown;
  try {
    json = JSON.parse(utf8.decode(bytes));
  } catch {
    return null;
  }
  if (findUnstorable(json).length > 0) return null;
  const result = payloadSchemas[kind].safeParse(json);
  return result.success ? (result.data as Payloads[K]) : null;
}
