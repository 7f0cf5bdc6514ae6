/**
 * One tool call, for any protocol library: every outcome is a reply, nothing is thrown. The desk limits its time,
 * scans its input for secrets and redacts its result.
 */
import type { CallOptions } from '@countersign/core';
import { CALL_BUDGET_MS, newCallId } from '@countersign/core/call';
import { CountersignError, logLevelOf, operatorFields, toCountersignError } from '@countersign/core/errors';
import type { Metrics } from '@countersign/core/metrics';
import type { Network } from '@countersign/core/network';
import { describeThrown, type Log } from '@countersign/core/platform/log';
import { redactStrings, refuseSecrets, type SecretScanner } from '@countersign/core/secrets';
import { type Fields, isObject } from '@countersign/core/text/fields';
import { cardDataOf, cardErrorOf } from '../tools/card.ts';
import type { AssistantDesk, Tool } from '../tools/tool.ts';
import { EVERY_TOOL, isOffered } from '../tools/tools-for.ts';
import { errorText } from '../views/error-view.ts';
import type { ResourceLink } from '../views/prepared-view.ts';
import { type HostPerson, InputRequired } from './ask.ts';
import { readArguments, withMeantFields } from './read-arguments.ts';

export type ToolReply =
  | {
      readonly structuredContent: Readonly<Record<string, unknown>>;
      readonly text: string;
      /** To be shown after the text. */
      readonly links?: readonly ResourceLink[];
      /** For the host's card; no model reads it. */
      readonly meta?: Readonly<Record<string, unknown>>;
    }
  | { readonly error: true; readonly text: string; readonly meta?: Fields };

/**
 * @param alsoScanned what the host sent along with the call; only scanned for secrets
 * @param person whom the host can ask, where it can
 * @throws InputRequired where the host must ask the person and repeat the call; nothing else
 */
export type CallTool = (
  name: string,
  input: unknown,
  options: CallOptions,
  alsoScanned?: Readonly<Record<string, unknown>>,
  person?: HostPerson,
) => Promise<ToolReply>;

export type CallToolParts = {
  /** Opens on first use. After a failure, the next call tries again. */
  readonly openDesk: () => Promise<AssistantDesk>;
  readonly findTool: (name: string) => Promise<Tool>;
  /** The configured network, for tools that work without a desk. */
  readonly network: Network;
  /** In basis points, from the settings. */
  readonly feeStop: number;
  readonly readOnly: boolean;
  readonly scanner: SecretScanner;
  readonly log: Log;
  readonly metrics?: Pick<Metrics, 'toolCall'> | undefined;
  /** Of the signing page, where other machines reach it. */
  readonly publicUrl?: string | undefined;
  /** How long a call waits for a person; default: 45 s. */
  readonly patienceMs?: number | undefined;
};

export function createCallTool(parts: CallToolParts): CallTool {
  const { openDesk, findTool, network, feeStop, readOnly, scanner, log, metrics, publicUrl, patienceMs } = parts;
  const { redact } = scanner;
  return async (name, written = {}, options, sentAlong = {}, person = undefined) => {
    const started = performance.now();
    const callId = newCallId();
    const reportEnd = metrics?.toolCall(name);
    let tool: Tool | undefined;
    const schema = EVERY_TOOL.find((listed) => listed.name === name)?.inputSchema ?? {};
    const work = async (): Promise<{ readonly result: Fields; readonly meta?: Fields | undefined }> => {
      const found = await findTool(name);
      tool = found;
      // The desk scans its own input; what does not reach one needs this.
      const refuse = () => refuseSecrets({ ...sentAlong, ...(isObject(written) ? written : { written }) }, scanner);
      if (!isOffered(name, readOnly)) {
        refuse();
        throw new CountersignError('READ_ONLY');
      }
      const { input, changed, emptyAmounts, problems } = readArguments(schema, written);
      if (problems.length > 0) {
        refuse();
        throw new CountersignError('INPUT_INVALID', { fields: problems });
      }
      const alsoScanned = Object.keys(changed).length === 0 ? sentAlong : { ...sentAlong, written: changed };
      if (found.runHere !== undefined && !found.needsDesk?.(input)) {
        refuse();
        const local = redactStrings(await found.runHere(network, input, { feeStop }), redact);
        // A desk adds what it knows; without one, the answer is as true.
        const known = inTime(openDesk(), options.signal).then((desk) =>
          found.run(desk, input, { ...options, callId, begun: started, alsoScanned }),
        );
        return { result: await known.catch(() => local) };
      }
      const desk = await inTime(openDesk(), options.signal).catch((error: unknown) => {
        refuse();
        throw error;
      });
      const call = { ...options, callId, begun: started, alsoScanned };
      const run = async () => {
        if (person === undefined) return await found.run(desk, input, call);
        const { PATIENCE_MS, runAsking } = await import('./elicitation.ts');
        return await runAsking({
          ...{ tool: found, desk, input, options: call, person, scanner, publicUrl },
          patienceMs: patienceMs ?? PATIENCE_MS,
        });
      };
      const done = await run().catch((thrown: unknown) => {
        // A tool refuses some inputs before a desk has scanned them.
        if (toCountersignError(thrown).code === 'INPUT_INVALID') refuse();
        throw thrown;
      });
      const isNoted = emptyAmounts.length > 0 && 'note' in found.output.shape;
      const result = isNoted ? { ...done, note: emptyText(emptyAmounts) } : done;
      const { signal } = options;
      const meta = await cardDataOf(name, result, desk, signal === undefined ? {} : { signal }, (thrown) => {
        if (toCountersignError(thrown).code === 'INTERNAL')
          log('warn', 'the card gets no transaction', { tool: name, call: callId, cause: describeThrown(thrown) });
      });
      return { result, meta };
    };
    try {
      const { result, meta } = await work();
      log('info', 'tool call', { tool: name, call: callId, outcome: 'ok', ms: elapsedMs(started) });
      reportEnd?.('ok');
      const links = tool?.links?.(result) ?? [];
      return {
        structuredContent: result,
        text: JSON.stringify(result),
        ...(links.length === 0 ? {} : { links }),
        ...(meta === undefined ? {} : { meta }),
      };
    } catch (thrown) {
      if (thrown instanceof InputRequired) {
        log('info', 'tool call', {
          tool: name,
          call: callId,
          outcome: 'the host asks the person',
          ms: elapsedMs(started),
        });
        reportEnd?.('ok');
        throw thrown;
      }
      const isOver = performance.now() - started >= CALL_BUDGET_MS;
      const known = withMeantFields(toCountersignError(thrown), schema);
      const error = isOver ? withAdvice(known, tool) : known;
      // For the operator alone; not part of the reply.
      const fields = { tool: name, call: callId };
      const level = logLevelOf(error.code);
      log(level, 'tool call', { ...fields, outcome: error.code, ms: elapsedMs(started), ...operatorFields(error) });
      reportEnd?.(error.code);
      if (error.code === 'INTERNAL') log('error', 'unexpected error', { ...fields, cause: describeThrown(thrown) });
      const text = errorText(error, redact);
      const meta = cardErrorOf(name, text);
      return { error: true, text, ...(meta === undefined ? {} : { meta }) };
    }
  };
}

const emptyText = (fields: readonly string[]): string =>
  `${fields.join(', ')} ${fields.length === 1 ? 'was' : 'were'} empty, and counts as left out. Check the amounts in the summary with the person.`;

/** A desk that does not open must not block the caller: opening may take as long as a whole call. */
async function inTime<T>(opening: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  let end = () => {};
  const over = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new CountersignError('SERVICE_TIMEOUT')), CALL_BUDGET_MS);
    const cancel = () => reject(new CountersignError('CANCELLED'));
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    };
  });
  try {
    return await Promise.race([opening, over]);
  } finally {
    end();
  }
}

/** What to do after a time-out depends on the tool. */
function withAdvice(error: CountersignError, tool: Tool | undefined): CountersignError {
  return error.code !== 'SERVICE_TIMEOUT' || tool === undefined
    ? error
    : new CountersignError(error.code, { message: error.message, remedy: tool.afterTimeout, cause: error });
}

const elapsedMs = (started: number): number => Math.round(performance.now() - started);
