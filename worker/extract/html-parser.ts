import { createRequire } from 'node:module';

type ParseHtml = typeof import('linkedom').parseHTML;

let parser: ParseHtml | undefined;

/** For `read-html.ts`, which needs the parser for every page and has it in its bundle. */
export function provideParser(given: ParseHtml): void {
  parser = given;
}

/** Parses HTML. Loads linkedom's 190 files for the first markup only: most threads that read texts meet none. */
export const parseHtml: ParseHtml = (html, globals) => {
  parser ??= createRequire(import.meta.url)('linkedom').parseHTML as ParseHtml;
  return parser(html, globals);
};
