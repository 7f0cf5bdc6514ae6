/** Hosts of both versions of the protocol that can ask their person something (elicitation), with the SDKs' own clients. */
import { Client as NewClient } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../processes/temporary-folder.ts';
import { serveHere } from './serve-here.ts';

export type Asked = {
  readonly mode?: string;
  readonly message: string;
  readonly url?: string;
  readonly requestedSchema?: { readonly properties: Readonly<Record<string, { readonly type: string }>> };
};

export type PersonsReply = {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Record<string, string | number | boolean | string[]>;
};

export type AskingOptions = {
  readonly env?: Readonly<Record<string, string>>;
  readonly elicitation: { readonly form?: Record<string, never>; readonly url?: Record<string, never> };
  readonly patienceMs?: number;
  /** Words of the server's progress; of 2025 alone. */
  readonly onProgress?: (message: string | undefined) => void;
  readonly answer: (asked: Asked) => PersonsReply | Promise<PersonsReply>;
};

export type AskingHost = {
  readonly call: (
    name: string,
    input: Record<string, unknown>,
    /** What a host of 2026 sends when it repeats a call. */
    retry?: { readonly requestState: string; readonly inputResponses?: Record<string, PersonsReply> },
  ) => Promise<Record<string, unknown>>;
  readonly asked: readonly Asked[];
  readonly close: () => Promise<void>;
};

export const ASKING_HOSTS: Readonly<Record<string, (options: AskingOptions) => Promise<AskingHost>>> = {
  'a client of 2025': async ({ elicitation, answer, onProgress, ...options }) => {
    const client = new Client({ name: 'asking-host', version: '1.0.0' }, { capabilities: { elicitation } });
    const asked: Asked[] = [];
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      asked.push(params as Asked);
      return await answer(params as Asked);
    });
    const told = onProgress && { onprogress: ({ message }: { message?: string | undefined }) => onProgress(message) };
    return await connected(client, options, asked, (name, input) =>
      client.callTool({ name, arguments: input }, undefined, told),
    );
  },
  'a client of 2026': async ({ elicitation, answer, ...options }) => {
    const client = new NewClient(
      { name: 'asking-host', version: '1.0.0' },
      { capabilities: { elicitation }, versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    const asked: Asked[] = [];
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params as Asked);
      return await answer(params as Asked);
    });
    return await connected(client, options, asked, (name, input, retry) =>
      client.callTool({ name, arguments: input, ...retry }),
    );
  },
};

async function connected(
  client: {
    connect(transport: Transport): Promise<void>;
    listTools(): Promise<unknown>;
    close(): Promise<void>;
  },
  { env = {}, patienceMs }: Pick<AskingOptions, 'env' | 'patienceMs'>,
  asked: readonly Asked[],
  callTool: (...given: Parameters<AskingHost['call']>) => Promise<unknown>,
): Promise<AskingHost> {
  onTestFinished(() => client.close());
  await client.connect(serveHere({ COUNTERSIGN_DATA_DIR: temporaryFolder(), ...env }, patienceMs).transport);
  // From now on the client checks each result against the tool's own schema.
  await client.listTools();
  return {
    asked,
    close: () => client.close(),
    call: async (...given) => {
      const { structuredContent, content } = (await callTool(...given)) as {
        structuredContent?: Record<string, unknown>;
        content: { text: string }[];
      };
      return structuredContent ?? JSON.parse(content[0]?.text ?? '');
    },
  };
}
