import { posix } from 'node:path';
import { text } from 'node:stream/consumers';
import { createContext, SourceTextModule } from 'node:vm';

/** Runs the client, whose modules come as JSON on standard input, in a context with web globals alone. */
const scripts = JSON.parse(await text(process.stdin));
const context = createContext({
  ...{
    AbortController,
    AbortSignal,
    Blob,
    File,
    FormData,
    Response,
    TextDecoderStream,
    URL,
    URLSearchParams,
  },
  ...{ clearTimeout, crypto, fetch, print: (line) => console.log(line), setTimeout, url: process.argv[2] },
});
const modules = new Map();
const moduleAt = (path, source = scripts[path]) => {
  if (!modules.has(path)) modules.set(path, new SourceTextModule(source, { context, identifier: path }));
  return modules.get(path);
};
const page = moduleAt(
  'page-of-a-browser.js',
  `import { Placard } from './index.js';
  for await (const { name } of new Placard({ url, token: 'plc_pat_x' }).displays.list()) print(name);`,
);
await page.link((specifier, { identifier }) => moduleAt(posix.join(posix.dirname(identifier), specifier)));
await page.evaluate();
