import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { type AppError, invalidRequest } from '../errors.ts';

/** The five fields of a ticket. No others are allowed. */
const FIELDS = ['key', 'Content-Type', 'size', 'expires', 'signature'] as const;

export type TicketFields = Record<(typeof FIELDS)[number], string>;

/** Receives the file part. Created when all fields are known; kept or discarded at the end of the form. */
export interface UploadSink<T> {
  /** Resolves when `file` has been read to its end. */
  written: Promise<void>;
  /** Called when the form was complete. */
  keep(): Promise<T>;
  /** Called in any case at the end; after `keep` it removes nothing. */
  discard(): Promise<void>;
}

/**
 * Reads a multipart form (RFC 7578): the fields of a ticket, then one file. The file is streamed to the sink that `begin`
 * returns. An error of the form is thrown after `discard`.
 * @throws {AppError} 400 `invalid_request`, or the errors of `begin` and of the sink
 */
export async function receiveUpload<T>(
  request: IncomingMessage,
  begin: (fields: TicketFields, file: AsyncIterable<Buffer>) => UploadSink<T>,
): Promise<T> {
  const form = openForm(request);
  const fields = new Map<string, string>();
  let file: BusboyFileStream | undefined;
  let reception: UploadSink<T> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      form.on('error', () => reject(malformed('is not a well-formed multipart form.')));
      form.on('partsLimit', () => reject(malformed('has too many parts.')));
      finished(request, { writable: false }, (error) => error && reject(malformed('ended early.')));
      form.on('field', (name, value, nameCut, valueCut) => {
        if (reception) reject(malformed('has a field after the file; the file comes last.'));
        else if (!isTicketField(name) || nameCut)
          reject(malformed('has a field that the ticket does not have.'));
        else if (fields.has(name) || valueCut) reject(malformed(`has the field ${name} twice or too long.`));
        else fields.set(name, value);
      });
      form.on('file', (_name, stream) => {
        // Without a listener, the error of a truncated upload would end the process.
        stream.on('error', () => reject(malformed('ended early.')));
        if (reception) return reject(malformed('has several files.'));
        file = stream;
        try {
          reception = begin(complete(fields), stream);
          reception.written.catch(reject);
        } catch (error) {
          reject(error);
        }
      });
      form.on('finish', () => {
        if (reception) reception.written.then(resolve, reject);
        else reject(malformed('has no file.'));
      });
      request.pipe(form);
    });
    if (!reception) throw malformed('has no file.');
    return await reception.keep();
  } catch (error) {
    file?.destroy(error as Error);
    await reception?.written.catch(() => {});
    throw error;
  } finally {
    await reception?.discard();
  }
}

function openForm(request: IncomingMessage): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      isPartAFile: (name, _type, filename) => filename !== undefined || name === 'file',
      limits: { fieldSize: 1024, parts: 16, headerPairs: 20, headerSize: 8 * 1024 },
    });
  } catch {
    throw malformed('is not a multipart form.');
  }
}

function isTicketField(name: string | undefined): name is keyof TicketFields {
  return (FIELDS as readonly (string | undefined)[]).includes(name);
}

function complete(fields: Map<string, string>): TicketFields {
  const missing = FIELDS.filter((name) => !fields.has(name));
  if (missing.length > 0) {
    const problems = missing.map((path) => ({ path, message: 'must come before the file.' }));
    throw invalidRequest('The upload lacks fields of its ticket before the file.', problems);
  }
  return Object.fromEntries(fields) as TicketFields;
}

function malformed(what: string): AppError {
  return invalidRequest(`The upload ${what}`);
}
