import { HEIGHT, type Picture, pictureOf, WIDTH } from '#client/panel/frame.ts';
import { loadZxing, type Zxing } from '#shared/zxing.ts';

const BMP_HEADER_BYTES = 62;

/** Decodes a file as the screen shows it: a PNG, or a BMP with one bit per pixel, whose rows are from bottom to top. */
export function decodeScreen(file: Buffer): Picture {
  if (file.toString('latin1', 0, 2) !== 'BM') return pictureOf({ format: 'png', bytes: file, sha256: '' });
  const stride = WIDTH / 8;
  const rows = Array.from({ length: HEIGHT }, (_, y) =>
    file.subarray(BMP_HEADER_BYTES + y * stride, BMP_HEADER_BYTES + (y + 1) * stride),
  );
  return pictureOf({ format: 'raw1', bytes: Buffer.concat(rows.reverse()), sha256: '' });
}

/** Reads a QR code on the screen, as a phone does. Returns the claim page that it leads to, or null. */
export async function readClaimPage({
  width,
  height,
  grey,
}: Picture): Promise<{ code: string; url: string } | null> {
  const data = new Uint8ClampedArray(width * height * 4);
  for (const [pixel, value] of grey.entries()) data.set([value, value, value, 255], 4 * pixel);
  const { readBarcodes } = await loadZxing();
  const found = await readBarcodes(
    { data, width, height, colorSpace: 'srgb' } as Parameters<Zxing['readBarcodes']>[0],
    {
      formats: ['QRCode'],
    },
  );
  for (const { text: url } of found) {
    const code = URL.canParse(url) && /\/claim\?code=([A-Z0-9]+)$/.exec(url)?.[1];
    if (code) return { code, url };
  }
  return null;
}
