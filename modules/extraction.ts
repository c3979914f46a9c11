import type { AnalysisPorts } from '#modules/library';
import type { Extractor, ExtractorOptions } from '#worker/extract/digest-asset.ts';
import { createExtractor, digestBareLink } from '#worker/extract/digest-asset.ts';
import { readImage } from '#worker/extract/read-image.ts';
import { encodePng } from '#worker/imaging/png.ts';

type Extraction = Pick<
  AnalysisPorts,
  'extractor' | 'digestText' | 'digestBareLink' | 'readImageSize' | 'encodePng'
>;

/** What reads material. The readers are started with the first asset, so that processes that read none have none. */
export function openExtraction(
  children: number,
  options: Pick<ExtractorOptions, 'texts'> = {},
): Extraction & { close(): Promise<void> } {
  let opened: Extractor | undefined;
  const extractor = () => {
    opened ??= createExtractor({ children, ...options });
    return opened;
  };
  return {
    extractor: {
      digest: (input) => extractor().digest(input),
      lookAt: (bytes, contentType) => extractor().lookAt(bytes, contentType),
    },
    digestText: (text, now) => extractor().digestText(text, now),
    digestBareLink,
    async readImageSize(bytes, contentType) {
      const { width, height } = await readImage(bytes, contentType);
      return { width, height };
    },
    encodePng: ({ data, width, height }) => encodePng(data, width, height, 3),
    close: async () => opened?.close(),
  };
}
