import { clipText } from '../clip-text.ts';
import type { PlannedAsset, PlannedContent } from '../planner.ts';
import { pictureOf } from '../rules/page-candidate.ts';
import { BYTES_PER_TOKEN } from './budget.ts';
import type { Labels } from './labels.ts';
import type { References } from './template-schema.ts';

/** Most text of one asset that is sent, even if there is more room. */
const MAX_TEXT_CHARACTERS = 12_000;
const MIN_TEXT_CHARACTERS = 300;
/** Characters of an asset besides its text. */
const ASSET_OVERHEAD_CHARACTERS = 700;

export interface MaterialLabels extends References {
  contents: Labels<PlannedContent>;
}

/** Escapes the line separators that JSON does not escape. */
function oneLine(json: string): string {
  return json.replace(/[\u0085\u2028\u2029]/g, ' ');
}

interface FencedMaterial {
  content: PlannedContent;
  assets: PlannedAsset[];
}

/**
 * The material as data: one line of JSON per content, so that no text can end its own quotation, between two lines that
 * contain a random word of this run. Texts are cut to share `tokens`.
 */
export function fenceMaterial(
  contents: PlannedContent[],
  labels: MaterialLabels,
  { tokens, fence }: { tokens: number; fence: string },
): string {
  const room = tokens * BYTES_PER_TOKEN;
  const included = firstAssets(
    contents,
    Math.max(1, Math.floor(room / (ASSET_OVERHEAD_CHARACTERS + MIN_TEXT_CHARACTERS))),
  );
  const count = included.reduce((sum, { assets }) => sum + assets.length, 0);
  const bytes = Math.min(
    MAX_TEXT_CHARACTERS,
    Math.max(MIN_TEXT_CHARACTERS, Math.floor(room / Math.max(1, count)) - ASSET_OVERHEAD_CHARACTERS),
  );
  const lines = included.map((content) => oneLine(JSON.stringify(describe(content, labels, bytes))));
  return [`BEGIN MATERIAL ${fence}`, ...lines, `END MATERIAL ${fence}`].join('\n');
}

/** The contents with their first `maxAssets` assets; there is no room for more. */
function firstAssets(contents: PlannedContent[], maxAssets: number): FencedMaterial[] {
  let left = maxAssets;
  return contents.flatMap((content) => {
    const assets = content.assets.slice(0, left);
    left -= assets.length;
    return assets.length === 0 ? [] : [{ content, assets }];
  });
}

function describe({ content, assets }: FencedMaterial, labels: MaterialLabels, bytes: number) {
  return {
    content: labels.contents.of(content, content.id),
    title: content.title,
    added: content.createdAt.toISOString(),
    assets: assets.map((asset) => describeAsset(asset, labels, bytes)),
  };
}

function describeAsset(asset: PlannedAsset, { pictures, links }: References, bytes: number) {
  const { type, filename, digest } = asset;
  const { shape, title, summary, text, language, author, siteName, publishedAt, pages, url, image } = digest;
  const picture = pictureOf(asset);
  return {
    type,
    shape,
    title,
    summary: summary === text ? undefined : summary,
    text: withinBytes(text, bytes),
    language,
    author: author ?? undefined,
    siteName: siteName ?? undefined,
    publishedAt: publishedAt ?? undefined,
    pages: pages ?? undefined,
    filename: filename ?? undefined,
    link: url !== null && isShowable(url) ? links.of(url, url) : undefined,
    picture: picture
      ? {
          label: pictures.of(picture, picture.fileId),
          width: picture.width,
          height: picture.height,
          tones: image?.tones.slice(0, 4),
        }
      : undefined,
  };
}

/** Whether a QR code may contain this address. */
function isShowable(url: string): boolean {
  return url.length <= 2048 && /^https?:\/\//i.test(url) && URL.canParse(url);
}

function withinBytes(text: string, bytes: number): string {
  const share = bytes / Math.max(1, Buffer.byteLength(text));
  return share >= 1 ? text : clipText(text, Math.floor(text.length * share));
}
