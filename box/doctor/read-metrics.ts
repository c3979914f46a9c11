import { type Config, reachableHost } from '#shared/config.ts';
import { RESPONSE_TIMEOUT_MS } from './response-timeout.ts';

export type Metrics = Map<string, number>;

/**
 * Values of `/metrics` of the api on this machine, by name and labels as they stand there; null while none responds, or
 * another program does.
 */
export async function readMetrics(config: Config): Promise<Metrics | null> {
  const url = `http://${reachableHost(config.HTTP_HOST)}:${config.HTTP_PORT}/metrics`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
    const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    if (!lines.some((line) => line.startsWith('placard_'))) return null;
    return new Map(
      lines.map((line) => {
        const end = line.lastIndexOf(' ');
        return [line.slice(0, end), Number(line.slice(end + 1))];
      }),
    );
  } catch {
    return null;
  }
}
