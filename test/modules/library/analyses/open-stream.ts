import { within } from '#test/support/until.ts';
export interface Frame {
  id?: string;
  event?: string;
  data?: any;
}

export interface OpenStream {
  status: number;
  headers: Headers;
  /** Everything that has come so far, comments too. */
  raw(): string;
  /** Frames as they come; ends when the server closes. */
  frames: Frame[];
  /** Resolves when a frame is there that fits. */
  until(fits: (frame: Frame) => boolean): Promise<Frame>;
  /** Resolves when the server has closed the stream. */
  closed(): Promise<void>;
  abort(): void;
}

/** Follows an event stream as a browser would. */
export async function openStream(
  url: string,
  token: string,
  headers: Record<string, string> = {},
): Promise<OpenStream> {
  const controller = new AbortController();
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', ...headers },
    signal: controller.signal,
  });
  const frames: Frame[] = [];
  const waiting = new Set<() => void>();
  let text = '';
  let ended = false;
  const tell = () => {
    for (const wake of waiting) wake();
  };
  const end = (async () => {
    let rest = '';
    try {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
        text += chunk;
        const parts = (rest + chunk).split('\n\n');
        rest = parts.pop() ?? '';
        frames.push(...parts.filter((part) => !part.startsWith(':')).map(parseFrame));
        tell();
      }
    } catch {
      // Cut: by the server, or by the test itself.
    }
    ended = true;
    tell();
  })();
  return {
    status: response.status,
    headers: response.headers,
    raw: () => text,
    frames,
    closed: () => within(() => `the end of a stream; what came: ${text}`, end),
    until(fits) {
      const come = async (): Promise<Frame> => {
        for (;;) {
          const found = frames.find(fits);
          if (found) return found;
          if (ended) throw new Error(`the stream ended without it: ${text}`);
          await new Promise<void>((resolve) => waiting.add(resolve));
        }
      };
      return within(() => `a frame of a stream that fits; what came: ${text}`, come());
    },
    abort: () => controller.abort(),
  };
}

function parseFrame(part: string): Frame {
  const fields = part.split('\n').map((line) => {
    const colon = line.indexOf(': ');
    return [line.slice(0, colon), line.slice(colon + 2)];
  });
  const frame: Frame = Object.fromEntries(fields);
  return { ...frame, ...(frame.data && { data: JSON.parse(frame.data) }) };
}
