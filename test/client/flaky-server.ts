import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FlakyServer {
  url: string;
  /** Method, path, headers and body of each request, in the order in which they came. */
  requests: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[];
  close(): Promise<void>;
}

/** A server that answers each request with the next of `answers`, and the last one from then on. */
export async function startFlakyServer(
  responses: ((request: IncomingMessage, response: ServerResponse) => void)[],
): Promise<FlakyServer> {
  const requests: FlakyServer['requests'] = [];
  const server = createServer(async (request, response) => {
    const respond = responses[Math.min(requests.length, responses.length - 1)];
    const entry = { method: request.method!, path: request.url!, headers: request.headers, body: '' };
    requests.push(entry);
    for await (const chunk of request) entry.body += chunk;
    respond?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

export const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  json(status, { error: { code, message: `It is ${code}.`, requestId: 'req_1' } }, headers);

export const hangUp = (request: IncomingMessage) => void request.socket.destroy();
