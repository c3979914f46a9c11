/** A refusal in Stripe's words: https://docs.stripe.com/api/errors. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, error: { type?: string; code?: string; message: string; param?: string }) {
    super(error.message);
    this.status = status;
    this.body = { error: { type: 'invalid_request_error', ...error } };
  }
}

export function missing(what: string, id: string, param: string, status = 404): Refusal {
  return new Refusal(status, { code: 'resource_missing', message: `No such ${what}: '${id}'`, param });
}

export function wrong(message: string, param?: string): Refusal {
  return new Refusal(400, { message, ...(param && { param }) });
}
