/** The escrow to be paid, as the ledger has it; the service is not believed. */

import { xdr } from '@stellar/stellar-sdk/base';
import { compareValues, Differences } from '../../actions/differences.ts';
import type { FundRequest } from '../../actions/fund/request.ts';
import { CountersignError, createProblem, type Problem } from '../../errors/errors.ts';
import { contractOfToken, tokenDecimals } from '../../escrow/network.ts';
import type { EscrowKind, EscrowOnChain } from '../../kinds/index.ts';
import { openAmount } from '../../kinds/progress.ts';
import type { NoSnapshot, StandingContract } from '../../ledger/ledger.ts';
import { omitUndefined } from '../../text/fields.ts';
import type { DeskContext } from '../context.ts';
import type { SignalOptions } from '../model/call-options.ts';
import type { OnLedger } from '../model/on-ledger.ts';
import { isOpen } from '../model/page-actions.ts';
import { seenDeploysAt } from '../people/seen-deploys.ts';
import { withSignUrl } from '../people/sign-url.ts';
import { escrowsOnLedger, lookAtEscrows } from './escrows-on-ledger.ts';
import { requireNotRenewed } from './renewed.ts';

export type FundedEscrow = {
  readonly contract: StandingContract;
  /** As the contract keeps it. */
  readonly value: xdr.ScVal;
  readonly escrow: EscrowOnChain;
  readonly kind: EscrowKind;
  /** The token's contract, and its decimals by its own word. */
  readonly token: string;
  readonly decimals: number;
  /** In base units: what its terms have yet to pay out, and what it holds; absent where that is not known. */
  readonly needed: bigint;
  readonly held?: bigint;
  /** Whether a second RPC reported the same. */
  readonly isAgreed?: true;
};

/**
 * @throws CountersignError NOT_SIGNED_YET where one was prepared there that is not signed; INPUT_INVALID where no
 *   escrow can be paid there; ESCROW_ARCHIVED, SERVICE_UNREACHABLE, RPCS_DISAGREE
 */
export async function fundedEscrow(
  context: DeskContext,
  address: string,
  { signal }: SignalOptions,
): Promise<FundedEscrow> {
  const { ledger, network } = context;
  const snapshot = ledger && (await lookAtEscrows(ledger, network, [address], signal));
  if (ledger === undefined || snapshot === undefined) throw noAnswer(context, signal);
  if (snapshot.kind === 'no-answer') throw noAnswer(context, signal, snapshot);
  const { state, contract, kind, escrow, held, isAgreed } = snapshot.escrows.get(address) ?? {};
  if (contract === undefined) {
    await requireNotRenewed(context, address);
    await requireSignedDeploy(context, address);
    if (state === 'archived') throw new CountersignError('ESCROW_ARCHIVED');
    // Only what the ledger shows to be absent is: it may be archived, or the RPC may not have it yet.
    if (state !== 'absent') throw noAnswer(context, signal);
    throw notPayable(createProblem('NO_CONTRACT_THERE', { network: network.name }));
  }
  if (contract.escrow === undefined || escrow === undefined || kind === undefined) {
    throw notPayable(createProblem('NOT_AN_ESCROW'));
  }
  const token = contractOfToken(network, escrow.trustline.address);
  const decimals = held?.decimals ?? tokenDecimals(network, token) ?? (await ledger.decimalsOf(token, signal));
  if (decimals === undefined) throw noAnswer(context, signal);
  const needed = openAmount(escrow);
  const known = omitUndefined({ held: held?.units, isAgreed });
  return { contract, value: contract.escrow, escrow, kind, token, decimals, needed, ...known };
}

/** The escrow of a payment on the ledger; undefined where the ledger does not answer, or lists no contract. */
export async function escrowNow(
  { ledger, network }: Pick<DeskContext, 'ledger' | 'network'>,
  { escrow, trustline }: Pick<FundRequest, 'escrow' | 'trustline'>,
  { signal }: SignalOptions,
): Promise<EscrowNow | undefined> {
  const tokens = new Map([[escrow, trustline.address]]);
  const seen = ledger && (await escrowsOnLedger(ledger, network, [escrow], signal, tokens));
  const now = seen?.get(escrow);
  return now?.contract === undefined ? undefined : { ...now, contract: now.contract };
}

type EscrowNow = OnLedger & { readonly contract: StandingContract };

/**
 * How the escrow of a payment differs from the one that was shown, code included. Its contract would refuse some of
 * these payments, but a plain transfer is refused by nothing else.
 * @param now undefined where the ledger does not answer: that is left to the contract
 */
export function changeOfPaid(
  { code, expected }: Pick<FundRequest, 'code' | 'expected'>,
  now: EscrowNow | undefined,
): CountersignError | undefined {
  if (now === undefined) return undefined;
  const differences = new Differences();
  if (code !== undefined) differences.same('contract code', code, now.contract.code);
  if (expected !== undefined && now.contract.escrow !== undefined) {
    compareValues(xdr.ScVal.fromXdr(expected, 'base64'), now.contract.escrow, 'escrow', differences);
  }
  if (differences.list.length === 0) return undefined;
  return new CountersignError('ESCROW_CHANGED', { differences: differences.list });
}

/** @throws CountersignError NOT_SIGNED_YET */
async function requireSignedDeploy(context: DeskContext, address: string): Promise<void> {
  const { words } = context;
  const waiting = (await seenDeploysAt(context, address)).find(({ prepared }) => isOpen(prepared));
  if (waiting === undefined) return;
  const error = new CountersignError('NOT_SIGNED_YET', { ...words.ESCROW_UNSIGNED, language: words.language });
  throw await withSignUrl(context, error, waiting.prepared.id);
}

const notPayable = (problem: Problem): CountersignError =>
  new CountersignError('INPUT_INVALID', { fields: [{ path: 'escrow', problem }] });

function noAnswer({ words }: DeskContext, signal: AbortSignal | undefined, why?: NoSnapshot): CountersignError {
  if (signal?.aborted) return new CountersignError('CANCELLED');
  if (why?.disagree) return new CountersignError('RPCS_DISAGREE');
  return new CountersignError('SERVICE_UNREACHABLE', {
    message: words.ESCROW_NOT_ASKED,
    remedy: words.ASK_AGAIN,
    language: words.language,
  });
}
