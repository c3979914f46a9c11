import { readMarkdown } from '../../extract/read-markdown.ts';
import { serveTask } from '../serve-task.ts';

await serveTask<'read-markdown'>(readMarkdown);
