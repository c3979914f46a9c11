/**
 * The text of a header value. Node decodes header bytes as Latin-1, but clients send UTF-8 or encoded words (RFC 2047,
 * section 2). Anything else is read as Latin-1; an encoded word that cannot be decoded is left unchanged.
 */
export function headerText(value: string): string {
  return decodeWords(decodeBytes(Buffer.from(value, 'latin1'), 'utf-8') ?? value).trim();
}

/** The file name of a `Content-Disposition` header (RFC 6266): `filename*` takes precedence over `filename`. */
export function dispositionFilename(header: string | undefined): string | undefined {
  if (!header) return undefined;
  const [, charset, encoded] = /;\s*filename\*\s*=\s*([\w-]+)'[\w-]*'([^;\s]+)/i.exec(header) ?? [];
  if (charset && encoded) {
    const decoded = decodeBytes(percentDecoded(encoded), charset);
    if (decoded !== null) return decoded;
  }
  const [, quoted, plain] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^";\s]+))/i.exec(header) ?? [];
  const name = quoted?.replace(/\\(.)/g, '$1') ?? plain;
  return name === undefined ? undefined : headerText(name);
}

function decodeWords(text: string): string {
  // White space between two encoded words belongs to neither.
  const joined = text.replace(/\?=[ \t]+=\?/g, '?==?');
  return joined.replace(
    /=\?([\w-]{1,40})\?([BQ])\?([^?]+)\?=/gi,
    (word, charset: string, encoding: string, content: string) => {
      const bytes = encoding.toUpperCase() === 'B' ? base64Decoded(content) : quotedDecoded(content);
      return (bytes && decodeBytes(bytes, charset)) ?? word;
    },
  );
}

/** Null unless the text is Base64; Node would decode parts of other texts. */
function base64Decoded(text: string): Buffer | null {
  return /^[a-z\d+/]+={0,2}$/i.test(text) ? Buffer.from(text, 'base64') : null;
}

/** Null unless the text is in the encoding "Q" (RFC 2047, section 4.2). */
function quotedDecoded(text: string): Buffer | null {
  if (/=(?![0-9a-f]{2})/i.test(text)) return null;
  return percentDecoded(text.replaceAll('_', ' ').replaceAll('%', '=25').replaceAll('=', '%'));
}

function percentDecoded(text: string): Buffer {
  const latin1 = text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(latin1, 'latin1');
}

/** Null when the charset is unknown or the bytes are not valid in it. */
function decodeBytes(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
