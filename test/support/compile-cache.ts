import { join } from 'node:path';

/**
 * For the environment of a program that a test starts with settings of its own: where compiled code is kept, as the
 * Makefile sets it. Without it a start compiles everything anew, which takes half a second of processor time.
 */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/node'),
};
