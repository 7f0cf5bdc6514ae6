/**
 * The two answers that a host waits for before it shows anything, as lines that need no library: only for hosts that
 * begin with `initialize`, in a form that hosts are known to send. The library answers everything else. A test
 * compares its answers with these.
 */

import { isObject } from '@countersign/core/text/fields';
import type { Handlers } from './handlers.ts';
import type { Message } from './message.ts';

/** The revisions that the library of the 2025 era accepts. */
const REVISIONS: readonly unknown[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];

/** Each returns nothing if the library must answer. */
export type ReadyAnswers = {
  /** Until the library is loaded; it must still get the handshake. */
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
  if (!isObject(capabilities) || !Object.values(capabilities).every(isObject)) return false;
  return isObject(clientInfo) && typeof clientInfo['name'] === 'string' && typeof clientInfo['version'] === 'string';
}
