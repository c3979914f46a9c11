/** The fields of an error of the API, or the reason why there was no response. */
export interface ErrorFacts {
  /** HTTP status, or null when no response came. */
  status: number | null;
  /** One of the API's codes, or `connection_failed`, `timeout`, `unexpected_response` when no API responded. */
  code: string;
  message: string;
  /** The box logs it: quote it in a report. */
  requestId?: string | null;
  /** Details that depend on the code, such as `fields: [{ path, message }]`. */
  details?: Record<string, unknown> | null;
  /** From `Retry-After`. */
  retryAfterSeconds?: number | null;
  cause?: unknown;
}

/**
 * The one error of this client, for every refusal and every failed connection: branch on `code`.
 * An aborted call rejects with the reason of its signal instead, as `fetch` does.
 */
export class PlacardError extends Error {
  override readonly name = 'PlacardError';
  readonly status: number | null;
  readonly code: string;
  readonly requestId: string | null;
  readonly details: Record<string, unknown> | null;
  readonly retryAfterSeconds: number | null;

  constructor(facts: ErrorFacts) {
    super(facts.message, { cause: facts.cause });
    this.status = facts.status;
    this.code = facts.code;
    this.requestId = facts.requestId ?? null;
    this.details = facts.details ?? null;
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null;
  }

  /** True when no API responded: the box is off, has another address, or a proxy responds in its place. */
  get isUnreachable(): boolean {
    return ['connection_failed', 'timeout', 'unexpected_response'].includes(this.code);
  }
}

/** The error of a response other than 2xx. Reads its body. */
export async function errorOf(response: Response): Promise<PlacardError> {
  const facts = { status: response.status, retryAfterSeconds: retryAfterSeconds(response.headers) };
  const text = await response.text().catch(() => '');
  const error = parseEnvelope(text);
  if (error) return new PlacardError({ ...error, ...facts });
  return unexpectedResponse(response.status, facts);
}

/** The error of a response that did not come from an API. */
export function unexpectedResponse(status: number, facts: Partial<ErrorFacts> = {}): PlacardError {
  const message = `Something other than Placard responded with status ${status}.`;
  return new PlacardError({ ...facts, status, code: 'unexpected_response', message });
}

/** `Retry-After` is a number of seconds or a date (RFC 9110, 10.2.3), which is relative to the sender's clock. */
function retryAfterSeconds(headers: Headers): number | null {
  const text = headers.get('retry-after');
  if (!text) return null;
  if (/^\d+$/.test(text)) return Number(text);
  // Each of the three date forms begins with the day of the week; `Date.parse` also accepts other text as a year.
  const date = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text) ? Date.parse(text) : Number.NaN;
  const sentAt = Date.parse(headers.get('date') ?? '') || Date.now();
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - sentAt) / 1000));
}

type Envelope = Pick<ErrorFacts, 'code' | 'message' | 'requestId' | 'details'>;

function parseEnvelope(text: string): Envelope | null {
  try {
    const { error } = JSON.parse(text) as { error?: Partial<Envelope> };
    if (typeof error?.code !== 'string' || typeof error.message !== 'string') return null;
    return { ...error, code: error.code, message: error.message };
  } catch {
    return null;
  }
}
