import type { AnalysisPorts } from '#modules/library';
import type { Extractor, ExtractorOptions } from '#worker/extract/digest-asset.ts';
import { encodePng } from '#worker/imaging/png.ts';

type Extraction = Pick<
  AnalysisPorts,
  'extractor' | 'digestText' | 'digestBareLink' | 'readImageSize' | 'encodePng'
>;

const loaded = () => import('#worker/extract/digest-asset.ts');

/**
 * Extracts texts and facts from assets. The code is loaded and its child processes are started with the first asset,
 * because it takes 10 MB or more and some processes never read an asset.
 */
export function openExtraction(
  children: number,
  options: Pick<ExtractorOptions, 'texts'> = {},
): Extraction & { close(): Promise<void> } {
  let opened: Promise<Extractor> | undefined;
  const extractor = () => {
    opened ??= loaded().then(({ createExtractor }) => createExtractor({ children, ...options }));
    return opened;
  };
  return {
    extractor: {
      digest: async (input) => (await extractor()).digest(input),
      lookAt: async (bytes, contentType) => (await extractor()).lookAt(bytes, contentType),
    },
    digestText: async (text, now) => (await extractor()).digestText(text, now),
    digestBareLink: async (url) => (await loaded()).digestBareLink(url),
    async readImageSize(bytes, contentType) {
      const { checkImage } = await import('#worker/extract/read-image.ts');
      return checkImage(bytes, contentType);
    },
    encodePng: ({ data, width, height }) => encodePng(data, width, height, 3),
    close: async () => (await opened)?.close(),
  };
}
