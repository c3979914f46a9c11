/** Follows redirects as a browser does, cookies included, up to an address that no server has. */
export interface Browser {
  cookies: Map<string, string>;
  /** The attributes of every cookie that was set, in order. */
  setCookies: string[];
  /** Every address that was visited. */
  visited: URL[];
  get(url: string): Promise<Response>;
  post(url: string, form: Record<string, string>): Promise<Response>;
  /**
   * Signs in from `start`. `leave` is called with the address of our callback, before it is visited. Returns where
   * the last redirect leads.
   */
  signIn(start: string, options?: { leave?: (callback: URL) => void; formPost?: boolean }): Promise<URL>;
}

export function openBrowser(): Browser {
  const cookies = new Map<string, string>();
  const setCookies: string[] = [];
  const visited: URL[] = [];

  async function send(url: string, init: RequestInit): Promise<Response> {
    visited.push(new URL(url));
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: { ...(cookie && { cookie }), ...(init.headers as object) },
    });
    for (const line of response.headers.getSetCookie()) {
      setCookies.push(line);
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? [];
      if (line.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }

  const browser: Browser = {
    cookies,
    setCookies,
    visited,
    get: (url) => send(url, {}),
    post: (url, form) => send(url, { method: 'POST', body: new URLSearchParams(form) }),
    async signIn(start, { leave, formPost = false } = {}) {
      const consent = location(await browser.get(start));
      const callback = location(await browser.get(consent.href));
      leave?.(callback);
      const form = Object.fromEntries(callback.searchParams);
      const last = formPost
        ? await browser.post(callback.origin + callback.pathname, form)
        : await browser.get(callback.href);
      return location(last);
    },
  };
  return browser;
}

/** Where a redirect leads. */
export function location(response: Response): URL {
  if (response.status !== 302) throw new Error(`${response.url} returned ${response.status}, no redirect`);
  return new URL(response.headers.get('location') ?? '');
}

/** The values that a redirect hands over in its fragment. */
export function fragment(url: URL): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
}
