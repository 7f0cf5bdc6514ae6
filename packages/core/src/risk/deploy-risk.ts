/** A deploy that equals its request may still be a trap: an address may have been swapped in the request itself. */
import { fromBasisPoints } from '../escrow/amount.ts';
import type { Network } from '../escrow/network.ts';
import { ROLE_NAMES, type RoleName } from '../escrow/steps.ts';
import { type EscrowOnChain, receivers, SERVICE_FEE_BASIS_POINTS } from '../kinds/escrow-on-chain.ts';
import { openAmount } from '../kinds/progress.ts';
import type { BlockingWarning, Fact, Warning } from '../words/data/risk.ts';
import { type PaidFrom, type Payee, paidFrom, payability, type SeenOnLedger } from './payability.ts';
import { payeeRisk, payeesOfEscrow } from './payee-risk.ts';
import { crossChainStops, mergeRisk, type Risk } from './risk.ts';
import type { Trust } from './trust.ts';
import { takingRisk } from './who-can-take.ts';

export type WeighedDeploy = {
  readonly signer: string;
  readonly contractId: string;
  readonly escrow: EscrowOnChain;
};

/** Facts that are not in the transaction. Absent ones were not looked up and are not judged. */
export type KnownOfDeploy = SeenOnLedger & Partial<Trust>;

export type DeployPolicy = {
  readonly network: Network;
  /** Basis points: a platform fee above it is a stop. */
  readonly feeStop: number;
};

/** Basis points. */
export const DEFAULT_FEE_STOP = 2_000;

/** A fee below 1 % may be a fraction that was meant as a percentage. */
const ONE_PERCENT = 100;

type Party = { readonly role: RoleName; readonly address: string };

/** Without their signatures the money stays where it is. */
const MUST_SIGN: readonly RoleName[] = ['approver', 'serviceProvider', 'releaseSigner', 'disputeResolver'];

/** “You” in the rules is the transaction's signer, the worker its service provider. */
export const deployRisk = (deploy: WeighedDeploy, known: KnownOfDeploy, policy: DeployPolicy): Risk =>
  mergeRisk(
    allRisk(deploy, known, policy, () => true),
    {},
  );

/** The risk of new terms, without what was already true of the old ones. */
export function newRisk(
  deploy: WeighedDeploy,
  before: EscrowOnChain,
  known: KnownOfDeploy,
  policy: DeployPolicy,
): Pick<Risk, 'stops' | 'warnings'> {
  const earlier = allRisk({ ...deploy, escrow: before }, known, policy, () => false);
  // Of more money, it is new who can take it.
  const isMore = openAmount(deploy.escrow) > openAmount(before);
  const same = [...earlier.stops, ...earlier.warnings].filter(({ code }) => !isMore || !code.includes('CAN_TAKE'));
  const old = new Set(same.map((each) => JSON.stringify(each)));
  const isNew = (each: BlockingWarning | Warning) => !old.has(JSON.stringify(each));
  const { stops: blockers, warnings } = allRisk(deploy, known, policy, isNew);
  return { stops: blockers.filter(isNew), warnings: warnings.filter(isNew) };
}

/** @param isShown of who can take the money: what is shown of a party replaces what its roles alone would say */
function allRisk(
  deploy: WeighedDeploy,
  known: KnownOfDeploy,
  policy: DeployPolicy,
  isShown: (each: BlockingWarning | Warning) => boolean,
): Risk {
  const taking = takingRisk(deploy.escrow, deploy.signer, known.trusted, known.confirmed);
  const { signer, contractId, escrow } = deploy;
  const paid = paidFrom(policy.network, escrow.trustline.address, { signer, escrow: contractId }, known);
  const payees = payeesOfEscrow(escrow, policy.network.feeAddress);
  const ofPayees = payeeRisk(payees, paid, known);
  const blockers = [
    ...crossChainStops(deploy.escrow),
    ...distinct([...stopsOfRoles(deploy, known, paid, payees), ...ofPayees.stops]),
    ...taking.stops,
    ...stopsOfFee(deploy, policy),
  ];
  const ofTerms = factsOfTerms(deploy.escrow);
  const takers = new Set([...taking.stops, ...taking.warnings].filter(isShown).flatMap(takersIn));
  const warnings = [
    ...taking.warnings,
    // Those say more of the same party.
    ...warningsOfRoles(deploy, takers).filter(({ params }) => !('address' in params && takers.has(params.address))),
    ...ofPayees.warnings,
    ...feeWarnings(deploy, known.feeBefore),
    ...(known.accounts?.get(signer)?.severalSigners === true
      ? [{ code: 'SEVERAL_SIGNERS', params: { address: signer } } as const]
      : []),
  ];
  const ofSigner = payees.some(({ address }) => address === signer) ? [] : factsOfSigner(paid, known);
  const facts = [...taking.facts, ...ofSigner, ...ofPayees.facts, ...ofTerms, ...factsOf(deploy, known)];
  return { stops: blockers, warnings, facts };
}

/** A receiver who is paid out already and one who is yet to be paid may have the same problem. */
const distinct = (blockers: readonly BlockingWarning[]): readonly BlockingWarning[] => [
  ...new Map(blockers.map((stop) => [JSON.stringify(stop), stop])).values(),
];

/** The parties of whom a warning says more than that they have an unusual role. */
function takersIn({ code, params }: ReturnType<typeof takingRisk>['stops' | 'warnings'][number]): string[] {
  if (code !== 'CAN_TAKE_TOGETHER') return [params.address];
  const { way, parties, mover } = params;
  return way === 'dispute' ? [] : [...parties, ...(mover === undefined ? [] : [mover])].map(({ address }) => address);
}

/** A fee that this wallet has not paid to this platform before. @param before basis points */
export function feeWarnings(
  { signer, escrow: { platformFee, roles } }: Pick<WeighedDeploy, 'signer' | 'escrow'>,
  before: number | undefined,
): Warning[] {
  if (before === undefined || before === platformFee || roles.platformAddress === signer) return [];
  const params = {
    percent: fromBasisPoints(platformFee),
    before: fromBasisPoints(before),
    address: roles.platformAddress,
  };
  return [{ code: 'FEE_UNLIKE_BEFORE', params }];
}

/** Those who are paid are judged as payees. */
function stopsOfRoles(
  { escrow, contractId }: WeighedDeploy,
  { tokens }: KnownOfDeploy,
  { token, otherTokens }: PaidFrom,
  payees: readonly Payee[],
): BlockingWarning[] {
  const isPayee = (party: Party) =>
    payees.some(({ role, address }) => role === party.role && address === party.address);
  const parties = partiesOf(escrow).filter((party) => !isPayee(party));
  const allTokens = new Set([token, ...otherTokens, ...(tokens ?? [])]);
  const signers = parties.filter(({ role }) => MUST_SIGN.includes(role));
  const isContract = (address: string) => address.startsWith('C') && address !== contractId && !allTokens.has(address);
  return [
    ...stopsFor('ROLE_IS_ESCROW', parties, (address) => address === contractId),
    // An issuer's account can act, so only contract addresses are dead ends.
    ...stopsFor('ROLE_IS_TOKEN', parties, (address) => allTokens.has(address)),
    ...stopsFor('ROLE_IS_CONTRACT', signers, isContract),
  ];
}

function stopsOfFee({ escrow: { platformFee } }: WeighedDeploy, { feeStop }: DeployPolicy): BlockingWarning[] {
  if (platformFee <= feeStop) return [];
  return [
    { code: 'FEE_ABOVE_STOP', params: { percent: fromBasisPoints(platformFee), stop: fromBasisPoints(feeStop) } },
  ];
}

/** @param takers who have a worse warning of their own */
function warningsOfRoles({ signer, escrow }: WeighedDeploy, takers: ReadonlySet<string>): Warning[] {
  const { serviceProvider, releaseSigner, disputeResolver, platformAddress } = escrow.roles;
  const { platformFee } = escrow;
  const others = receiversOf(escrow).filter(
    (address) => address !== serviceProvider && address !== signer && !takers.has(address),
  );
  const [other] = others;
  return [
    ...(others.length > 1 ? [{ code: 'RECEIVERS_ARE_NOT_WORKER', params: { addresses: others } } as const] : []),
    ...(other !== undefined && others.length === 1
      ? [{ code: 'RECEIVER_IS_NOT_WORKER', params: { address: other } } as const]
      : []),
    ...([signer, serviceProvider, platformAddress].includes(releaseSigner)
      ? []
      : [{ code: 'UNKNOWN_RELEASE_SIGNER', params: { address: releaseSigner } } as const]),
    ...(disputeResolver === serviceProvider
      ? [{ code: 'RESOLVER_IS_WORKER', params: { address: disputeResolver } } as const]
      : []),
    ...(platformFee > 0 && platformFee < ONE_PERCENT
      ? [{ code: 'FEE_LOOKS_LIKE_FRACTION', params: { percent: fromBasisPoints(platformFee) } } as const]
      : []),
  ];
}

/** Only a fact, not a warning: if the signer cannot fund the escrow, another account may. */
function factsOfSigner(paid: PaidFrom, known: KnownOfDeploy): Fact[] {
  const found = payability({ role: 'signer', address: paid.signer, units: 0n, least: 0n }, paid, known);
  const lacksIt = found.kind === 'not-yet' && found.lacks === 'trustline';
  return lacksIt ? [{ code: 'TRUSTLINE_MISSING', params: { address: paid.signer, role: 'signer' } }] : [];
}

/** These differ from escrow to escrow of the same people, so they are reported each time. */
const factsOfTerms = ({ amount, milestones }: EscrowOnChain): Fact[] =>
  amount !== undefined && milestones.length > 1 ? [{ code: 'PAID_AT_ONCE', params: {} }] : [];

function factsOf({ signer, escrow }: WeighedDeploy, { used }: KnownOfDeploy): Fact[] {
  const { disputeResolver, platformAddress } = escrow.roles;
  const ofKind: Fact[] = [
    // What every such contract does, which no one can change once money is in it.
    { code: 'ONLY_RESOLVER_MOVES', params: { address: disputeResolver } },
    { code: 'PLATFORM_CHANGES_TERMS', params: { address: platformAddress } },
    { code: 'SERVICE_SHARE', params: { percent: fromBasisPoints(Number(SERVICE_FEE_BASIS_POINTS)) } },
  ];
  if (used === undefined) return ofKind;
  const addresses = [...new Set(partiesOf(escrow).map(({ address }) => address))].filter(
    (address) => address !== signer && !used.has(address),
  );
  return [
    ...ofKind,
    ...(addresses.length === 0 ? [] : [{ code: 'FIRST_TIME_ADDRESSES', params: { addresses } } as const]),
  ];
}

/** The accounts (G…) to look up on the ledger: the signer and all who are paid. */
export function accountsToAsk(
  { signer, escrow }: Pick<WeighedDeploy, 'signer' | 'escrow'>,
  { feeAddress }: Pick<Network, 'feeAddress'> = {},
): string[] {
  const paid = payeesOfEscrow(escrow, feeAddress).map(({ address }) => address);
  return [...new Set([signer, ...paid.filter((address) => address.startsWith('G'))])];
}

function partiesOf(escrow: EscrowOnChain): readonly Party[] {
  return ROLE_NAMES.flatMap((role) =>
    (role === 'receiver' ? receiversOf(escrow) : [escrow.roles[role]]).map((address) => ({ role, address })),
  );
}

function receiversOf(escrow: EscrowOnChain): readonly string[] {
  return receivers(escrow).sort();
}

/** Of several receivers those with the problem are named. */
function stopsFor(
  code: 'ROLE_IS_ESCROW' | 'ROLE_IS_TOKEN' | 'ROLE_IS_CONTRACT',
  parties: readonly Party[],
  isMeant: (address: string) => boolean,
): BlockingWarning[] {
  const isOnlyOne = parties.filter(({ role }) => role === 'receiver').length === 1;
  return parties
    .filter(({ address }) => isMeant(address))
    .map(({ role, address }) => ({ code, params: role !== 'receiver' || isOnlyOne ? { role } : { role, address } }));
}
