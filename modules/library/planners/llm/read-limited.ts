import { ModelError } from './model-error.ts';

/** The body of a response of at most `most` bytes. @throws {ModelError} `too_large` */
export async function readLimited(response: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) break;
    size += part.value.length;
    if (size > most) {
      await reader?.cancel();
      throw new ModelError('too_large', `The model's answer is larger than ${most} bytes.`);
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks).toString('utf8');
}
