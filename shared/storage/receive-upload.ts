import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { type AppError, invalidRequest } from '../errors.ts';

/** The five fields of a ticket, and nothing else. */
const FIELDS = ['key', 'Content-Type', 'size', 'expires', 'signature'] as const;

export type TicketFields = Record<(typeof FIELDS)[number], string>;

/** What becomes of the file part: begun once all fields are known, settled once the form has ended well. */
export interface UploadSink<T> {
  /** Resolves when `file` has been read to its end. */
  written: Promise<void>;
  /** Called when the form turned out to be complete. */
  keep(): Promise<T>;
  /** Called instead of `keep` when it was not. */
  discard(): Promise<void>;
}

/**
 * Reads a multipart form (RFC 7578): the ticket's fields, then one file, then its end. The bytes go through `begin`
 * as they come. Whatever is wrong with the form is thrown after `discard`.
 * @throws {AppError} 400 `invalid_request`, or what `begin` and the reception threw
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
        else if (!isTicketField(name) || nameCut) reject(malformed('has a field that is not of the ticket.'));
        else if (fields.has(name) || valueCut) reject(malformed(`has the field ${name} twice or too long.`));
        else fields.set(name, value);
      });
      form.on('file', (_name, stream) => {
        // Without a listener of its own, a truncated upload ends the process.
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
