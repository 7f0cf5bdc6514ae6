/** Whom an escrow or a payment out of it pays, and what a person should know of them before they sign. */
import { fromBaseUnits } from '../escrow/amount.ts';
import { type EscrowOnChain, payoutOf } from '../kinds/escrow-on-chain.ts';
import { isPaidOut } from '../kinds/progress.ts';
import type { BlockingWarning, Fact, PayeeWarning, RoleWarning, Warning } from '../words/data/risk.ts';
import type { PartyName } from '../words/words.ts';
import { type Lack, type PaidFrom, type Payability, type Payee, payability, type SeenOnLedger } from './payability.ts';
import type { Risk } from './risk.ts';

type Payment = Pick<Payee, 'role' | 'address' | 'units'>;

/** Whom an escrow has yet to pay: receivers, the platform while it takes a fee, and the service's fee address. */
export function payeesOfEscrow(escrow: EscrowOnChain, feeAddress: string | undefined): readonly Payee[] {
  const { roles, platformFee } = escrow;
  const parts = openParts(escrow).map(({ amount, receiver }) => ({ ...payoutOf(amount, platformFee), to: receiver }));
  const paid = (role: PartyName, address: string | undefined, units: bigint): Payment[] =>
    address === undefined ? [] : [{ role, address, units }];
  return mergePayments([
    ...parts
      .flatMap(({ to, receiver }) => paid('receiver', to, receiver))
      .sort((one, other) => (one.address < other.address ? -1 : 1)),
    ...(platformFee > 0 ? parts.flatMap((part) => paid('platformAddress', roles.platformAddress, part.platform)) : []),
    ...parts.flatMap(({ service }) => paid('serviceFee', feeAddress, service)),
  ]);
}

function openParts({ amount, flags = {}, milestones, roles }: EscrowOnChain) {
  if (amount !== undefined) return isPaidOut(flags) ? [] : [{ amount, receiver: roles.receiver }];
  return milestones
    .filter((milestone) => !isPaidOut(milestone.flags))
    .map(({ amount: own = 0n, receiver }) => ({ amount: own, receiver: receiver ?? roles.receiver }));
}

/** Each address once, by its first role, with its total. */
export function mergePayments(payments: readonly Payment[]): readonly Payee[] {
  return [...Map.groupBy(payments, ({ address }) => address)].map(([address, own]) => {
    const amounts = own.map(({ units }) => units);
    const [first] = own as [Payment];
    return {
      address,
      role: first.role,
      units: amounts.reduce((sum, units) => sum + units, 0n),
      least: amounts.toSorted((one, other) => Number(one - other))[0] as bigint,
    };
  });
}

/** What is wrong with whom, the service's account apart. */
export function payeeRisk(payees: readonly Payee[], paid: PaidFrom, seen: SeenOnLedger): Risk {
  const isOnlyOne = payees.filter(({ role }) => role === 'receiver').length === 1;
  const payabilities = payees.map((payee) => ({ payee, found: payability(payee, paid, seen) }));
  const own = payabilities.filter(({ payee }) => payee.role !== 'serviceFee');
  return {
    stops: own.flatMap(({ payee, found }) => stopOf(payee, found, isOnlyOne)),
    warnings: own.flatMap(({ payee, found }) => warningOf(payee, found, paid, seen)),
    facts: payabilities.flatMap(({ payee, found }) => factOf(payee, found)),
  };
}

const STOPS = {
  token: 'ROLE_IS_TOKEN',
  factory: 'PAYEE_IS_FACTORY',
  escrow: 'ROLE_IS_ESCROW',
  issuer: 'PAYEE_IS_ISSUER',
  'not-wallet': 'PAYEE_IS_NOT_WALLET',
  'needs-memo': 'PAYEE_NEEDS_MEMO',
} as const satisfies Record<string, RoleWarning>;

function stopOf({ role, address }: Payee, found: Payability, isOnlyOne: boolean): BlockingWarning[] {
  if ((found.kind !== 'refused' && found.kind !== 'to-confirm') || role === 'serviceFee' || role === 'signer')
    return [];
  const code = STOPS[found.is];
  const isNamed = code.startsWith('PAYEE') || (role === 'receiver' && !isOnlyOne);
  return [{ code, params: isNamed ? { role, address } : { role } }];
}

const WARNINGS: Readonly<Record<Exclude<Lack, 'room'>, Exclude<PayeeWarning, 'LIMIT_TOO_LOW'>>> = {
  account: 'ACCOUNT_MISSING',
  contract: 'CONTRACT_MISSING',
  trustline: 'TRUSTLINE_MISSING',
  authorisation: 'NOT_AUTHORISED',
};

function warningOf({ role, address, units }: Payee, found: Payability, paid: PaidFrom, seen: SeenOnLedger): Warning[] {
  if (found.kind !== 'not-yet') return [];
  const { lacks } = found;
  if (lacks !== 'room') return [{ code: WARNINGS[lacks], params: { address, role } }];
  const room = assetAmount(seen.accounts?.get(address)?.room ?? 0n);
  return [
    {
      code: 'LIMIT_TOO_LOW',
      params: { address, role, room, amount: assetAmount(units), token: paid.asset?.code ?? paid.token },
    },
  ];
}

/** Only Stellar assets have trustlines, and all of them 7 decimals. */
const assetAmount = (units: bigint): string => fromBaseUnits(units, 7);

function factOf({ role, address }: Payee, found: Payability): Fact[] {
  if (found.kind === 'smart-wallet') return [{ code: 'PAYEE_IS_SMART_WALLET', params: { address, role } }];
  // The person who signs cannot mend that.
  const isStuck = role === 'serviceFee' && found.kind === 'not-yet' && found.fails;
  return isStuck ? [{ code: 'SERVICE_CANNOT_BE_PAID', params: { address } }] : [];
}
