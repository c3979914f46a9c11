import { StartError } from '#shared/process.ts';

/** A call of the API as a program makes it. @throws {StartError} with the words of a refusal */
export async function call<T>(address: string, init: RequestInit): Promise<T> {
  const response = await fetch(address, init);
  const body = (await response.json()) as T & { error?: { code: string; message: string } };
  if (response.ok) return body;
  throw new StartError(
    `${new URL(address).pathname} answered ${response.status} ${body.error?.code}: ${body.error?.message}`,
  );
}

export const post = (body: object, token?: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  body: JSON.stringify(body),
});
