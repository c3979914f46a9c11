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
 * Reads documents and pages like the sandbox, but in the process of the test, because a child process for each takes
 * most of the time of such a test. The tests of the sandbox, of assets and of abuse show that child processes do the
 * same work within their limits.
 */
export function createSameProcessSandbox(): Sandbox {
  return {
    async run(name, bytes, options) {
      const task = TASKS[name];
      if (!task) throw new Error(`${name} needs a child process.`);
      try {
        // A copy, because pdf.js transfers the buffer.
        const { value, picture } = await task(new Uint8Array(bytes), options);
        // In the form in which it arrives from the child process.
        return { value: JSON.parse(JSON.stringify(value)), picture };
      } catch (error) {
        if (error instanceof UnreadableError) throw error;
        throw new SandboxFailedError('the task failed', { cause: error });
      }
    },
    close: async () => {},
  };
}
