/** Binds the desk's calls to one caller: scans input, limits time, redacts results, checks rights, adds names. */
import { CountersignError, fieldProblem, toCountersignError } from '../errors/errors.ts';
import { redactStrings, refuseSecrets } from '../secrets/secrets.ts';
import { isObject } from '../text/fields.ts';
import type { DeskContext } from './context.ts';
import { CALL_BUDGET_MS, newCallId, type RunningCall } from './model/call.ts';
import type { CallOptions } from './model/call-options.ts';
import type { PreparedRequest } from './model/requests.ts';
import { type Needed, requirePage, requireRight } from './people/access.ts';
import { namedError, withKnownNames } from './people/names-shown.ts';
import { idOf } from './status/find-request.ts';

export type CallContext<Options extends CallOptions = CallOptions> = DeskContext & {
  readonly options: Options;
  readonly call: RunningCall;
};

type Bound<Given extends unknown[], Options, Result> = (...given: [...Given, options?: Options]) => Promise<Result>;

/** The part of a call's arguments that a person or model wrote; default: the first argument. */
type Written = (given: readonly unknown[]) => unknown;

/** Each binds the `takes` arguments that `work` has after its context and request; a call’s options follow them. */
export type Caller = {
  readonly call: <Given extends unknown[], Result, Options extends CallOptions = CallOptions>(
    takes: Given['length'],
    work: (context: CallContext<Options>, ...given: Given) => Result | Promise<Result>,
    written?: Written,
  ) => Bound<Given, Options, Result>;
  /** A call with a request's id, for a caller with this right to it. */
  readonly onPrepared: <Given extends unknown[], Result>(
    needed: Needed,
    takes: Given['length'],
    work: (context: CallContext, prepared: PreparedRequest, ...given: Given) => Result | Promise<Result>,
  ) => Bound<[id: string, ...Given], CallOptions, Result>;
  /** A call on the request whose page the caller has opened, with the credential of the request's owner. */
  readonly onPage: <Given extends unknown[], Result>(
    takes: Given['length'],
    work: (context: CallContext, prepared: PreparedRequest, ...given: Given) => Result | Promise<Result>,
    written?: Written,
  ) => Bound<Given, CallOptions, Result>;
};

/** @param contextOf the caller's context, where it is known only once it is needed */
export function createCaller(
  parts: DeskContext,
  contextOf: () => DeskContext | Promise<DeskContext> = () => parts,
): Caller {
  const bind =
    <Given extends unknown[], Result, Options extends CallOptions>(
      count: number,
      written: Written,
      work: (context: CallContext<Options>, ...given: Given) => Result | Promise<Result>,
    ): Bound<Given, Options, Result> =>
    (...args) => {
      const given = args.slice(0, count) as Given;
      const options = (args[count] ?? {}) as Options;
      return runCall(parts, written(given), options, async (call) => {
        const context = { ...(await contextOf()), options, call };
        try {
          return await withKnownNames(context, await work(context, ...given));
        } catch (error) {
          throw await namedError(context, error);
        }
      });
    };
  return {
    call: (takes, work, written = FIRST) => bind(takes, written, work),
    onPrepared: (needed, takes, work) =>
      bind(
        takes + 1,
        ([id, first]) => ({ ...(first as object | undefined), id }),
        async (context, id, ...given) => {
          if (id === '') throw new CountersignError('INPUT_INVALID', { fields: [fieldProblem('id', 'MISSING')] });
          return work(context, await requireRight(context, await idOf(context, id), needed), ...given);
        },
      ),
    onPage: (takes, work, written = FIRST) =>
      bind(takes, written, async (context, ...given) => {
        const prepared = await requirePage(context);
        return work({ ...context, ...context.servedFor(prepared.owner.tenant) }, prepared, ...given);
      }),
  };
}

const FIRST: Written = ([first]) => first;

/** How much longer a call may take to record that an outcome is unknown, and to return. */
const SETTLE_MS = 1_000;

type Parts = Pick<DeskContext, 'now' | 'scanner'>;

/**
 * @param input as it came in
 * @throws CountersignError SECRET_REFUSED before anything is done; SERVICE_TIMEOUT where the work does not end in time
 */
export async function runCall<T>(
  { now, scanner }: Parts,
  input: unknown,
  options: CallOptions,
  work: (call: RunningCall) => T | Promise<T>,
): Promise<T> {
  const { alsoScanned = {}, begun = performance.now(), callId = newCallId(), ...given } = options;
  refuseSecrets({ ...alsoScanned, ...(isObject(input) ? input : { input }) }, scanner);
  const left = () => CALL_BUDGET_MS - (performance.now() - begun);
  // The service client has the deadline itself; everything else is aborted by this signal, a moment later.
  const over = AbortSignal.timeout(Math.max(Math.ceil(left() + SETTLE_MS / 2), 0));
  const signal = given.signal === undefined ? over : AbortSignal.any([given.signal, over]);
  const call = () => ({ ...given, callId, signal, deadline: now() + left() });
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    const end = () => reject(new CountersignError('SERVICE_TIMEOUT'));
    timer = setTimeout(end, left() + SETTLE_MS);
  });
  try {
    return redactStrings(await Promise.race([work(call), limit]), scanner.redact);
  } catch (error) {
    // Aborted by our signal, not by the caller's. Any other error says more than a timeout.
    const isOurs = over.aborted && given.signal?.aborted !== true && toCountersignError(error).code === 'CANCELLED';
    throw isOurs ? new CountersignError('SERVICE_TIMEOUT', { cause: error }) : error;
  } finally {
    clearTimeout(timer);
  }
}
