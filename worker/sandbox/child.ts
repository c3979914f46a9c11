import { dropPrivileges } from './drop-privileges.ts';
import { UnreadableError } from './errors.ts';
import { packMessage, READY, type Reply, type Request, unpackMessage } from './messages.ts';
import type { SandboxTasks, Task, TaskName } from './tasks.ts';

/** The entry of the child process, which runs the named task: it reads its input from standard input, writes its reply to standard output, and ends. */
const tasks: { [Name in TaskName]: () => Promise<Task<Name>> } = {
  'read-html': async () => (await import('../extract/read-html.ts')).readHtml,
  'read-markdown': async () => (await import('../extract/read-markdown.ts')).readMarkdown,
  'read-pdf': async () => (await import('../extract/read-pdf.ts')).readPdf,
  'rasterise-svg': async () => (await import('../extract/rasterise-svg.ts')).rasteriseSvg,
};

async function answer(run: Task<TaskName>, message: Buffer): Promise<Uint8Array[]> {
  const { head, bytes } = unpackMessage(message);
  const { options } = head as Request;
  try {
    const { value, picture } = await run(bytes, options as SandboxTasks[TaskName]['options']);
    const size = picture && { width: picture.width, height: picture.height };
    return packMessage({ ok: true, value, picture: size } satisfies Reply, picture?.data);
  } catch (error) {
    const unreadable = error instanceof UnreadableError;
    const message = unreadable ? error.message : String((error as Error)?.stack ?? error);
    return packMessage({ ok: false, unreadable, message } satisfies Reply);
  }
}

const run = (await tasks[process.argv[2] as TaskName]()) as Task<TaskName>;
dropPrivileges();
process.stdout.write(Buffer.of(READY));
const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const parts = await answer(run, Buffer.concat(chunks));
// Exits once the reply is written, because libraries may have left timers and workers.
process.stdout.write(Buffer.concat(parts), () => process.exit(0));
