import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Clock } from '../clock.ts';
import { AppError, invalidRequest } from '../errors.ts';
import { reportDiskFull } from './durable-file.ts';
import type { FileStore } from './file-store.ts';
import { receiveUpload, type TicketFields, type UploadSink } from './receive-upload.ts';

export interface AcceptedUpload {
  stagingKey: string;
  /** SHA-256 of the bytes, lower-case hex. */
  sha256: string;
}

/**
 * Receives one upload by ticket and resolves once its bytes are durable. A refused upload leaves nothing behind. The
 * headers of the file part (name, type) are ignored.
 * @throws {AppError} 400 `invalid_request`; 403 `invalid_signature` or `ticket_expired`; 409 `invalid_state` when other
 * bytes were confirmed already; 413 `payload_too_large`; 503 `processing_unavailable`
 */
export function acceptUpload(
  store: FileStore,
  clock: Clock,
  request: IncomingMessage,
): Promise<AcceptedUpload> {
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

function receiveFile(
  store: FileStore,
  fields: TicketFields,
  file: AsyncIterable<Buffer>,
): UploadSink<AcceptedUpload> {
  const hash = createHash('sha256');
  const temporary = store.temporaryFiles.create();
  const receive = async () => {
    const { handle } = await temporary;
    await handle.writeFile(exactBytes(file, Number(fields.size), hash));
    await handle.sync();
  };
  return {
    written: reportDiskFull(receive),
    async keep() {
      const { path } = await temporary;
      const sha256 = hash.digest('hex');
      if (!(await reportDiskFull(() => store.staged.accept(path, fields.key, sha256))))
        throw alreadyConfirmed();
      return { stagingKey: fields.key, sha256 };
    },
    async discard() {
      await temporary.then(
        (made) => made.discard(),
        () => {}, // it was not created: `receive` reports the error
      );
    },
  };
}

/** Passes the file through and hashes it. @throws {AppError} unless it has `sizeBytes` bytes */
async function* exactBytes(
  file: AsyncIterable<Buffer>,
  sizeBytes: number,
  hash: Hash,
): AsyncGenerator<Buffer> {
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
    hash.update(chunk);
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
