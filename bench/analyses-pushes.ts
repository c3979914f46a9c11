import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newId } from '#shared/ids.ts';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';
import { photographJpeg } from '#test/support/images.ts';
import { registerPerson } from '#test/support/person.ts';
import { median, type Row } from './imaging-row.ts';
import { single } from './single-row.ts';

const TIMES = 15;

/**
 * Time from the response of `confirm` to the verified frame at the simulated panel, with an analysis in between, on
 * an idle and warm system: api, worker and gateway in one process, real HTTP, MQTT and Postgres, the `rules` planner.
 */
export async function benchPushes(): Promise<Row[]> {
  const site = await serveArticles();
  const app = await startTestApp({
    worker: true,
    gateway: true,
    settings: { LINK_FETCH_ALLOW: '127.0.0.1' },
  });
  try {
    const text = (n: number) => ({ type: 'text', text: `Note ${n}: the water is off on Tuesday, 9 to 12.` });
    const link = (n: number) => ({ type: 'link', url: `${site.url}/articles/${n}` });
    const texts = await push(app, text);
    const links = await push(app, link);
    if (site.leads() < TIMES) throw new Error('the articles were laid out without their pictures');
    return [
      single('text to panel, auto: median', 'ms', median(texts), 250),
      single('article behind a link to panel, auto: median', 'ms', median(links), 1500),
    ];
  } finally {
    await app.close();
    site.close();
  }
}

/**
 * Milliseconds of each push after two that warm up. Each has another picture, because a panel does not fetch the same
 * one again.
 */
async function push(app: TestApp, asset: (n: number) => object): Promise<number[]> {
  const owner = await registerPerson(createClient(app), app.url);
  const { panel } = await owner.panel({ heartbeatMs: 30_000 });
  await panel.command('bound');
  const taken: number[] = [];
  for (let n = -2; n < TIMES; n++) {
    const body = { mode: 'auto', assets: [asset(n)] };
    const created = await owner.sdk.post('/api/sdk/v1/contents', { key: newId(), body });
    const from = panel.events.list.length;
    await owner.confirm(created.body.content.id);
    const started = performance.now();
    const shown = await panel.events.until((one) => one.what === 'frame', { from });
    if (n >= 0) taken.push(performance.now() - started);
    const { processing } = await owner.settled(created.body.content.id);
    // A link that could not be read is shown at once, so its time does not count.
    if (processing.warnings.length > 0) throw new Error(JSON.stringify(processing.warnings));
    if (shown.what === 'frame' && shown.command.kind === 'show')
      await panel.confirmed(shown.command.presentationId, { from });
  }
  await panel.sleep();
  return taken;
}

/** Articles of some length with a lead image, a different one at each address. */
async function serveArticles() {
  const picture = await photographJpeg(1200, 800);
  let leads = 0;
  const server = createServer(({ url = '' }, response) => {
    if (url === '/lead.jpg') {
      leads += 1;
      return response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture);
    }
    return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(article(url));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** How often the lead image was fetched. */
    leads: () => leads,
    close: () => server.close(),
  };
}

const PARAGRAPH =
  'For thirty-one years she wrote down what she could not see. Every evening at six she noted in a school exercise book how far the light reached before the fog took it: to the skerry, to the buoy, to the end of the jetty. Nobody had asked her to.';

function article(path: string): string {
  const title = `The lighthouse keeper who mapped the fog, part ${path.split('/').pop()}`;
  const paragraphs = Array.from({ length: 12 }, (_, n) => `<p>${n + 1}. ${PARAGRAPH}</p>`).join('\n');
  return `<!doctype html><html lang="en"><head><title>${title}</title>
<meta property="og:title" content="${title}"><meta property="og:site_name" content="The Coastal Review">
<meta property="og:image" content="/lead.jpg"><meta name="author" content="Ada Morgan"></head>
<body><nav><a href="/">Home</a></nav><article><h1>${title}</h1>${paragraphs}</article></body></html>`;
}
