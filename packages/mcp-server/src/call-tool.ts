/**
 * One tool call, whatever protocol library brought it: bounded in time, every outcome a reply. Nothing is thrown
 * from here.
 */
import type { CallOptions, Desk } from '@countersign/core';
import { CountersignError, toCountersignError } from '@countersign/core/errors';
import type { Network } from '@countersign/core/network';
import { describeThrown, type Log } from '@countersign/core/platform/log';
import { redactStrings, refuseSecrets, type SecretScanner } from '@countersign/core/secrets';
import { errorText } from './error-view.ts';
import { isOffered } from './tools/read-only-tools.ts';
import type { Tool } from './tools/tool.ts';

/** Hosts give up at 60 s; ours is over at 45 s in all, whatever the desk does. */
const CALL_LIMIT_MS = 45_000;
/** What the desk gets of the limit to note an outcome that it did not learn, and to say so. */
const SETTLE_MS = 1_000;

export type ToolReply =
  | { readonly structuredContent: Readonly<Record<string, unknown>>; readonly text: string }
  | { readonly error: true; readonly text: string };

/** @param beside what the host sent along with the call; it is looked through for secrets, and no more */
export type CallTool = (
  name: string,
  input: unknown,
  options: CallOptions,
  beside?: Readonly<Record<string, unknown>>,
) => Promise<ToolReply>;

export type CallToolParts = {
  /** Opens on first use; a desk that could not be opened is tried again by the next call. */
  readonly openDesk: () => Promise<Desk>;
  readonly findTool: (name: string) => Promise<Tool>;
  /** The network of this installation, for what works without a desk. */
  readonly network: Network;
  readonly readOnly: boolean;
  readonly scanner: SecretScanner;
  readonly log: Log;
  readonly limitMs?: number;
};

export function createCallTool(parts: CallToolParts): CallTool {
  const { openDesk, findTool, network, readOnly, scanner, log, limitMs = CALL_LIMIT_MS } = parts;
  const { redact } = scanner;
  return async (name, input, options, beside = {}) => {
    const started = performance.now();
    const expiry = new AbortController();
    const timers = [setTimeout(() => expiry.abort(), Math.max(limitMs - SETTLE_MS, 0))];
    const signal = options.signal === undefined ? expiry.signal : AbortSignal.any([options.signal, expiry.signal]);
    const limit = new Promise<never>((_, reject) => {
      timers.push(setTimeout(() => reject(new CountersignError('SERVICE_TIMEOUT')), limitMs));
    });
    let tool: Tool | undefined;
    const work = async () => {
      // Here and not in a tool, so that a new one cannot forget it.
      refuseSecrets({ ...beside, ...(isPlain(input) ? input : { input }) }, scanner);
      tool = await findTool(name);
      if (!isOffered(name, readOnly)) throw new CountersignError('READ_ONLY');
      const given = input ?? {};
      if ('runHere' in tool) return await tool.runHere(network, given);
      return await tool.run(await openDesk(), given, { ...options, signal });
    };
    try {
      const result = redactStrings(await Promise.race([work(), limit]), redact);
      log('info', 'tool call', { tool: name, outcome: 'ok', ms: since(started) });
      return { structuredContent: result, text: JSON.stringify(result) };
    } catch (thrown) {
      const error = overTime(thrown) ? timeoutOf(tool, thrown) : toCountersignError(thrown);
      // Only the operator can follow it, and the reply does not tell it.
      const remedy = error.operatorRemedy === error.remedy ? {} : { remedy: error.operatorRemedy };
      log('info', 'tool call', { tool: name, outcome: error.code, ms: since(started), ...remedy });
      if (error.code === 'INTERNAL') log('error', 'unexpected error', { tool: name, cause: describeThrown(thrown) });
      return { error: true, text: errorText(error, redact) };
    } finally {
      timers.forEach(clearTimeout);
    }

    function overTime(thrown: unknown): boolean {
      if (!expiry.signal.aborted || options.signal?.aborted === true) return false;
      return thrown instanceof CountersignError && (thrown.code === 'CANCELLED' || thrown.code === 'SERVICE_TIMEOUT');
    }
  };
}

function timeoutOf(tool: Tool | undefined, cause: unknown): CountersignError {
  return new CountersignError('SERVICE_TIMEOUT', {
    message: 'The call took too long and was ended.',
    ...(tool === undefined ? {} : { remedy: tool.afterTimeout }),
    cause,
  });
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function since(started: number): number {
  return Math.round(performance.now() - started);
}
