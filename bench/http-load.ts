import { connect, type Socket } from 'node:net';
import { percentile } from './single-row.ts';

export interface LoadFigures {
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

export interface LoadOptions {
  url: string;
  /** The headers of each connection. */
  callers: Record<string, string>[];
  seconds: number;
}

/**
 * Sends one GET repeatedly on kept-alive connections, one at a time on each, and times the responses. Implements only
 * the HTTP that this needs, so that it takes little processor time from the server. @throws when a response is not
 * 200
 */
export async function load({ url, callers, seconds }: LoadOptions): Promise<LoadFigures> {
  const { hostname, port, pathname } = new URL(url);
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const asking = callers.map((headers) => {
    const fields = Object.entries({ host: hostname, ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    const request = `GET ${pathname} HTTP/1.1\r\n${fields.join('')}\r\n`;
    return ask(connect(Number(port), hostname), request, end);
  });
  const times = (await Promise.all(asking)).flat();
  const taken = (performance.now() - begin) / 1000;
  return {
    requestsPerSecond: times.length / taken,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  };
}

function ask(socket: Socket, request: string, end: number): Promise<number[]> {
  const times: number[] = [];
  return new Promise((resolve, reject) => {
    let sent = 0;
    let response = '';
    const send = () => {
      if (performance.now() >= end) return socket.end(() => resolve(times));
      sent = performance.now();
      response = '';
      socket.write(request);
    };
    socket.setNoDelay().setEncoding('latin1').once('error', reject).once('connect', send);
    socket.on('data', (part) => {
      response += part;
      const head = response.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(response)?.[1] ?? 0);
      if (head < 0 || response.length < head + 4 + length) return;
      if (!response.startsWith('HTTP/1.1 200')) return reject(new Error(response));
      times.push(performance.now() - sent);
      send();
    });
  });
}
