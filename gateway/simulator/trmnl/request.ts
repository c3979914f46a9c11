import { request as httpRequest } from 'node:http';

export interface HttpResult {
  status: number;
  contentType: string;
  body: Buffer;
}

export interface HttpCall {
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  /** Loses power after this number of bytes of the response. */
  cutAfter?: number | undefined;
  timeoutMs: number;
}

/** The panel lost power while it received a response. */
export class PowerCutError extends Error {}

/**
 * Sends one request on a new connection, like the firmware: it reads as many bytes as `Content-Length` declares and then
 * ends the connection. When power is lost, the connection is reset. Redirects are not followed.
 */
export function request(
  url: string,
  { method = 'GET', headers, body, cutAfter, timeoutMs }: HttpCall,
): Promise<HttpResult> {
  return new Promise((resolve, reject) => {
    const call = httpRequest(url, { method, headers, agent: false, timeout: timeoutMs });
    call.once('error', reject);
    call.once('timeout', () => call.destroy(new Error('timed out')));
    call.once('response', (response) => {
      const parts: Buffer[] = [];
      let length = 0;
      response.on('data', (part: Buffer) => {
        parts.push(part);
        length += part.length;
        if (cutAfter === undefined || length < cutAfter) return;
        response.socket.resetAndDestroy();
        reject(new PowerCutError('power lost'));
      });
      response.once('error', reject);
      response.once('end', () => {
        const { statusCode: status = 0 } = response;
        const contentType = String(response.headers['content-type'] ?? '');
        response.socket.end();
        resolve({ status, contentType, body: Buffer.concat(parts) });
      });
    });
    call.end(body);
  });
}
