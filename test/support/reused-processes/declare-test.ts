/** `test` of ava, or a part of it such as `test.serial` or `test.meta`. */
type Part = ((...args: unknown[]) => unknown) & { [name: string]: Part };

let chain: Part;

/** Assigns tests that are declared from now on to the test file that `runner` runs. */
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

/** Replaces the exports of `ava`: that module is loaded once, but each file has its own tests. */
export default delegate([]);
