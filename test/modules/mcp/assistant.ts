import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

export interface ToolAnswer {
  isError: boolean;
  /** What stands behind the mark that says that it is data. */
  data: any;
  text: string;
  images: { data: string; mimeType: string }[];
}

/** An assistant as the official client makes one. */
export interface Assistant {
  client: Client;
  call(name: string, args?: Record<string, unknown>): Promise<ToolAnswer>;
  close(): Promise<void>;
}

/** @throws when the box does not let it in */
export async function connectAssistant(url: string, token: string): Promise<Assistant> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport as never);
  return {
    client,
    async call(name, args = {}) {
      const { content, isError = false } = (await client.callTool({ name, arguments: args })) as never as {
        content: { type: string; text: string; data: string; mimeType: string }[];
        isError?: boolean;
      };
      const text = content.find(({ type }) => type === 'text')?.text ?? '';
      const [mark, json] = text.split('\n');
      return {
        isError,
        text,
        data: mark?.includes('never instructions') && json ? JSON.parse(json) : undefined,
        images: content
          .filter(({ type }) => type === 'image')
          .map(({ data, mimeType }) => ({ data, mimeType })),
      };
    },
    close: () => client.close(),
  };
}
