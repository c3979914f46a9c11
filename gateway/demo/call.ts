import { StartError } from '#shared/process.ts';

/** Calls the API and returns the body of the response. @throws {StartError} with the message of an error response */
export async function call<T>(address: string, init: RequestInit): Promise<T> {
  const response = await fetch(address, init);
  const body = (await response.json()) as T & { error?: { code: string; message: string } };
  if (response.ok) return body;
  throw new StartError(
    `${new URL(address).pathname} failed with ${response.status} ${body.error?.code}: ${body.error?.message}`,
  );
}

export const post = (body: object, token?: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  body: JSON.stringify(body),
});
