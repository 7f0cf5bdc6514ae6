/** The SDKs' own clients of both protocol versions, with the server in this process. */
import type { Client as NewClient, VersionNegotiationMode } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { connect, type Env, newClient, ONLY_2026, serve, startHost } from './host.ts';

export type EitherHost = {
  readonly client: Pick<
    NewClient,
    | 'getInstructions'
    | 'getServerCapabilities'
    | 'getServerVersion'
    | 'listTools'
    | 'listResources'
    | 'listResourceTemplates'
    | 'readResource'
    | 'listPrompts'
    | 'getPrompt'
    | 'complete'
  >;
  readonly callTool: (
    name: string,
    input: Record<string, unknown>,
    options?: {
      readonly signal?: AbortSignal;
      readonly onprogress?: (progress: { message?: string | undefined }) => void;
    },
  ) => Promise<{ content: unknown[]; structuredContent?: unknown; isError?: boolean }>;
  readonly noise: readonly Error[];
};

/** The client of 2025, and the one of 2026 in each of its ways to begin. */
export const HOSTS: Readonly<Record<string, (options?: Env) => Promise<EitherHost>>> = {
  'a client of 2025': async (options) => {
    const { client, noise } = await startHost(options);
    return {
      client: client as unknown as EitherHost['client'],
      callTool: (name, input, more) =>
        client.callTool({ name, arguments: input }, undefined, more) as ReturnType<EitherHost['callTool']>,
      noise,
    };
  },
  'a client of 2026 that shakes hands': (options) => startNewHost('legacy', options),
  'a client of 2026 that asks first': (options) => startNewHost('auto', options),
  'a client of 2026 that speaks nothing else': (options) => startNewHost(ONLY_2026, options),
};

async function startNewHost(mode: VersionNegotiationMode, { env }: Env = {}): Promise<EitherHost> {
  const { client, noise } = await connect(newClient(mode), serve(env).transport);
  return {
    client,
    callTool: (name, input, more) =>
      client.callTool({ name, arguments: input }, more) as ReturnType<EitherHost['callTool']>,
    noise,
  };
}

/** What the server asks the person (elicitation). */
export type Asked = {
  readonly mode?: string;
  readonly message: string;
  readonly url?: string;
  readonly requestedSchema?: { readonly properties: Readonly<Record<string, { readonly type: string }>> };
};

type PersonsReply = {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Record<string, string | number | boolean | string[]>;
};

export type AskingOptions = Env & {
  readonly elicitation: { readonly form?: Record<string, never>; readonly url?: Record<string, never> };
  /** How long a call waits for the person. */
  readonly patienceMs?: number;
  /** Words of the server's progress; of 2025 alone. */
  readonly onProgress?: (message: string | undefined) => void;
  readonly answer: (request: Asked) => PersonsReply | Promise<PersonsReply>;
};

type Call<Result> = (
  name: string,
  input: Record<string, unknown>,
  /** What a host of 2026 sends when it repeats a call. */
  retry?: { readonly requestState: string; readonly inputResponses?: Record<string, PersonsReply> },
) => Promise<Result>;

/** Those that can ask their person something. */
export const ASKING_HOSTS: Readonly<Record<string, (options: AskingOptions) => ReturnType<typeof asking>>> = {
  'a client of 2025': async (options) => {
    const { elicitation, onProgress } = options;
    const client = new Client({ name: 'asking-host', version: '1.0.0' }, { capabilities: { elicitation } });
    const reportOf = onProgress && {
      onprogress: ({ message }: { message?: string | undefined }) => onProgress(message),
    };
    return await asking(client, options, {
      listen: (ask) => client.setRequestHandler(ElicitRequestSchema, ({ params }) => ask(params as Asked)),
      call: (name, input) => client.callTool({ name, arguments: input }, undefined, reportOf),
    });
  },
  'a client of 2026': async (options) => {
    const client = newClient(ONLY_2026, { elicitation: options.elicitation });
    return await asking(client, options, {
      listen: (ask) => client.setRequestHandler('elicitation/create', ({ params }) => ask(params as Asked)),
      call: (name, input, retry) => client.callTool({ name, arguments: input, ...retry }),
    });
  },
};

type Asks = { readonly listen: (ask: (request: Asked) => Promise<PersonsReply>) => void; readonly call: Call<unknown> };

async function asking(
  client: Parameters<typeof connect>[0] & { listTools(): Promise<unknown> },
  { env, patienceMs, answer }: AskingOptions,
  { listen, call: callTool }: Asks,
) {
  const asked: Asked[] = [];
  listen(async (each) => {
    asked.push(each);
    return await answer(each);
  });
  await connect(client, serve(env, patienceMs).transport);
  // From now on the client checks each result against the tool's own schema.
  await client.listTools();
  const call: Call<Record<string, unknown>> = async (...given) => {
    const { structuredContent, content } = (await callTool(...given)) as {
      structuredContent?: Record<string, unknown>;
      content: { text: string }[];
    };
    return structuredContent ?? JSON.parse(content[0]?.text ?? '');
  };
  return { asked, call, close: () => client.close() };
}
