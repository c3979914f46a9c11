import { ModelError } from './model-error.ts';

/** The body of a response of at most `maxBytes` bytes. @throws {ModelError} `too_large` */
export async function readLimited(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) break;
    size += part.value.length;
    if (size > maxBytes) {
      await reader?.cancel();
      throw new ModelError('too_large', `The model's answer is larger than ${maxBytes} bytes.`);
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks).toString('utf8');
}
