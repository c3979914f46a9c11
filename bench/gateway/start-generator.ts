import type { Tasks } from './generator.ts';
import { startHelper } from './helper-process.ts';

export interface Generator {
  pid: number;
  /** Has the generator carry out one task and resolves with its result. */
  run<Name extends keyof Tasks>(
    name: Name,
    ...input: Parameters<Tasks[Name]>
  ): Promise<Awaited<ReturnType<Tasks[Name]>>>;
  close(): Promise<void>;
}

interface Answer {
  id: number;
  result?: unknown;
  error?: string;
}

export async function startGenerator(): Promise<Generator> {
  const { child, close } = await startHelper('generator.ts');
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  child.on('message', ({ id, result, error }: Answer) => {
    if (error) waiting.get(id)?.reject(new Error(`load generator: ${error}`));
    else waiting.get(id)?.resolve(result);
    waiting.delete(id);
  });
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the load generator ended'));
  });
  let lastId = 0;
  return {
    pid: child.pid as number,
    run(name, ...[input]) {
      lastId += 1;
      const wait = Promise.withResolvers<unknown>();
      waiting.set(lastId, wait);
      child.send({ id: lastId, name, input });
      return wait.promise as never;
    },
    close,
  };
}
