import { dropPrivileges } from './drop-privileges.ts';
import { UnreadableError } from './errors.ts';
import { packMessage, READY, type Reply, type Request, unpackMessage } from './messages.ts';
import type { SandboxTasks, Task, TaskName } from './tasks.ts';

/** The program of a child process: reads its input from standard input, runs the task, writes the reply to standard output, and ends. */
export async function serveTask<Name extends TaskName>(run: Task<Name>): Promise<void> {
  dropPrivileges();
  process.stdout.write(Buffer.of(READY));
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const parts = await reply(run, Buffer.concat(chunks));
  // Exits once the reply is written, because libraries may have left timers and workers.
  process.stdout.write(Buffer.concat(parts), () => process.exit(0));
}

async function reply<Name extends TaskName>(run: Task<Name>, message: Buffer): Promise<Uint8Array[]> {
  const { head, bytes } = unpackMessage(message);
  const { options } = head as Request;
  try {
    const { value, picture } = await run(bytes, options as SandboxTasks[Name]['options']);
    const size = picture && { width: picture.width, height: picture.height };
    return packMessage({ ok: true, value, picture: size } satisfies Reply, picture?.data);
  } catch (error) {
    const unreadable = error instanceof UnreadableError;
    const message = unreadable ? error.message : String((error as Error)?.stack ?? error);
    return packMessage({ ok: false, unreadable, message } satisfies Reply);
  }
}
