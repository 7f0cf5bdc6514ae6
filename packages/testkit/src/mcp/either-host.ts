/**
 * Hosts of both eras with the same few requests: the client of 2025, and the one of 2026 in each of its ways to begin.
 */
import { Client as NewClient, type VersionNegotiationMode } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../processes/temporary-folder.ts';
import { type Env, startHost } from './host.ts';
import { serveHere } from './serve-here.ts';

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
  'a client of 2026 that speaks nothing else': (options) => startNewHost({ pin: '2026-07-28' }, options),
};

async function startNewHost(mode: VersionNegotiationMode, { env = {} }: Env = {}): Promise<EitherHost> {
  const client = new NewClient({ name: 'test-host', version: '1.0.0' }, { versionNegotiation: { mode } });
  const noise: Error[] = [];
  client.onerror = (error) => noise.push(error);
  onTestFinished(() => client.close());
  await client.connect(serveHere({ COUNTERSIGN_DATA_DIR: temporaryFolder(), ...env }).transport);
  return {
    client,
    callTool: (name, input, more) =>
      client.callTool({ name, arguments: input }, more) as ReturnType<EitherHost['callTool']>,
    noise,
  };
}
