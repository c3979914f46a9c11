import type { IncomingMessage } from 'node:http';
import type { Clock } from '../clock.ts';
import { AppError, invalidRequest } from '../errors.ts';
import { needingRoom } from './durable-file.ts';
import type { FileStore } from './file-store.ts';
import { type Reception, receiveUpload, type TicketFields } from './receive-upload.ts';

/**
 * Takes in one upload by ticket and returns its staging key once the bytes are safe. Nothing is kept of an upload
 * that is refused. The file part's own headers (name, type) count for nothing.
 * @throws {AppError} 400 `invalid_request`; 403 `invalid_signature` or `ticket_expired`; 409 `invalid_state` when the
 * upload was confirmed already; 413 `payload_too_large`; 503 `processing_unavailable`
 */
export function acceptUpload(store: FileStore, clock: Clock, request: IncomingMessage): Promise<string> {
  return receiveUpload(request, (fields, file) => {
    const grant = {
      stagingKey: fields.key,
      contentType: fields['Content-Type'],
      sizeBytes: fields.size,
      expires: fields.expires,
    };
    store.signer.checkUpload(grant, fields.signature, clock.now());
    return receiveFile(store, fields, file);
  });
}

function receiveFile(store: FileStore, fields: TicketFields, file: AsyncIterable<Buffer>): Reception<string> {
  const temporary = store.temporaryFiles.create();
  const receive = async () => {
    const { handle } = await temporary;
    if (await store.staged.isSealed(fields.key)) throw alreadyConfirmed();
    await handle.writeFile(exactly(file, Number(fields.size)));
    await handle.sync();
  };
  return {
    received: needingRoom(receive),
    async keep() {
      const { path } = await temporary;
      if (!(await needingRoom(() => store.staged.accept(path, fields.key)))) throw alreadyConfirmed();
      return fields.key;
    },
    async discard() {
      await temporary.then(
        (made) => made.discard(),
        () => {}, // could not be made: `received` says why
      );
    },
  };
}

/** Passes `sizeBytes` bytes on. @throws {AppError} when there are more, or fewer */
async function* exactly(file: AsyncIterable<Buffer>, sizeBytes: number): AsyncGenerator<Buffer> {
  let seen = 0;
  for await (const chunk of file) {
    seen += chunk.length;
    if (seen > sizeBytes) {
      throw new AppError(
        413,
        'payload_too_large',
        `The file is larger than the ${sizeBytes} bytes of its ticket.`,
      );
    }
    yield chunk;
  }
  if (seen < sizeBytes) {
    throw invalidRequest(`The file has ${seen} of the ${sizeBytes} bytes of its ticket.`);
  }
}

function alreadyConfirmed(): AppError {
  return new AppError(
    409,
    'invalid_state',
    'The upload of this ticket was confirmed already; it cannot change.',
  );
}
