import { type Description, descriptionProblems } from '#test/arch/openapi-rules.ts';
import { apiDescription } from '#test/support/description.ts';

/** Holds the API description to OpenAPI 3.1 and to the rules of this project. */
const problems = await descriptionProblems((await apiDescription()) as Description);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exit(problems.length > 0 ? 1 : 0);
