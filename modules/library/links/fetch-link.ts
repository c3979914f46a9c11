import { Client } from 'undici';
import { brand } from '#shared/brand.ts';
import { type AddressGuardOptions, createAddressGuard } from '#shared/links/address-guard.ts';
import { LinkError } from '#shared/links/link-error.ts';
import { toLinkError } from '#shared/links/to-link-error.ts';
import { readBody } from './read-body.ts';

export { LinkError, type LinkFailure } from '#shared/links/link-error.ts';

/** The response of a link's target. */
export interface FetchedLink {
  /** The final address, after redirects. */
  url: string;
  /** Lower case, without parameters. */
  contentType: string;
  charset: string | null;
  bytes: Uint8Array;
}

export interface LinkClient {
  /**
   * Fetches an address that a user has chosen, without cookies, credentials and referrer.
   * @param accept accepted content types; the body of others is not read
   * @throws {LinkError} for every failure
   */
  fetch(address: string, accept: readonly string[]): Promise<FetchedLink>;
}

/** `allow` comes from LINK_FETCH_ALLOW. */
export interface LinkClientOptions extends AddressGuardOptions {
  /** Milliseconds for everything, redirects included. */
  totalMs?: number;
  /** Bytes of a body, before and after decompression. */
  maxBytes?: number;
}

const MAX_REDIRECTS = 3;
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);
const MAX_ADDRESS_CHARACTERS = 8192;

export function createLinkClient({
  totalMs = 15_000,
  maxBytes = 5 * 1024 * 1024,
  ...options
}: LinkClientOptions): LinkClient {
  const guard = createAddressGuard(options);

  async function follow(
    address: string,
    accept: readonly string[],
    signal: AbortSignal,
  ): Promise<FetchedLink> {
    let url = parse(address);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      guard.check(url);
      const client = new Client(url.origin, {
        connect: guard.connectorFor(url),
        pipelining: 0,
        headersTimeout: totalMs,
        bodyTimeout: totalMs,
      });
      try {
        const response = await request(client, url, accept, signal);
        if (response.found)
          return { ...response.found, bytes: await readBody(response.body, response.encoding, maxBytes) };
        url = parse(response.location, url);
      } finally {
        client.destroy().catch(() => {});
      }
    }
    throw new LinkError('too_many_redirects', `the link redirects more than ${MAX_REDIRECTS} times`);
  }

  return {
    async fetch(address, accept) {
      const signal = AbortSignal.timeout(totalMs);
      try {
        return await follow(address, accept, signal);
      } catch (error) {
        throw toLinkError(error, signal);
      }
    },
  };
}

type LinkResponse =
  | { found: Omit<FetchedLink, 'bytes'>; body: NodeJS.ReadableStream; encoding: string }
  | { found: null; location: string };

async function request(
  client: Client,
  url: URL,
  accept: readonly string[],
  signal: AbortSignal,
): Promise<LinkResponse> {
  const { statusCode, headers, body } = await client.request({
    method: 'GET',
    path: url.pathname + url.search,
    headers: {
      accept: `${accept.join(', ')}, */*;q=0.1`,
      'accept-encoding': 'gzip, deflate, br',
      'user-agent': `Mozilla/5.0 (compatible; ${brand.name}/1.0; link preview)`,
    },
    signal,
  });
  const location = single(headers.location);
  if (REDIRECT_STATUSES.has(statusCode) && location !== '') {
    body.on('error', () => {});
    return { found: null, location };
  }
  const [contentType, charset] = parseContentType(single(headers['content-type']));
  const failure =
    statusCode < 200 || statusCode > 299
      ? new LinkError('refused', `the server responded with ${statusCode}`)
      : accept.includes(contentType)
        ? null
        : new LinkError(
            'unsupported_type',
            `the target of the link has an unsupported type (${contentType})`,
          );
  if (failure) {
    body.on('error', () => {});
    throw failure;
  }
  return {
    found: { url: url.href, contentType, charset },
    body,
    encoding: single(headers['content-encoding']),
  };
}

function parse(address: string, base?: URL): URL {
  if (address.length > MAX_ADDRESS_CHARACTERS || !URL.canParse(address, base?.href)) {
    throw new LinkError('bad_address', 'the link is not a valid address');
  }
  const url = new URL(address, base);
  url.hash = '';
  return url;
}

function single(header: string | string[] | undefined): string {
  return (Array.isArray(header) ? header[0] : header) ?? '';
}

/** Without a content type, the response is probably a page. */
function parseContentType(header: string): [string, string | null] {
  const type = /^\s*([\w.+-]+\/[\w.+-]+)/.exec(header)?.[1]?.toLowerCase() ?? 'text/html';
  const charset = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(header)?.[1] ?? null;
  return [type.slice(0, 100), charset];
}
