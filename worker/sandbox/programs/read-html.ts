import { readHtml } from '../../extract/read-html.ts';
import { serveTask } from '../serve-task.ts';

await serveTask<'read-html'>(readHtml);
