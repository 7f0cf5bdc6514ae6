/** Before money goes into an escrow or out of it: whether everybody whom it pays can be paid. */
import type { EscrowState } from '../../actions/steps/escrow-state.ts';
import type { Effect } from '../../actions/steps/step.ts';
import { CountersignError, fieldProblem } from '../../errors/errors.ts';
import type { EscrowOnChain } from '../../kinds/escrow-on-chain.ts';
import {
  mergePayments,
  type Payee,
  paidFrom,
  payability,
  payeeRisk,
  payeesOfEscrow,
  type Risk,
} from '../../risk/index.ts';
import type { UnmetPrecondition } from '../../words/obstacles.ts';
import type { PartyName } from '../../words/words.ts';
import type { DeskContext } from '../context.ts';
import type { SignalOptions } from '../model/call-options.ts';
import { readPayees } from '../read/payability.ts';

/** Who signs, and the escrow's address. */
type Asked = { readonly signer: string; readonly escrow: string };

/**
 * Of everybody whom an escrow has yet to pay.
 * @throws CountersignError INPUT_INVALID where what is paid would be lost for certain
 */
export async function riskOfPayees(
  context: DeskContext,
  request: Asked,
  escrow: EscrowOnChain,
  options: SignalOptions,
): Promise<Risk> {
  const payees = payeesOfEscrow(escrow, context.network.feeAddress);
  return (await riskOfPayeesNow(context, request, escrow, payees, options)).risk;
}

/** Of everybody whom a step pays: also why it would fail now. */
export async function riskOfPayments(
  context: DeskContext,
  request: Asked,
  { escrow, token }: Pick<EscrowState, 'escrow' | 'token'>,
  { pays }: Pick<Effect, 'pays'>,
  options: SignalOptions,
): Promise<{ readonly risk: Risk; readonly unmet: readonly UnmetPrecondition[] }> {
  const payments = pays.flatMap(({ as, to, units }) =>
    to === undefined ? [] : [{ role: ROLES[as], address: to, units }],
  );
  const { risk, payabilities } = await riskOfPayeesNow(context, request, escrow, mergePayments(payments), options);
  const unmet = payabilities.flatMap(({ payee: { role, address }, found }): UnmetPrecondition[] => {
    if (found.kind !== 'not-yet' || !found.fails) return [];
    const { lacks } = found;
    if (role === 'serviceFee') return [{ code: 'SERVICE_CANNOT_BE_PAID', params: { address } }];
    if (lacks === 'account' || lacks === 'contract') return [{ code: 'NO_ACCOUNT', params: { role, address } }];
    return [{ code: UNMET[lacks], params: { role, address, token } }];
  });
  return { risk, unmet };
}

const ROLES: Readonly<Record<Effect['pays'][number]['as'], PartyName>> = {
  receiver: 'receiver',
  platform: 'platformAddress',
  service: 'serviceFee',
  share: 'receiver',
};

const UNMET = {
  trustline: 'NO_TRUSTLINE',
  authorisation: 'NOT_AUTHORISED',
  room: 'LIMIT_TOO_LOW',
} as const;

async function riskOfPayeesNow(
  context: DeskContext,
  { signer, escrow: contractId }: Asked,
  escrow: EscrowOnChain,
  payees: readonly Payee[],
  { signal }: SignalOptions,
) {
  const { network } = context;
  const token = escrow.trustline.address;
  const addresses = payees.map(({ address }) => address);
  const seen = await readPayees(context, token, addresses, signal);
  const paid = paidFrom(network, token, { signer, escrow: contractId }, seen);
  const payabilities = payees.map((payee) => ({ payee, found: payability(payee, paid, seen) }));
  const lost = payabilities.filter(({ payee, found }) => found.kind === 'refused' && payee.role !== 'serviceFee');
  if (lost.length > 0) {
    const fields = lost.map(({ payee: { address } }) => fieldProblem('escrow', 'PAYS_NO_WALLET', { address }));
    throw new CountersignError('INPUT_INVALID', { fields });
  }
  const risk = payeeRisk(payees, paid, seen);
  reportServiceAccount(context, risk);
  return { payabilities, risk };
}

/** Only an operator can have the service's account mended. */
export function reportServiceAccount({ log }: Pick<DeskContext, 'log'>, { facts }: Pick<Risk, 'facts'>): void {
  for (const { code, params } of facts) {
    if (code !== 'SERVICE_CANNOT_BE_PAID') continue;
    log?.('warn', `The escrow service’s account ${params.address} cannot take its share, so nothing can be paid out.`);
  }
}
