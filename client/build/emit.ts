import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import ts from 'typescript';

const folder = join(import.meta.dirname, '..');

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  rootDir: folder,
  outDir: '/',
  declaration: true,
  rewriteRelativeImportExtensions: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  strict: true,
  skipLibCheck: true,
  types: ['node'],
};

/**
 * The files of the package, by their path in it: JavaScript and declarations for every module that `entries` need.
 * @throws {Error} when a module does not compile
 */
export async function emitPackage(entries: string[]): Promise<Map<string, string>> {
  const program = ts.createProgram(
    entries.map((entry) => join(folder, entry)),
    OPTIONS,
  );
  const files = new Map<string, string>();
  const { diagnostics } = program.emit(undefined, (path, text) => files.set(relative('/', path), text));
  const [problem] = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (problem) throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, '\n'));
  for (const name of ['package.json', 'README.md']) {
    files.set(name, await readFile(join(folder, name), 'utf8'));
  }
  return files;
}
