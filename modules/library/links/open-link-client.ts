import type { LinkClient, LinkClientOptions } from './fetch-link.ts';

/** Loads the client with the first link, because most processes never fetch one. */
export function openLinkClient(options: LinkClientOptions): LinkClient {
  let opened: Promise<LinkClient> | undefined;
  return {
    async fetch(address, accept) {
      opened ??= import('./fetch-link.ts').then(({ createLinkClient }) => createLinkClient(options));
      return (await opened).fetch(address, accept);
    },
  };
}
