import { readHtml } from '#worker/extract/read-html.ts';
import { readMarkdown } from '#worker/extract/read-markdown.ts';
import { readPdf } from '#worker/extract/read-pdf.ts';
import { type Sandbox, SandboxFailedError, UnreadableError } from '#worker/sandbox/sandbox.ts';
import type { Task, TaskName } from '#worker/sandbox/tasks.ts';

const TASKS: { [Name in TaskName]?: Task<Name> } = {
  'read-html': readHtml,
  'read-markdown': readMarkdown,
  'read-pdf': readPdf,
};

/**
 * Reads papers and pages as the sandbox does, but in the process of the test: a child for each of them takes most of the time of
 * a test that is about what was read. The tests of the sandbox, of assets and of abuse show that children do the same work,
 * within their limits.
 */
export function createSameProcessSandbox(): Sandbox {
  return {
    async run(name, bytes, options) {
      const task = TASKS[name];
      if (!task) throw new Error(`${name} needs a child process.`);
      try {
        // A copy, because pdf.js takes the buffer that it is given.
        const { value, picture } = await task(new Uint8Array(bytes), options);
        // As it comes from the child.
        return { value: JSON.parse(JSON.stringify(value)), picture };
      } catch (error) {
        if (error instanceof UnreadableError) throw error;
        throw new SandboxFailedError('the task failed', { cause: error });
      }
    },
    close: async () => {},
  };
}
