import { cruise, root } from '#test/arch/cruise.ts';

/**
 * Checks the module boundaries of `.dependency-cruiser.cjs`. With a TypeScript that it does not support, dependency-cruiser
 * finds no files and reports no violations, so the number of files is checked too.
 */
const MIN_FILES = 150;

const { files, violations } = await cruise(root);
for (const { rule, from, to } of violations) process.stderr.write(`${rule}: ${from} -> ${to}\n`);
if (files.length < MIN_FILES) {
  process.stderr.write(`Only ${files.length} files were checked; expected at least ${MIN_FILES}.\n`);
}
process.exit(violations.length > 0 || files.length < MIN_FILES ? 1 : 0);
