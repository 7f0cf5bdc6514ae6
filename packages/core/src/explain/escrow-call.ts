/** Explains a call by its name and arguments: a transaction does not show whether the contract is an escrow. */
import { scValToBigInt, type xdr } from '@stellar/stellar-sdk/base';
import { isPaying, stepOf } from '../actions/registry.ts';
import { crossChainTarget } from '../escrow/cross-chain.ts';
import { ACTS, type Act, type Argument, type ContractFunction, functionOf, isTakenBy } from '../kinds/escrow-kind.ts';
import { ESCROW_KINDS, readEscrow } from '../kinds/registry.ts';
import type { ExplainWords } from '../words/all.ts';
import { contractAddressWords, contractAmount } from './asset-words.ts';
import { type Described, type ExplainContext, listed } from './scene.ts';
import { valueWords } from './value-words.ts';

/** They move money, decide who gets it, or change the terms by which it is paid. */
const isAboutMoney = (act: Act): boolean => act === 'fund' || isPaying(act) || stepOf(act).setsTerms === true;

const FUNCTIONS: readonly (ContractFunction & { readonly act: Act })[] = ESCROW_KINDS.flatMap((kind) =>
  [{ name: 'testnet' } as const, { name: 'public' } as const].flatMap((network) =>
    ACTS.flatMap((act) => {
      const known = functionOf(kind, act, network);
      return known === undefined ? [] : [{ ...known, act }];
    }),
  ),
);
const actOf = (called: string): Act | undefined => FUNCTIONS.find(({ name }) => name === called)?.act;

type CallArguments = ReadonlyMap<Argument, xdr.ScVal>;

/** @returns undefined where no escrow has such a function */
export function escrowCall(
  name: string,
  args: readonly xdr.ScVal[],
  scene: ExplainContext,
): (Described & { readonly terms?: readonly xdr.ScVal[] }) | undefined {
  const does = Object.hasOwn(scene.words.CALLS, name) ? scene.words.CALLS[name] : undefined;
  if (does === undefined) return undefined;
  const callArguments = argumentsOf(name, args);
  remarkOn(callArguments, scene);
  const act = actOf(name);
  const call = { isFunding: act === 'fund', callArguments, scene };
  const details = Object.entries(DETAILS).flatMap(([argument, detail]) => {
    const value = callArguments.get(argument as Argument);
    return (value && detail(value, scene.words, call)) ?? [];
  });
  const words = [does, ...details].join(', ');
  return {
    words,
    stakes: act !== undefined && isAboutMoney(act) ? 'money' : undefined,
    ...(act === 'fund' && callArguments.has('amount') ? { terms: [callArguments.get('escrow') ?? []].flat() } : {}),
  };
}

/** The arguments by meaning; empty where they fit no known contract. */
function argumentsOf(name: string, args: readonly xdr.ScVal[]): CallArguments {
  const called = FUNCTIONS.find((each) => each.name === name && isTakenBy(each, args));
  return new Map(called?.takes.map((argument, index) => [argument, args[index] as xdr.ScVal]));
}

type Call = { readonly isFunding: boolean; readonly callArguments: CallArguments; readonly scene: ExplainContext };
type Detail = (value: xdr.ScVal, words: ExplainWords, call: Call) => string | undefined;

const few = <Item>(items: readonly Item[], words: ExplainWords, say: (item: Item) => string): string =>
  listed(items.map(say), 5, words);

/**
 * What is shown of each argument, in this order; others are only in the list of all values. Contracts count milestones
 * from 0, people from 1.
 */
const DETAILS: Readonly<Partial<Record<Argument, Detail>>> = {
  index: (value, words) => words.milestoneNumber(numberOf(value, words)),
  wideIndex: (value, words) => words.milestoneNumber(numberOf(value, words)),
  indices: (value, words) =>
    words.milestoneNumbers(Array.from(listOf(value), (each) => numberOf(each, words)).join(', ')),
  statusChanges: (value, words, { scene }) => few(listOf(value), words, (change) => statusChangeWords(change, scene)),
  amount: (value, _, { callArguments, scene }) => amountWords(scValToBigInt(value), callArguments.get('escrow'), scene),
  status: (value, words, { scene }) => words.withStatus(valueWords(value, scene)),
  evidence: (value, words, { scene }) => evidenceWords(value, words, scene),
  approval: (value, words) => (value.type === 'scvBool' && !value.b ? words.TAKES_APPROVAL_BACK : undefined),
  reason: (value, words, { scene }) => words.because(valueWords(value, scene)),
  distributions: (value, words) => few(mapOf(value), words, (share) => shareWords(share, words)),
  approverFunds: (value, words) => words.baseUnitsTo(`${scValToBigInt(value)}`, words.THE_APPROVER),
  serviceProviderFunds: (value, words) => words.baseUnitsTo(`${scValToBigInt(value)}`, words.THE_SERVICE_PROVIDER),
  receiverFunds: (value, words) => words.baseUnitsTo(`${scValToBigInt(value)}`, words.THE_RECEIVER),
  ledgers: (value, words) => words.byLedgers(scValToBigInt(value)),
  feeAddress: (value, words) => words.serviceShareTo(addressOf(value, words)),
  signer: (value, words, { isFunding }) => (isFunding ? words.fromPayer : words.bySigner)(addressOf(value, words)),
  escrow: (_, words, { isFunding }) => (isFunding ? words.IF_SAME_TERMS : undefined),
};

const evidenceWords = (value: xdr.ScVal, words: ExplainWords, scene: ExplainContext): string | undefined =>
  value.type === 'scvVoid' ? undefined : words.withEvidence(valueWords(value, scene));

/** One of several status changes in a call, as the contracts on public take them. */
function statusChangeWords(change: xdr.ScVal, scene: ExplainContext): string {
  const [index, status, evidence] = ['index', 'status', 'evidence'].map((name) => entryOf(change, name));
  const { words } = scene;
  const parts = [
    index === undefined ? undefined : words.milestoneNumber(numberOf(index, words)),
    status === undefined ? undefined : words.withStatus(valueWords(status, scene)),
    evidence === undefined ? undefined : evidenceWords(evidence, words, scene),
  ];
  return parts.filter((part) => part !== undefined).join(' ');
}

const listOf = (value: xdr.ScVal): readonly xdr.ScVal[] => (value.type === 'scvVec' ? [...(value.vec ?? [])] : []);

const mapOf = (value?: xdr.ScVal): readonly xdr.ScMapEntry[] => (value?.type === 'scvMap' ? (value.map ?? []) : []);

/** Contracts count from 0. */
const numberOf = (value: xdr.ScVal, { NO_NUMBER }: ExplainWords): string =>
  value.type === 'scvU32' || value.type === 'scvI128' ? `${scValToBigInt(value) + 1n}` : NO_NUMBER;

function remarkOn(callArguments: CallArguments, { network, words, warn, remark }: ExplainContext): void {
  const [escrow, fee] = [callArguments.get('escrow'), callArguments.get('feeAddress')];
  const { flags, crossChainReceiver } = (escrow && readEscrow(escrow)?.escrow) ?? {};
  const target = crossChainTarget(crossChainReceiver);
  if (target !== undefined) {
    for (const line of words.core.stopLines([{ code: 'CROSS_CHAIN_RECEIVER', params: target }])) warn('money', line);
  }
  const over = (['released', 'resolved'] as const).find((flag) => flags?.[flag]);
  if (callArguments.has('amount') && over !== undefined) remark(words.fundsWhatIsOver(over));
  if (fee !== undefined && network.feeAddress !== undefined && addressOf(fee, words) !== network.feeAddress) {
    warn('money', words.serviceShareElsewhere(addressOf(fee, words), network.name, network.feeAddress));
  }
}

function amountWords(units: bigint, escrow: xdr.ScVal | undefined, scene: ExplainContext): string {
  const token = entryOf(entryOf(escrow, 'trustline'), 'address');
  return token?.type === 'scvAddress'
    ? contractAmount(units, contractAddressWords(token.address, scene.words), scene)
    : scene.words.unitsOfUnnamedToken(units);
}

function shareWords({ key, val }: xdr.ScMapEntry, words: ExplainWords): string {
  const units = val.type === 'scvI128' ? `${scValToBigInt(val)}` : words.NO_AMOUNT;
  return words.baseUnitsTo(units, addressOf(key, words));
}

const addressOf = (value: xdr.ScVal, words: ExplainWords): string =>
  value.type === 'scvAddress' ? contractAddressWords(value.address, words) : words.NO_ADDRESS;

const entryOf = (value: xdr.ScVal | undefined, name: string): xdr.ScVal | undefined =>
  mapOf(value).find(({ key }) => key.type === 'scvSymbol' && key.sym.toString() === name)?.val;
