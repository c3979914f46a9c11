const CHUNK_CHARACTERS = 4_096;

/**
 * The PNG for terminals with kitty's graphics protocol: transmitted and shown at once (`a=T`) as PNG (`f=100`), as wide as
 * `columns`, without a response (`q=2`).
 */
export function drawKitty(png: Uint8Array, columns: number): string {
  const data = Buffer.from(png.buffer, png.byteOffset, png.length).toString('base64');
  let text = '';
  for (let at = 0; at < data.length; at += CHUNK_CHARACTERS) {
    const keys = at === 0 ? `a=T,f=100,q=2,c=${columns},` : '';
    const hasMore = at + CHUNK_CHARACTERS < data.length ? 1 : 0;
    text += `\x1b_G${keys}m=${hasMore};${data.slice(at, at + CHUNK_CHARACTERS)}\x1b\\`;
  }
  return `${text}\n`;
}
