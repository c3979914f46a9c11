import { CommandError, EXIT, failure } from '../exit-codes.ts';

const MAX_BYTES = 32 * 2 ** 20;
const TIMEOUT_MS = 30_000;

/** The bytes at a signed address, which needs no credential and gets none. @throws {CommandError} */
export async function fetchPicture(url: string, signal: AbortSignal): Promise<Uint8Array> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const { origin } = new URL(url);
  try {
    const response = await fetch(url, { signal: limit });
    if (!response.ok)
      throw failure('picture_refused', `${origin} refuses the picture with ${response.status}.`);
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of response.body ?? []) {
      length += chunk.length;
      if (length > MAX_BYTES) throw failure('picture_too_large', `${origin} sends too large a picture.`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof CommandError) throw error;
    const hint = 'The box gives out this address: see PUBLIC_URL in its settings.';
    throw new CommandError(
      EXIT.unreachable,
      'connection_failed',
      `The picture at ${origin} cannot be reached.`,
      hint,
    );
  }
}
