import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { type AppError, invalidRequest } from '#shared/errors.ts';
import { MAX_ASSETS, MAX_TEXT_CHARACTERS } from '../contents/asset-rules.ts';
import { assetTooLarge, unreadableBody } from './errors.ts';
import { fieldProblem, type SentOptions } from './push-options.ts';
import {
  linkAsset,
  MAX_TEXT_BYTES,
  type ReceivedAsset,
  type ReceiveLimits,
  receiveAsset,
  textAsset,
} from './receive-asset.ts';

/** Assets, every option, and a few repeated options, which get their own error. */
const MAX_PARTS = MAX_ASSETS + 10;

export interface ReceivedForm {
  assets: ReceivedAsset[];
  fields: SentOptions;
}

/**
 * Reads a multipart form (RFC 7578): every file part an asset, every field `text` or `link` an asset, in the order
 * sent; the other fields are options.
 * @throws {AppError} as `receiveAsset`; `400 invalid_request` for a form that cannot be read or has other fields
 */
export async function receiveForm(request: IncomingMessage, limits: ReceiveLimits): Promise<ReceivedForm> {
  const form = openForm(request);
  const assets: Promise<ReceivedAsset>[] = [];
  const streams: BusboyFileStream[] = [];
  const fields: SentOptions = {};
  const nextIndex = () => {
    if (assets.length >= MAX_ASSETS) throw tooManyAssets();
    return assets.length;
  };
  try {
    await new Promise<void>((resolve, reject) => {
      const attempt = (work: () => void) => {
        try {
          work();
        } catch (error) {
          reject(error);
        }
      };
      form.on('error', () => reject(unreadableBody('is not a well-formed multipart form.')));
      form.on('partsLimit', () => reject(tooManyAssets()));
      finished(request, { writable: false }, (error) => error && reject(unreadableBody('ended early.')));
      form.on('field', (name, value, nameCut, valueCut) =>
        attempt(() => {
          if (nameCut || !name) throw unreadableBody('has a field without a usable name.');
          if (name === 'text' || name === 'link') {
            const assetIndex = nextIndex();
            if (valueCut) throw assetTooLarge(assetIndex, `has more than ${MAX_TEXT_CHARACTERS} characters.`);
            const asset =
              name === 'text' ? textAsset(value, assetIndex) : linkAsset(value.trim(), assetIndex);
            assets.push(Promise.resolve(asset));
          } else takeOption(fields, name, value);
        }),
      );
      form.on('file', (_name, stream, filename, _encoding, contentType) => {
        // Without a listener of its own, a truncated upload ends the process.
        stream.on('error', () => reject(unreadableBody('ended early.')));
        streams.push(stream);
        attempt(() => {
          const source = { bytes: stream, contentType, filename, assetIndex: nextIndex() };
          // One at a time, because each asset has a file open while it is read.
          const asset = Promise.resolve(assets.at(-1)).then(() => receiveAsset(source, limits));
          assets.push(asset);
          asset.catch(reject);
        });
      });
      form.on('finish', resolve);
      request.pipe(form);
    });
    if (assets.length === 0) throw unreadableBody('has no file, text or link: there is nothing to push.');
    return { assets: await Promise.all(assets), fields };
  } catch (error) {
    request.unpipe(form);
    for (const stream of streams) stream.destroy();
    // The current asset may have opened an object, which is discarded once the asset has ended.
    await Promise.allSettled(assets);
    throw error;
  }
}

function takeOption(fields: SentOptions, name: string, value: string): void {
  const problem = fieldProblem(name);
  if (problem) throw invalidRequest('The form has a field that is not of a push.', [problem]);
  const option = name as keyof SentOptions;
  if (fields[option] !== undefined)
    throw invalidRequest('The form has an option twice.', [{ path: name, message: 'must be given once.' }]);
  fields[option] = value;
}

function openForm(request: IncomingMessage): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      isPartAFile: (_name, contentType, filename) =>
        filename !== undefined || contentType === 'application/octet-stream',
      limits: {
        fieldNameSize: 100,
        fieldSize: MAX_TEXT_BYTES,
        parts: MAX_PARTS,
        headerPairs: 20,
        headerSize: 8 * 1024,
      },
    });
  } catch {
    throw unreadableBody('is not a multipart form.');
  }
}

function tooManyAssets(): AppError {
  return invalidRequest('The form has too many parts.', [
    { path: 'assets', message: `must be at most ${MAX_ASSETS}.` },
  ]);
}
