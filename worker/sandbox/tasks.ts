import type { SvgOptions, SvgReading } from '../extract/rasterise-svg.ts';
import type { HtmlOptions, HtmlReading } from '../extract/read-html.ts';
import type { MarkdownReading } from '../extract/read-markdown.ts';
import type { PdfOptions, PdfReading } from '../extract/read-pdf.ts';
import type { TaskResult } from './task-result.ts';

/** The tasks of the child by name: pure functions of bytes and options. */
export interface SandboxTasks {
  'read-html': { options: HtmlOptions; value: HtmlReading };
  'read-markdown': { options: Record<string, never>; value: MarkdownReading };
  'read-pdf': { options: PdfOptions; value: PdfReading };
  'rasterise-svg': { options: SvgOptions; value: SvgReading };
}

export type TaskName = keyof SandboxTasks;
export type Task<Name extends TaskName> = (
  bytes: Uint8Array,
  options: SandboxTasks[Name]['options'],
) => Promise<TaskResult<SandboxTasks[Name]['value']>>;
