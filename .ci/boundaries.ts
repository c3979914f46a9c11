import { cruise, root } from '#test/arch/cruise.ts';

/**
 * The module boundaries of `.dependency-cruiser.cjs`. A cruise that finds no modules reports no violations either (it
 * does so with a TypeScript that it does not know), so the number of modules is checked too.
 */
const FEWEST_MODULES = 150;

const { files, violations } = await cruise(root);
for (const { rule, from, to } of violations) process.stderr.write(`${rule}: ${from} -> ${to}\n`);
if (files.length < FEWEST_MODULES) {
  process.stderr.write(`Only ${files.length} modules were looked at; expected at least ${FEWEST_MODULES}.\n`);
}
process.exit(violations.length > 0 || files.length < FEWEST_MODULES ? 1 : 0);
