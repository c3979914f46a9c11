import { registerHooks } from 'node:module';

/**
 * Ava's command line with `fork.ts` in place of its own, so that test files run one after the other in few processes.
 */
const ours = new URL('fork.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === './fork.js' && context.parentURL?.endsWith('/ava/lib/api.js'))
      return { url: ours, shortCircuit: true };
    return next(specifier, context);
  },
});
await import('../../../node_modules/ava/entrypoints/cli.js' as string);
