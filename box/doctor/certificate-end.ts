import { connect } from 'node:tls';

const TLS_LIMIT_MS = 20_000;

/** When a server's certificate expires, trusted or not; null without TLS or a response. */
export function certificateEnd(url: string): Promise<Date | null> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'https:') return Promise.resolve(null);
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = connect({ host, port: Number(port || 443), servername: host, rejectUnauthorized: false });
    const end = (date: Date | null) => {
      socket.destroy();
      resolve(date);
    };
    socket.setTimeout(TLS_LIMIT_MS, () => end(null));
    socket.once('error', () => end(null));
    socket.once('secureConnect', () => end(new Date(socket.getPeerCertificate().valid_to)));
  });
}
