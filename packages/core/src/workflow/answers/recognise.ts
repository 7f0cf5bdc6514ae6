/** What is known of a shown transaction: that the caller prepared it (by its hash), and which escrow it is about. */

import { Address, scValToBigInt, type xdr } from '@stellar/stellar-sdk/base';
import { stepOf } from '../../actions/registry.ts';
import { type EscrowState, escrowStateOf } from '../../actions/steps/escrow-state.ts';
import type { StepRequest } from '../../actions/steps/request.ts';
import { rolesOf } from '../../actions/steps/summary.ts';
import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import { fromBaseUnits } from '../../escrow/amount.ts';
import { knownToken, type Network, tokenDecimals } from '../../escrow/network.ts';
import { isStepName } from '../../escrow/steps.ts';
import type { Known, Line } from '../../explain/explanation.ts';
import { timeWords } from '../../explain/value-words.ts';
import { ACTS, type Act, type Argument, functionOf, isTakenBy } from '../../kinds/escrow-kind.ts';
import { receivers } from '../../kinds/escrow-on-chain.ts';
import { totalAmount } from '../../kinds/progress.ts';
import { onlyCall } from '../../kinds/read-deploy.ts';
import { quotedReveal, revealLine } from '../../text/text.ts';
import { type ExplainWords, explainWordsOf } from '../../words/all.ts';
import type { DeskContext } from '../context.ts';
import type { CallOptions } from '../model/call-options.ts';
import { isPerson } from '../model/person.ts';
import type { PreparedRequest, PreparedTransaction } from '../model/requests.ts';
import { transactionToReport } from '../model/requests.ts';
import { isOwn } from '../people/access.ts';
import { assetOf } from '../read/escrow-terms.ts';
import { escrowsOnLedger } from '../read/escrows-on-ledger.ts';
import { renewedAt } from '../read/renewed.ts';
import { describePrepared } from '../status/status-words.ts';

/** @returns undefined where nothing is known of it */
export async function recognise(
  context: DeskContext,
  read: ReadTransaction,
  { signal }: CallOptions = {},
): Promise<Known | undefined> {
  const words = explainWordsOf(context.words.language);
  const prepared = await preparedHere(context, read.hashHex);
  const called = callOfEscrow(read);
  const state = called && (await stateOf(context, called.contractId, prepared?.prepared, signal));
  const step = called && state && stepIn(called, state);
  if (prepared === undefined) {
    const renewed = called && state === undefined ? await renewedAt(context, called.contractId) : undefined;
    if (called !== undefined && renewed !== undefined) {
      const heading = context.words.renewedText(renewed.contractId, [called.contractId]);
      return { heading, lines: [], isPrepared: false };
    }
    if (step === undefined) return undefined;
    const heading = words.stepOfEscrow(words.core.actions[step.act].transaction, quotedReveal(step.state.escrow.title));
    return { heading, lines: linesOf(step, words), isPrepared: false };
  }
  const { prepared: preparedRequest, transaction } = prepared;
  const time = timeWords(BigInt(Math.floor(transaction.offeredAt / 1_000)), words);
  const ofWhat = words.core.actions[preparedRequest.action].transaction;
  return {
    heading: words.preparedHere(time, ofWhat, state && quotedReveal(state.escrow.title)),
    lines: [
      { label: words.STATE, value: await stateWord(context, prepared, words) },
      ...(step === undefined ? [] : linesOf(step, words)),
    ],
    isPrepared: true,
  };
}

type PreparedHere = { readonly prepared: PreparedRequest; readonly transaction: PreparedTransaction };

/** The caller's own alone: a hash must not reveal what somebody else prepared. */
async function preparedHere(context: DeskContext, hash: string): Promise<PreparedHere | undefined> {
  const transaction = await context.store.findByHash(hash);
  const prepared = transaction?.requestId === undefined ? undefined : await context.store.find(transaction.requestId);
  if (transaction === undefined || prepared === undefined) return undefined;
  return isPerson(context.viewer) && isOwn(context, prepared) ? { prepared, transaction } : undefined;
}

async function stateWord(
  context: DeskContext,
  { prepared, transaction }: PreparedHere,
  { core }: ExplainWords,
): Promise<string> {
  if (transactionToReport(prepared).hash !== transaction.hash) return core.STATE_WORDS.superseded;
  return core.STATE_WORDS[(await describePrepared(context, prepared)).status];
}

type Called = {
  /** The contract of the escrow, if it is one. */
  readonly contractId: string;
  readonly name: string;
  readonly args: readonly xdr.ScVal[];
};

/** A call of a contract, or a payment of a token to one. */
function callOfEscrow(read: ReadTransaction): Called | undefined {
  const call = onlyCall(read);
  if ('unreadable' in call) return undefined;
  const { contractAddress, functionName, args } = call.invocation;
  const name = functionName.toString();
  const payee = name === 'transfer' ? args[1] : undefined;
  const address = payee?.type === 'scvAddress' ? payee.address : contractAddress;
  return { contractId: Address.fromScAddress(address).toString(), name, args };
}

/** As it was when the caller prepared the transaction, else as the ledger has it. */
async function stateOf(
  { network, ledger }: DeskContext,
  contractId: string,
  prepared: PreparedRequest | undefined,
  signal: AbortSignal | undefined,
): Promise<EscrowState | undefined> {
  if (prepared !== undefined) return stateIn(prepared, network);
  const seen = ledger && (await escrowsOnLedger(ledger, network, [contractId], signal))?.get(contractId);
  // Code that is not known may be of anything, and say of itself what it likes.
  if (seen?.escrow === undefined || seen.kind === undefined || seen.codeIs === 'unknown') return undefined;
  const { kind, escrow, held } = seen;
  const decimals = held?.decimals ?? tokenDecimals(network, escrow.trustline.address);
  if (decimals === undefined) return undefined;
  return { kind, escrow, held: held?.units ?? 0n, decimals, token: assetOf(escrow, network), network };
}

function stateIn({ action, request }: PreparedRequest, network: Network): EscrowState | undefined {
  if (isStepName(action)) return escrowStateOf(request as StepRequest, network);
  if (action !== 'fund' || request.expected === undefined || request.code === undefined) return undefined;
  return escrowStateOf({ ...request, code: request.code, state: request.expected, held: '0' }, network);
}

type CallArguments = ReadonlyMap<Argument, xdr.ScVal>;
type Step = Called & { readonly state: EscrowState; readonly act: Act; readonly callArguments: CallArguments };

function stepIn(call: Called, state: EscrowState): Step | undefined {
  const { name, args } = call;
  const { kind, network } = state;
  if (name === 'transfer')
    return { ...call, state, act: 'fund', callArguments: new Map(args[2] && [['amount', args[2]]]) };
  for (const act of ACTS) {
    const known = functionOf(kind, act, network);
    if (known?.name !== name || !isTakenBy(known, args)) continue;
    const callArguments = new Map(known.takes.map((argument, index) => [argument, args[index] as xdr.ScVal]));
    return { ...call, state, act, callArguments };
  }
  return undefined;
}

/** Title, amount and payee of a step: of its milestones, or of the whole escrow. */
function linesOf({ act, callArguments, state, contractId }: Step, words: ExplainWords): readonly Line[] {
  const { escrow, decimals, token, network } = state;
  const { core } = words;
  const money = (units: bigint) => `${fromBaseUnits(units, decimals)} ${token}`;
  const title = { label: words.TITLE, value: revealLine(escrow.title) };
  const address = { label: words.ESCROW_ADDRESS, value: contractId };
  if (act === 'fund') {
    const amount = callArguments.get('amount');
    // The operation's own line has the amount of a known token.
    const isSaid = knownToken(network, escrow.trustline.address) !== undefined;
    return isSaid || amount === undefined
      ? [title, address]
      : [title, { label: words.AMOUNT, value: money(scValToBigInt(amount) as bigint) }, address];
  }
  const numbers = milestonesIn(callArguments);
  const each = numbers.flatMap((number): Line[] => {
    const milestone = escrow.milestones[number - 1];
    if (milestone === undefined) return [];
    const { amount, description, receiver = escrow.roles.receiver } = milestone;
    const paid = amount === undefined ? '' : `${money(amount)}: `;
    const to = receiver === undefined ? '' : words.paidTo(receiver);
    return [{ label: words.milestoneLabel(number), value: `${paid}${revealLine(description)}${to}` }];
  });
  const whole = [
    { label: words.TOTAL, value: money(totalAmount(escrow)) },
    ...receivers(escrow).map((receiver) => ({ label: core.ROLE_WORDS.receiver, value: receiver })),
  ];
  return [
    title,
    address,
    ...(each.length > 0 ? each : whole),
    ...paymentLines(act, callArguments, state, numbers, words),
  ];
}

/** Contracts count milestones from 0, people from 1. */
function milestonesIn(callArguments: CallArguments): readonly number[] {
  const listed = callArguments.get('indices') ?? callArguments.get('statusChanges');
  const indices =
    listed?.type === 'scvVec' ? (listed.vec ?? []) : [callArguments.get('index') ?? callArguments.get('wideIndex')];
  return indices.flatMap((value) => {
    const index = value?.type === 'scvMap' ? entryOf(value, 'index') : value;
    return index?.type === 'scvU32' || index?.type === 'scvI128' ? [Number(scValToBigInt(index)) + 1] : [];
  });
}

const entryOf = ({ map }: Extract<xdr.ScVal, { type: 'scvMap' }>, name: string): xdr.ScVal | undefined =>
  map?.find(({ key }) => key.type === 'scvSymbol' && key.sym.toString() === name)?.val;

/** What a payout or a decision pays, to whom. */
function paymentLines(
  act: Exclude<Act, 'fund'>,
  callArguments: CallArguments,
  state: EscrowState,
  [milestone]: readonly number[],
  words: ExplainWords,
): readonly Line[] {
  const step = stepOf(act);
  const distributions = sharesIn(callArguments.get('distributions'), state);
  // The first contracts take two sums in place of shares: the operation's own line has them.
  if (step.movesMoney !== true || (act !== 'release' && distributions === undefined)) return [];
  const { escrow, decimals, token } = state;
  const request = { milestone, distributions, trustline: escrow.trustline } as never;
  const { pays, isAbout } = step.effect(state, request);
  return pays.map(({ as, to, units }) => ({
    label: words.PAYS,
    value: words.core.paymentText(
      {
        ...{ as, to, amount: fromBaseUnits(units, decimals) },
        ...(as === 'share' ? rolesOf(to, state) : {}),
        ...(isAbout ? { about: true } : {}),
      },
      token,
    ),
  }));
}

function sharesIn(value: xdr.ScVal | undefined, { decimals }: EscrowState) {
  if (value?.type !== 'scvMap') return undefined;
  return (value.map ?? []).flatMap(({ key, val }) =>
    key.type === 'scvAddress' && val.type === 'scvI128'
      ? [{ address: Address.fromScVal(key).toString(), amount: fromBaseUnits(scValToBigInt(val) as bigint, decimals) }]
      : [],
  );
}
