/** A step's transaction against the request: the call to the byte, what is authorised, and what it may touch. */
import { Address, type xdr } from '@stellar/stellar-sdk/base';
import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import { createSide } from '../../errors/differences.ts';
import { knownToken } from '../../escrow/network.ts';
import { encodeArgument } from '../../kinds/encode-call.ts';
import { type Argument, functionOf } from '../../kinds/escrow-kind.ts';
import { cleanLine } from '../../text/text.ts';
import type { Reason } from '../../words/data/risk.ts';
import {
  type Check,
  type CheckPolicy,
  checkAuthorisation,
  checkDecimals,
  checkEnvelope,
  checkFootprint,
  codeReasons,
  isCodeOf,
  isDataOf,
  mismatchOf,
  ownerOf,
  resultOf,
  tokenReasons,
} from '../check.ts';
import { compareValues, Differences } from '../differences.ts';
import { MOST_EMITTED } from '../emitted.ts';
import { type EscrowState, escrowStateOf } from './escrow-state.ts';
import { emittedBy } from './obstacles.ts';
import type { StepRequest } from './request.ts';
import type { Effect, Step } from './step.ts';
import { type ReadStep, readStep, valuesOfStep } from './step-call.ts';

export function checkStep(
  step: Step,
  read: ReadTransaction,
  request: StepRequest,
  policy: CheckPolicy,
): Check<ReadStep> {
  const differences = new Differences();
  checkEnvelope(read, request, policy, differences);
  const { network } = policy;
  const call = readStep(step.name, read, network);
  if ('unreadable' in call) return mismatchOf(step.name, call, differences);
  const state = escrowStateOf(request, network);
  if (state === undefined) {
    differences.note('escrow', createSide('KNOWN_KIND'), createSide('OTHER_CONTRACT'));
    return { level: 'mismatch', differences: differences.list };
  }
  differences.same('escrow', request.escrow, call.contractId);
  checkArguments(step, call, state, request, differences);
  checkAuthorisation(call, differences);
  checkTouched(read, call, state, request.code, step.effect(state, request), differences);
  const token = state.escrow.trustline.address;
  differences.same('trustline.address', request.trustline.address, token);
  checkDecimals(token, state.decimals, network, differences);
  differences.atMost('events and result', MOST_EMITTED, emittedBy(step, state, request));
  return resultOf(call, differences, () => partlyReasons(call, state, request.code));
}

function checkArguments(
  step: Step,
  { invocation, callArguments }: ReadStep,
  state: EscrowState,
  request: StepRequest,
  differences: Differences,
): void {
  const called = functionOf(state.kind, step.name, state.network);
  const name = invocation.functionName.toString();
  if (called === undefined || called.name !== name || !sameList(called.takes, [...callArguments.keys()])) {
    differences.note('function', called?.name ?? createSide('KNOWN_FUNCTION'), cleanLine(name));
    return;
  }
  const wanted = valuesOfStep(step, state, request);
  for (const argument of called.takes) {
    const [value, found] = [encodeArgument(argument, wanted), callArguments.get(argument)];
    // Without a pin, the fee address is only shown, not compared.
    if (value === undefined && argument === 'feeAddress') continue;
    if (value === undefined || found === undefined)
      differences.note(NAMES[argument] ?? argument, createSide('AS_ASKED'), createSide('NONE'));
    else compareValues(value, found, NAMES[argument] ?? argument, differences);
  }
}

/** Arguments that people know by another name. */
const NAMES: Readonly<Partial<Record<Argument, string>>> = {
  index: 'milestone index',
  feeAddress: 'fee address',
  statusChanges: 'status changes',
};

const sameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each, index) => each === other[index]);

/** The escrow's own entries and code; and those of its token that payments and the balance check need. */
function checkTouched(
  read: ReadTransaction,
  call: ReadStep,
  { escrow, network }: EscrowState,
  code: string,
  { pays }: Effect,
  differences: Differences,
): void {
  const token = knownToken(network, escrow.trustline.address);
  const contract = token?.address ?? escrow.trustline.address;
  // Contracts before generation B transfer a fee even when it is zero.
  const paid = [...pays.flatMap(({ to }) => to ?? []), escrow.roles.platformAddress, ...feeAddressIn(call)];
  const isPaying = pays.length > 0;
  const writes = (key: xdr.LedgerKey) =>
    isDataOf(key, isPaying ? [call.contractId, contract] : [call.contractId]) ||
    isCodeOf(key, code) ||
    (isPaying && paid.includes(ownerOf(key) ?? ''));
  const issuer = token?.issuer;
  const reads = (key: xdr.LedgerKey) =>
    writes(key) ||
    isDataOf(key, [call.contractId, contract]) ||
    (isPaying && key.type === 'account' && (issuer === undefined || ownerOf(key) === issuer));
  checkFootprint(read, { writes, reads, of: isPaying ? 'payout' : 'step' }, differences);
}

function partlyReasons(call: ReadStep, { kind, escrow, network }: EscrowState, code: string): Reason[] {
  const unpinned = network.feeAddress === undefined ? feeAddressIn(call) : [];
  return [
    ...codeReasons(code, [kind.release], network),
    ...unpinned.map((address) => ({ code: 'FEE_ADDRESS_NOT_PINNED', params: { address } }) as const),
    ...tokenReasons(escrow.trustline.address, false, network),
  ];
}

/** None where the call names no fee address. */
function feeAddressIn({ callArguments }: ReadStep): readonly string[] {
  const fee = callArguments.get('feeAddress');
  return fee?.type === 'scvAddress' ? [Address.fromScAddress(fee.address).toString()] : [];
}
