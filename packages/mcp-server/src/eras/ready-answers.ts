/**
 * The two answers that a host waits for before it shows anything, as lines that need no library: for a host that
 * begins with `initialize`, and only where its message is one that hosts are known to send. All else is the library's
 * to answer. A test compares both answers.
 */
import type { Handlers } from './handlers.ts';
import type { Message } from './message.ts';

/** Those that the library of the era 2025 answers with themselves. */
const REVISIONS: readonly unknown[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];

/** Each gives nothing where the library must answer. */
export type ReadyAnswers = {
  /** Until the library is loaded; it must be told of the handshake all the same. */
  readonly toHandshake: (message: Message) => string | undefined;
  readonly toList: (message: Message) => string | undefined;
};

export function createReadyAnswers({ capabilities, info, instructions, listTools }: Handlers): ReadyAnswers {
  const tools = JSON.stringify(listTools());
  const line = (id: unknown, result: string) => `{"result":${result},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
  return {
    toHandshake: ({ id, method, params = {} }) => {
      if (id === undefined || method !== 'initialize' || !isUsual(params)) return undefined;
      const { protocolVersion } = params;
      return line(id, JSON.stringify({ protocolVersion, capabilities, serverInfo: info, instructions }));
    },
    toList: ({ id, method, params = {} }) =>
      id === undefined || method !== 'tools/list' || Object.keys(params).length > 0 ? undefined : line(id, tools),
  };
}

function isUsual(params: Readonly<Record<string, unknown>>): boolean {
  const { protocolVersion, capabilities, clientInfo, ...more } = params;
  if (Object.keys(more).length > 0 || !REVISIONS.includes(protocolVersion)) return false;
  if (!isRecord(capabilities) || !Object.values(capabilities).every(isRecord)) return false;
  return isRecord(clientInfo) && typeof clientInfo['name'] === 'string' && typeof clientInfo['version'] === 'string';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
