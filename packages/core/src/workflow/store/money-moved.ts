/** The money that a settled transaction moved into or out of an escrow: what trust is earned with. */
import { unitsOf } from '../../actions/fund/call.ts';
import { readExpected } from '../../actions/fund/expected-escrow.ts';
import { stepOf } from '../../actions/registry.ts';
import { escrowStateOf } from '../../actions/steps/escrow-state.ts';
import type { StepRequest } from '../../actions/steps/request.ts';
import { readTransaction } from '../../envelope/read-transaction.ts';
import { knownToken, NETWORKS, type Network, type NetworkName } from '../../escrow/network.ts';
import { isStepName } from '../../escrow/steps.ts';
import type { EscrowOnChain } from '../../kinds/escrow-on-chain.ts';
import { stateOf, totalAmount } from '../../kinds/progress.ts';
import { readDeploy } from '../../kinds/read-deploy.ts';
import { partiesAtStake } from '../../risk/index.ts';
import type { ActionRequest, PreparedTransaction } from '../model/requests.ts';

/** The settled transaction. */
export type MoneySource = { readonly hash: string; readonly escrow: string; readonly at: number };

/** Amounts are base units in decimal, `at` epoch milliseconds. */
export type MoneyMoved = {
  /** By a wallet into its escrow; 0 by a deploy, which shows the terms alone. */
  readonly paidIn?: {
    readonly wallet: string;
    readonly token: string;
    readonly units: string;
    /** 1: they could have taken the money. */
    readonly parties: Readonly<Record<string, 0 | 1>>;
    readonly platform: string;
    /** Basis points. */
    readonly fee: number;
  };
  /** `released` 1: as agreed, 0: by a decision or a withdrawal. */
  readonly paidOut?: readonly { readonly payee: string; readonly units: string; readonly released: 0 | 1 }[];
  /** Of all milestones together, once the last is paid out and none was decided by a dispute. */
  readonly agreedEnd?: { readonly units: string };
};

type Settled = Pick<PreparedTransaction, 'unsignedXdr'>;

/** @returns undefined where it moved none, or where that cannot be read from the stored row */
export function moneyMoved(request: ActionRequest, settled: Settled, network: Network): MoneyMoved | undefined {
  try {
    if (request.action === 'deploy') {
      const deploy = readDeploy(readTransaction(settled.unsignedXdr, network.passphrase), network.passphrase);
      return 'unreadable' in deploy ? undefined : paidIn(deploy.deployer, 0n, deploy.escrow, network);
    }
    if (request.action === 'fund') {
      const escrow = readExpected(request.request.expected)?.escrow;
      return escrow && paidIn(request.request.signer, unitsOf(request.request), escrow, network);
    }
    return isStepName(request.action) ? paidOut(request.action, request.request as StepRequest, network) : undefined;
  } catch {
    return undefined;
  }
}

function paidIn(wallet: string, units: bigint, escrow: EscrowOnChain, network: Network): MoneyMoved {
  const { address } = escrow.trustline;
  const parties = [...partiesAtStake(escrow, wallet)].map(([party, couldTake]) => [party, couldTake ? 1 : 0] as const);
  return {
    paidIn: {
      ...{ wallet, token: knownToken(network, address)?.address ?? address, units: `${units}` },
      ...{ parties: Object.fromEntries(parties), platform: escrow.roles.platformAddress, fee: escrow.platformFee },
    },
  };
}

function paidOut(action: Parameters<typeof stepOf>[0], request: StepRequest, network: Network): MoneyMoved | undefined {
  const step = stepOf(action);
  const state = step.movesMoney === true ? escrowStateOf(request, network) : undefined;
  if (state === undefined) return undefined;
  const { after, pays } = step.effect(state, request);
  const isAgreed = after.milestones.length > 0 && after.milestones.every((each) => stateOf(after, each) === 'released');
  const byPayee = Map.groupBy(pays, ({ to = '' }) => to);
  return {
    paidOut: [...byPayee].map(([payee, payments]) => ({
      payee,
      units: `${payments.reduce((sum, { units }) => sum + units, 0n)}`,
      released: action === 'release' ? 1 : 0,
    })),
    ...(action === 'release' && isAgreed ? { agreedEnd: { units: `${totalAmount(after)}` } } : {}),
  };
}

/** For a migration: the same of a stored row, as JSON. Its network may be one that this version does not know. */
export function movedBy(row: string): string {
  const { network, unsignedXdr, ...request } = JSON.parse(row) as ActionRequest &
    Settled & { readonly network: NetworkName };
  const known = NETWORKS[network] as Network | undefined;
  return JSON.stringify((known && moneyMoved(request, { unsignedXdr }, known)) ?? {});
}
