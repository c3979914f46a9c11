import { readPdf } from '../../extract/read-pdf.ts';
import { serveTask } from '../serve-task.ts';

await serveTask<'read-pdf'>(readPdf);
