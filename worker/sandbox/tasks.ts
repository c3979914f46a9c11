import type { SvgOptions, SvgReading } from '../extract/rasterise-svg.ts';
import type { HtmlOptions, HtmlReading } from '../extract/read-html.ts';
import type { MarkdownReading } from '../extract/read-markdown.ts';
import type { PdfOptions, PdfReading } from '../extract/read-pdf.ts';

/** RGB codes, rows top to bottom: three bytes a pixel. */
export interface Picture {
  data: Uint8Array;
  width: number;
  height: number;
}

/** What a task returns: plain data, and pixels that travel beside it. */
export interface TaskResult<Value> {
  value: Value;
  picture: Picture | null;
}

/** Everything that may be run in the child, by name: a pure function of bytes and options. */
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
