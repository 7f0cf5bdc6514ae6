/**
 * The answers that a host waits for before it shows anything, given while the library is still loading; only where the
 * message is one that hosts are known to send. All else waits for the library. A test compares both answers.
 */
import type { Handlers } from './handlers.ts';
import type { Message } from './stdio.ts';

/** Those that the library of the era 2025 answers with themselves. */
const REVISIONS: readonly unknown[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];

/** Nothing where the library must answer. */
export function readyAnswer({ id, method, params = {} }: Message, handlers: Handlers): object | undefined {
  if (id === undefined) return undefined;
  const result = (value: object) => ({ result: value, jsonrpc: '2.0', id });
  if (method === 'initialize' && isUsual(params)) {
    const { capabilities, info, instructions } = handlers;
    return result({ protocolVersion: params['protocolVersion'], capabilities, serverInfo: info, instructions });
  }
  if (method === 'tools/list' && Object.keys(params).length === 0) return result(handlers.listTools());
  return undefined;
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
