import { connect } from 'node:net';

/** The state of a panel in the generator. */
export interface PollingPanel {
  id: string;
  key: string;
  /** The name of its picture. */
  name: string | null;
}

/** The cost of one wake: a request for the wanted picture, and its download when it is a new one. */
export interface Wake {
  displayMs: number;
  /** Null when the panel has the picture already. */
  pictureMs: number | null;
  /** Bytes of HTTP in both directions. */
  bytes: number;
}

interface Answer {
  body: Buffer;
  bytes: number;
  ms: number;
}

/** One wake of current firmware: each request has its own connection, which the panel ends. */
export async function wake(panel: PollingPanel, server: string): Promise<Wake> {
  const headers = {
    ID: panel.id,
    'Content-Type': 'application/json',
    'Access-Token': panel.key,
    'Refresh-Rate': '900',
    'Battery-Voltage': '4.05',
    'FW-Version': '1.8.15',
    RSSI: '-61',
    Width: '800',
    Height: '480',
    Model: 'og',
    'Image-Cached': String(panel.name !== null),
    'Wake-Time': '4200',
  };
  const display = await get(`${server}/api/display`, headers);
  const { image_url, filename } = JSON.parse(display.body.toString('utf8'));
  if (filename === panel.name) return { displayMs: display.ms, pictureMs: null, bytes: display.bytes };
  const picture = await get(image_url, { 'Accept-Encoding': 'identity', ID: panel.id });
  panel.name = filename;
  return { displayMs: display.ms, pictureMs: picture.ms, bytes: display.bytes + picture.bytes };
}

/** Sends a request and times it from the connect to the last byte. @throws when the response is not 200 */
function get(url: string, headers: Record<string, string>): Promise<Answer> {
  const { hostname, port, pathname, search, host } = new URL(url);
  const fields = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${pathname}${search} HTTP/1.1\r\n${fields.join('')}\r\n`;
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    let response = Buffer.alloc(0);
    const socket = connect(Number(port), hostname, () => socket.write(request));
    socket.setNoDelay().once('error', reject);
    socket.on('data', (part) => {
      response = Buffer.concat([response, part]);
      const head = response.indexOf('\r\n\r\n') + 4;
      const [, length] = /content-length: (\d+)/i.exec(response.toString('latin1', 0, head)) ?? [];
      if (head < 4 || !length || response.length < head + Number(length)) return;
      const ms = performance.now() - begun;
      socket.end();
      if (response.toString('latin1', 9, 12) !== '200') return reject(new Error(response.toString('latin1')));
      resolve({ body: response.subarray(head), bytes: request.length + response.length, ms });
    });
  });
}
