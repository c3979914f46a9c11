import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod';
import type { McpContext, ToolCaller } from './context.ts';

/** A tool: its description for an assistant and its function. */
export interface Tool<S extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  description: string;
  annotations: ToolAnnotations;
  /** Strict: a mistyped argument must not send a note to another wall. */
  input: S;
  /** @throws {AppError} which becomes the tool's refusal */
  run(context: McpContext, caller: ToolCaller, input: z.output<S>): Promise<CallToolResult>;
}

export function defineTool<S extends z.ZodObject>(tool: Tool<S>): Tool {
  return tool as unknown as Tool;
}
