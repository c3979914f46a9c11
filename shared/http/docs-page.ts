import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brand } from '../brand.ts';
import { type Route, type RouteResponse, route } from './route.ts';

/**
 * The page loads from this server alone and runs no inline script. Swagger UI draws its icons from `data:` addresses
 * and sets styles through the DOM, which a policy for style sheets does not touch.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const DOCS_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${brand.name} API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

const START_SCRIPT = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'none',
  persistAuthorization: false,
  validatorUrl: null,
});
`;

/** `/openapi.json`, and a page to read it and try it out. `document` is called once, when first needed. */
export function docsRoutes(document: () => object): Route[] {
  let bytes: Buffer | undefined;
  const description = () => {
    bytes ??= Buffer.from(JSON.stringify(document()));
    return bytes;
  };
  return [
    page('/openapi.json', 'Read this description as OpenAPI 3.1', 'application/json', async () =>
      description(),
    ),
    page('/docs', 'Read this description as a page', 'text/html', async () => DOCS_PAGE),
    page('/docs/start.js', 'Read the script of the page', 'text/javascript', async () => START_SCRIPT),
    ...['swagger-ui-bundle.js', 'swagger-ui.css'].map((name) => {
      const type = name.endsWith('.css') ? 'text/css' : 'text/javascript';
      return page(`/docs/${name}`, 'Read a part of the page', type, packaged(name));
    }),
  ];
}

function page(path: string, summary: string, type: string, content: () => Promise<string | Buffer>): Route {
  return route(
    {
      method: 'get',
      path,
      summary,
      tag: 'operations',
      auth: 'public',
      responses: { 200: { description: 'The file.', contentType: type } },
    },
    async (): Promise<RouteResponse> => ({
      body: await content(),
      headers: {
        'Content-Type': `${type}; charset=utf-8`,
        'Content-Security-Policy': CONTENT_SECURITY_POLICY,
        'Cache-Control': 'no-cache',
      },
    }),
  );
}

/** A file of swagger-ui-dist, read once. All readers share its bytes. */
function packaged(name: string): () => Promise<Buffer> {
  let content: Promise<Buffer> | undefined;
  return () => {
    content ??= readFile(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`)));
    return content;
  };
}
