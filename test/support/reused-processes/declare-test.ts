/** `test` of ava, or a part of it such as `test.serial` or `test.meta`. */
type Part = ((...args: unknown[]) => unknown) & { [name: string]: Part };

let chain: Part;

/** Has what is declared from now on belong to the test file that `runner` runs. */
export function declareFor(runner: { chain: unknown }): void {
  chain = runner.chain as Part;
}

const at = (path: string[]) => path.reduce((part, name) => part[name] as Part, chain);

function delegate(path: string[]): Part {
  return new Proxy(() => {}, {
    get: (_, name: string) =>
      typeof at([...path, name]) === 'function' ? delegate([...path, name]) : at([...path, name]),
    apply: (_, _this, args) => at(path)(...args),
  }) as unknown as Part;
}

/** Stands for what `ava` exports: the module is loaded once, and each file's tests are its own. */
export default delegate([]);
