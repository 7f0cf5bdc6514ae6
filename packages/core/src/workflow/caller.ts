/** Binds the desk's calls to one caller: scans input, limits time, redacts results, checks rights, adds names. */
import { CountersignError, fieldProblem, toCountersignError } from '../errors/errors.ts';
import { redactStrings, refuseSecrets } from '../secrets/secrets.ts';
import { isObject } from '../text/fields.ts';
import type { DeskContext, RunningContext } from './context.ts';
import { CALL_BUDGET_MS, newCallId, type RunningCall } from './model/call.ts';
import type { CallOptions } from './model/call-options.ts';
import type { PreparedRequest } from './model/requests.ts';
import { type Needed, requirePage, requireRight } from './people/access.ts';
import { namedError, withKnownNames } from './people/names-shown.ts';
import { idOf } from './status/find-request.ts';

export type CallContext<MoreOptions extends CallOptions = CallOptions> = RunningContext & {
  readonly options: MoreOptions;
};

type Bound<Arguments extends unknown[], MoreOptions, Result> = (
  ...args: [...Arguments, options?: MoreOptions]
) => Promise<Result>;

/** The part of a call's arguments that a person or model wrote; default: the first argument. */
type ScannedInput = (args: readonly unknown[]) => unknown;

/** Each binds the `takes` arguments that `work` has after its context and request; a call’s options follow them. */
export type Caller = {
  readonly call: <Arguments extends unknown[], Result, MoreOptions extends CallOptions = CallOptions>(
    takes: Arguments['length'],
    work: (context: CallContext<MoreOptions>, ...args: Arguments) => Result | Promise<Result>,
    scannedInput?: ScannedInput,
  ) => Bound<Arguments, MoreOptions, Result>;
  /** A call with a request's id, for a caller with this right to it. */
  readonly onPrepared: <Arguments extends unknown[], Result>(
    needed: Needed,
    takes: Arguments['length'],
    work: (context: CallContext, prepared: PreparedRequest, ...args: Arguments) => Result | Promise<Result>,
  ) => Bound<[id: string, ...Arguments], CallOptions, Result>;
  /** A call on the request whose page the caller has opened, with the credential of the request's owner. */
  readonly onPage: <Arguments extends unknown[], Result>(
    takes: Arguments['length'],
    work: (context: CallContext, prepared: PreparedRequest, ...args: Arguments) => Result | Promise<Result>,
    scannedInput?: ScannedInput,
  ) => Bound<Arguments, CallOptions, Result>;
};

/** @param contextOf the caller's context, where it is known only once it is needed */
export function createCaller(
  parts: DeskContext,
  contextOf: () => DeskContext | Promise<DeskContext> = () => parts,
): Caller {
  const bind =
    <Arguments extends unknown[], Result, MoreOptions extends CallOptions>(
      count: number,
      scannedInput: ScannedInput,
      work: (context: CallContext<MoreOptions>, ...args: Arguments) => Result | Promise<Result>,
    ): Bound<Arguments, MoreOptions, Result> =>
    (...args) => {
      const own = args.slice(0, count) as Arguments;
      const options = (args[count] ?? {}) as MoreOptions;
      return runCall(parts, scannedInput(own), options, async (call) => {
        const context = { ...(await contextOf()), options, call };
        try {
          return await withKnownNames(context, await work(context, ...own));
        } catch (error) {
          throw await namedError(context, error);
        }
      });
    };
  return {
    call: (takes, work, scannedInput = FIRST) => bind(takes, scannedInput, work),
    onPrepared: (needed, takes, work) =>
      bind(
        takes + 1,
        ([id, first]) => ({ ...(first as object | undefined), id }),
        async (context, id, ...args) => {
          if (id === '') throw new CountersignError('INPUT_INVALID', { fields: [fieldProblem('id', 'MISSING')] });
          return work(context, await requireRight(context, await idOf(context, id), needed), ...args);
        },
      ),
    onPage: (takes, work, scannedInput = FIRST) =>
      bind(takes, scannedInput, async (context, ...args) => {
        const prepared = await requirePage(context);
        return work({ ...context, ...context.servedFor(prepared.owner.tenant) }, prepared, ...args);
      }),
  };
}

const FIRST: ScannedInput = ([first]) => first;

/** How much longer a call may take to record that an outcome is unknown, and to return. */
const SETTLE_MS = 1_000;

type CallSetup = Pick<DeskContext, 'now' | 'scanner'>;

/**
 * @param input as it came in
 * @throws CountersignError SECRET_REFUSED before anything is done; SERVICE_TIMEOUT where the work does not end in time
 */
export async function runCall<T>(
  { now, scanner }: CallSetup,
  input: unknown,
  options: CallOptions,
  work: (call: RunningCall) => T | Promise<T>,
): Promise<T> {
  const { alsoScanned = {}, begun = performance.now(), callId = newCallId(), ...callOptions } = options;
  refuseSecrets({ ...alsoScanned, ...(isObject(input) ? input : { input }) }, scanner);
  const left = () => CALL_BUDGET_MS - (performance.now() - begun);
  // The service client has the deadline itself; everything else is aborted by this signal, a moment later.
  const over = new AbortController();
  // Not AbortSignal.timeout, which would keep each call's signal until the time is over.
  const overTimer = setTimeout(() => over.abort(), left() + SETTLE_MS / 2).unref();
  const signal = callOptions.signal === undefined ? over.signal : AbortSignal.any([callOptions.signal, over.signal]);
  const call = () => ({ ...callOptions, callId, signal, deadline: now() + left() });
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    const end = () => reject(new CountersignError('SERVICE_TIMEOUT'));
    timer = setTimeout(end, left() + SETTLE_MS);
  });
  try {
    return redactStrings(await Promise.race([work(call), limit]), scanner.redact);
  } catch (error) {
    // Aborted by our signal, not by the caller's. Any other error says more than a timeout.
    const isOurs =
      over.signal.aborted && callOptions.signal?.aborted !== true && toCountersignError(error).code === 'CANCELLED';
    throw isOurs ? new CountersignError('SERVICE_TIMEOUT', { cause: error }) : error;
  } finally {
    clearTimeout(overTimer);
    clearTimeout(timer);
  }
}
