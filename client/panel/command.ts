/** Formats that a panel may ask for its frames in. */
export const FRAME_FORMATS = ['raw1', 'raw2', 'raw4', 'png'] as const;
export type FrameFormat = (typeof FRAME_FORMATS)[number];

/** First part of every topic and thing name. */
export const TOPIC_ROOT = 'placard';
const THING_NAME = /^placard-[a-z0-9]{12}$/;

export function isThingName(text: unknown): text is string {
  return typeof text === 'string' && THING_NAME.test(text);
}

interface FrameLink {
  url: string;
  format: FrameFormat;
  sizeBytes: number;
  /** Of the bytes at `url`, lower-case hex. */
  sha256: string;
  expiresAt: string;
}

/** A command to a panel: docs/panel-protocol.md. */
export type Command = { id: string; issuedAt: string; wakeAt?: string } & (
  | ({ kind: 'show'; presentationId: string; width: number; height: number } & FrameLink)
  | ({ kind: 'claim_code'; code: string; claimUrl: string } & FrameLink)
  | ({ kind: 'bound'; name: string } & FrameLink)
  | { kind: 'unbound' }
  | { kind: 'sleep'; wakeAt: string }
);

const KINDS: unknown[] = ['show', 'claim_code', 'bound', 'unbound', 'sleep'] satisfies Command['kind'][];

/** Parses a command; null for a message of an unknown kind, which a panel ignores. */
export function readCommand(payload: Uint8Array): Command | null {
  try {
    const command = JSON.parse(new TextDecoder().decode(payload)) as Command | null;
    return KINDS.includes(command?.kind) ? command : null;
  } catch {
    return null;
  }
}
