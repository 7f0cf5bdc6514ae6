/** The terms of an escrow that decide about money, as the signer of a transaction agrees to them. */
import { hash, xdr } from '@stellar/stellar-sdk/base';
import { toHex } from '../envelope/bytes.ts';
import type { ReadTransaction } from '../envelope/read-transaction.ts';
import type { Difference } from '../errors/differences.ts';
import { crossChainTarget, crossChainText } from '../escrow/cross-chain.ts';
import { decimalsOfMultiplier, fromBaseUnits, fromBasisPoints, ROLE_NAMES, type RoleName } from '../escrow/index.ts';
import { knownToken, type Network } from '../escrow/network.ts';
import { isStepName } from '../escrow/steps.ts';
import { readAs } from '../kinds/escrow-kind.ts';
import type { EscrowOnChain } from '../kinds/escrow-on-chain.ts';
import { readDeploy } from '../kinds/read-deploy.ts';
import { ESCROW_KINDS } from '../kinds/registry.ts';
import type { ActionName, RequestOf } from './action.ts';
import { Differences } from './differences.ts';
import { expectedOf } from './fund/call.ts';
import { stepOf } from './registry.ts';
import { escrowStateOf } from './steps/escrow-state.ts';
import type { StepRequest } from './steps/request.ts';

/** Stored as JSON. Amounts are decimal strings in token units. */
export type MoneyTerms = {
  readonly roles: Readonly<Partial<Record<RoleName, string>>>;
  readonly platformFeePercent: string;
  readonly token: string;
  /** The one amount of a single release. */
  readonly amount?: string;
  readonly milestones: readonly { readonly amount?: string; readonly receiver?: string }[];
  readonly crossChainReceiver?: string;
  /** A hash of the titles and descriptions: whether they changed, without keeping them. */
  readonly texts: string;
};

export function moneyTermsOf(escrow: EscrowOnChain, decimals: number, network: Network): MoneyTerms {
  const { roles, platformFee, milestones, trustline, crossChainReceiver } = escrow;
  const target = crossChainTarget(crossChainReceiver);
  const amountOf = (units: bigint | undefined) =>
    units === undefined ? {} : { amount: fromBaseUnits(units, decimals) };
  return {
    roles: Object.fromEntries(ROLE_NAMES.flatMap((role) => (roles[role] === undefined ? [] : [[role, roles[role]]]))),
    platformFeePercent: fromBasisPoints(platformFee),
    token: knownToken(network, trustline.address)?.address ?? trustline.address,
    ...amountOf(escrow.amount),
    milestones: milestones.map(({ amount, receiver }) => ({
      ...amountOf(amount),
      ...(receiver === undefined ? {} : { receiver }),
    })),
    ...(target === undefined ? {} : { crossChainReceiver: crossChainText(target) }),
    texts: textsOf(escrow),
  };
}

function textsOf({ engagementId, title, description, milestones }: EscrowOnChain): string {
  const texts = [engagementId, title, description, ...milestones.map((milestone) => milestone.description)];
  return toHex(hash(JSON.stringify(texts)));
}

/** Where they differ in who is paid, how much, or who decides it. Of an added or removed milestone, all is named. */
export function moneyDifferences(before: MoneyTerms, now: MoneyTerms): readonly Difference[] {
  const differences = new Differences();
  for (const role of ROLE_NAMES) differences.same(`roles.${role}`, before.roles[role], now.roles[role]);
  differences.same('crossChainReceiver', before.crossChainReceiver, now.crossChainReceiver);
  differences.same('platformFee', `${before.platformFeePercent} %`, `${now.platformFeePercent} %`);
  differences.same('trustline.address', before.token, now.token);
  differences.same('amount', before.amount, now.amount);
  differences.same('number of milestones', before.milestones.length, now.milestones.length);
  const most = Math.max(before.milestones.length, now.milestones.length);
  for (let index = 0; index < most; index++) {
    const [was, is] = [before.milestones[index], now.milestones[index]];
    differences.same(`milestones[${index}].amount`, was?.amount, is?.amount);
    differences.same(`milestones[${index}].receiver`, was?.receiver, is?.receiver);
  }
  return differences.list;
}

export type Agreement = {
  readonly escrow: string;
  readonly wallet: string;
  readonly action: ActionName;
  /** Whether the ledger itself enforces these terms: its contract takes them, or compares them with its own. */
  readonly isEnforced: boolean;
  readonly terms: MoneyTerms;
};

type AnyRequest = {
  readonly [Name in ActionName]: { readonly action: Name; readonly request: RequestOf<Name> };
}[ActionName];

/** What the signer agrees to: terms that a deploy or update sets, or that the request shows; undefined for none. */
export function agreementIn(
  actionRequest: AnyRequest,
  read: () => ReadTransaction,
  network: Network,
): Agreement | undefined {
  const { action, request } = actionRequest;
  const decimals = decimalsOfMultiplier(request.trustline.decimals) ?? 0;
  const agreementOf = (contractId: string, escrow: EscrowOnChain, isEnforced: boolean): Agreement => ({
    escrow: contractId,
    wallet: request.signer,
    action,
    isEnforced,
    terms: moneyTermsOf(escrow, decimals, network),
  });
  if (action === 'deploy') {
    const deploy = readDeploy(read(), network.passphrase);
    return 'unreadable' in deploy ? undefined : agreementOf(deploy.contractId, deploy.escrow, true);
  }
  if (action === 'fund') {
    const shown = request.expected === undefined ? undefined : escrowIn(request.expected, request.code);
    return shown && agreementOf(request.escrow, shown, expectedOf(request) !== undefined);
  }
  if (!isStepName(action)) return undefined;
  const stepRequest = request as StepRequest;
  const state = escrowStateOf(stepRequest, network);
  const { effect, setsTerms = false } = stepOf(action);
  return state && agreementOf(stepRequest.escrow, effect(state, stepRequest).after, setsTerms);
}

function escrowIn(value: string, code: string | undefined): EscrowOnChain | undefined {
  const read = readAs(ESCROW_KINDS, xdr.ScVal.fromXdr(value, 'base64'), code);
  return 'unreadable' in read ? undefined : read.escrow;
}
