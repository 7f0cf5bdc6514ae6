/**
 * Where the service does not do its part, Countersign does it, if the operator chose that (decision 95). The same signed
 * transaction may be sent by both: it has one hash. Two different ones have one sequence number, or the later one waits
 * (`rivals.ts`).
 */
import type { ActionName, RequestOf } from '../../actions/action.ts';
import { CountersignError, type ErrorCode } from '../../errors/errors.ts';
import type { SendOutcome } from '../../service/escrow-service.ts';
import type { DeskContext, RunningContext } from '../context.ts';
import type { BuildOptions, Carrier } from '../model/carrier.ts';
import type { PreparedTransaction } from '../model/requests.ts';

/** How long a service may take: what is left of a call is for going on without it. */
const SERVICE_SHARE_MS = 20_000;

/** A request that is wrong, or a quota that is used up, is no failure of the service. */
const SERVICE_FAILURES: readonly ErrorCode[] = [
  'SERVICE_UNREACHABLE',
  'SERVICE_TIMEOUT',
  'SERVICE_FAILED',
  'SERVICE_REFUSED',
  'SERVICE_UNAUTHORIZED',
  'SERVICE_REPLY_UNREADABLE',
  'SERVICE_REDIRECTED',
  'TRANSACTION_MISMATCH',
];

export const needsFallback = (error: unknown): boolean =>
  error instanceof CountersignError && SERVICE_FAILURES.includes(error.code);

type Going = Pick<DeskContext, 'direct' | 'policy'>;

/** Who continues where the service does not; undefined where no one may. */
export function fallbackCarrier<Name extends ActionName>(
  { direct, policy }: Going,
  name: Name,
): Carrier<Name> | undefined {
  return policy.goesDirect === true ? (direct?.[name] as Carrier<Name> | undefined) : undefined;
}

/** Leaves time to go on. */
export function shareOfService<MoreOptions extends Pick<BuildOptions, 'deadline'>>(
  { policy, now }: Pick<DeskContext, 'policy' | 'now'>,
  options: MoreOptions,
): MoreOptions {
  if (policy.goesDirect !== true) return options;
  return { ...options, deadline: Math.min(options.deadline ?? Number.POSITIVE_INFINITY, now() + SERVICE_SHARE_MS) };
}

/** An escrow that was deployed without the service stays without it, which may not know it. */
export async function staysDirect<Name extends ActionName>(
  { direct, store }: Pick<DeskContext, 'direct' | 'store'>,
  name: Name,
  request: RequestOf<Name>,
): Promise<Carrier<Name> | undefined> {
  const carrier = direct?.[name] as Carrier<Name> | undefined;
  if (carrier === undefined || !('escrow' in request)) return undefined;
  const deploys = await store.findByContract('deploy', request.escrow);
  return deploys.some(({ state, builtBy }) => state === 'settled' && builtBy === 'direct') ? carrier : undefined;
}

/** Sends by Stellar RPC what a service did not send; undefined where that may not be, or it was not sent. */
export async function sendDirectly(
  context: RunningContext,
  signedXdr: string,
  { hash, action, builtBy }: PreparedTransaction,
): Promise<SendOutcome | undefined> {
  const carrier = builtBy === 'service' ? fallbackCarrier(context, action) : undefined;
  if (carrier === undefined) return undefined;
  // Only a record: it is the same transaction from any sender.
  await context.store.setSentBy(hash, 'direct').catch(() => {});
  return await carrier.send(signedXdr, context.call()).catch(() => undefined);
}
