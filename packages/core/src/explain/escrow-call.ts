/**
 * What a call of an escrow does, as the function's name and its arguments tell; sources in docs/contract.md. Whether the
 * contract is an escrow at all, a transaction does not say.
 */
import { scValToBigInt, type xdr } from '@stellar/stellar-sdk/base';
import { functionOf, isTakenBy } from '../kinds/function-of.ts';
import { ACTS, type Act, type Argument, type ContractFunction } from '../kinds/functions.ts';
import { ESCROW_KINDS, readEscrow } from '../kinds/registry.ts';
import { contractAddressWords } from './address-words.ts';
import { contractAmount } from './asset-words.ts';
import { type Described, listed, type Scene } from './scene.ts';
import { valueWords } from './value-words.ts';

/** A test holds them to all that the kinds can do. */
export const CALLS: ReadonlyMap<string, string> = new Map([
  ['initialize_escrow', 'sets an escrow up'],
  ['update_escrow', 'changes the terms of an escrow'],
  ['fund_escrow', 'moves money into an escrow'],
  ['change_milestone_status', 'says how far a milestone is'],
  ['approve_milestone', 'approves a milestone'],
  ['approve_milestones', 'approves milestones'],
  ['change_milestone_approved_flag', 'approves a milestone'],
  ['release_funds', 'pays the escrow out'],
  ['release_milestone_funds', 'pays a milestone out'],
  ['dispute_escrow', 'opens a dispute over the escrow'],
  ['dispute_milestone', 'opens a dispute over a milestone'],
  ['dispute_milestones', 'opens a dispute over milestones'],
  ['resolve_dispute', 'decides a dispute, and where the money goes'],
  ['resolve_milestone_dispute', 'decides a dispute over a milestone, and where its money goes'],
  ['withdraw_remaining_funds', 'takes out what is left in an escrow'],
  ['extend_contract_ttl', 'keeps the contract alive for longer'],
  ['get_escrow', 'reads an escrow'],
  ['get_multiple_escrow_balances', 'reads what escrows hold'],
]);

/** They move money, decide who gets it, or change the terms by which it is paid. */
const PAYING_ACTS: readonly Act[] = ['update', 'fund', 'release', 'resolve', 'withdraw'];

/** Of all kinds and networks, by what each does. */
const FUNCTIONS: readonly (ContractFunction & { readonly act: Act })[] = ESCROW_KINDS.flatMap((kind) =>
  [{ name: 'testnet' } as const, { name: 'public' } as const].flatMap((network) =>
    ACTS.flatMap((act) => {
      const known = functionOf(kind, act, network);
      return known === undefined ? [] : [{ ...known, act }];
    }),
  ),
);
const actOf = (called: string): Act | undefined => FUNCTIONS.find(({ name }) => name === called)?.act;

type Given = ReadonlyMap<Argument, xdr.ScVal>;

/** @returns nothing where no escrow has such a function */
export function escrowCall(name: string, args: readonly xdr.ScVal[], scene: Scene): Described | undefined {
  const does = CALLS.get(name);
  if (does === undefined) return undefined;
  const given = givenTo(name, args);
  remarkOn(given, scene);
  const details = ORDER.flatMap((argument) => {
    const value = given.get(argument);
    const words = value === undefined ? undefined : detailOf(argument, value, name, given, scene);
    return words === undefined ? [] : [words];
  });
  const words = [does, ...details].join(', ');
  const act = actOf(name);
  return act !== undefined && PAYING_ACTS.includes(act) ? { words, stakes: 'money' } : { words };
}

/** The arguments by what is meant by them; none where they fit no contract that is known. */
function givenTo(name: string, args: readonly xdr.ScVal[]): Given {
  const called = FUNCTIONS.find((each) => each.name === name && isTakenBy(each, args));
  return new Map(called?.takes.map((argument, index) => [argument, args[index] as xdr.ScVal]));
}

/** In which order they are told. Indices of milestones count from 0, people from 1. */
const ORDER: readonly Argument[] = [
  'index',
  'wideIndex',
  'indices',
  'statusChanges',
  'amount',
  'status',
  'evidence',
  'approval',
  'reason',
  'distributions',
  'approverFunds',
  'serviceProviderFunds',
  'receiverFunds',
  'ledgers',
  'feeAddress',
  'signer',
  'escrow',
];

function detailOf(argument: Argument, value: xdr.ScVal, name: string, given: Given, scene: Scene): string | undefined {
  const isFunding = actOf(name) === 'fund';
  switch (argument) {
    case 'index':
    case 'wideIndex':
      return `number ${numberOf(value)}`;
    case 'amount':
      return amountWords(scValToBigInt(value), given.get('escrow'), scene);
    case 'status':
      return `with the status ${valueWords(value, scene)}`;
    case 'evidence':
      return value.type === 'scvVoid' ? undefined : `with the evidence ${valueWords(value, scene)}`;
    case 'approval':
      return value.type === 'scvBool' && !value.b ? 'or rather takes its approval back' : undefined;
    case 'reason':
      return `because ${valueWords(value, scene)}`;
    case 'distributions':
      return listed(value.type === 'scvMap' ? (value.map ?? []).map(shareWords) : [], 5);
    case 'approverFunds':
      return `${scValToBigInt(value)} base units to the approver`;
    case 'serviceProviderFunds':
      return `${scValToBigInt(value)} base units to the service provider`;
    case 'receiverFunds':
      return `${scValToBigInt(value)} base units to the receiver`;
    case 'ledgers':
      return `by ${scValToBigInt(value)} ledgers`;
    case 'feeAddress':
      return `the service’s share to ${addressOf(value)}`;
    case 'signer':
      return `${isFunding ? 'from' : 'by'} ${addressOf(value)}`;
    case 'escrow':
      return isFunding ? 'if its terms still are those that are named' : undefined;
    case 'indices':
      return `numbers ${listOf(value).map(numberOf).join(', ')}`;
    case 'statusChanges':
      return listed(
        listOf(value).map((change) => statusChangeWords(change, scene)),
        5,
      );
  }
}

/** One of several milestones at once, as public's contracts take them. */
function statusChangeWords(change: xdr.ScVal, scene: Scene): string {
  const [index, status, evidence] = ['index', 'status', 'evidence'].map((name) => entryOf(change, name));
  const parts = [
    index === undefined ? undefined : `number ${numberOf(index)}`,
    status === undefined ? undefined : `with the status ${valueWords(status, scene)}`,
    evidence === undefined || evidence.type === 'scvVoid'
      ? undefined
      : `with the evidence ${valueWords(evidence, scene)}`,
  ];
  return parts.filter((part) => part !== undefined).join(' ');
}

const listOf = (value: xdr.ScVal): readonly xdr.ScVal[] => (value.type === 'scvVec' ? [...(value.vec ?? [])] : []);

/** Contracts count from 0. */
const numberOf = (value: xdr.ScVal): string =>
  value.type === 'scvU32' || value.type === 'scvI128' ? `${scValToBigInt(value) + 1n}` : 'that is no number';

/** What its arguments tell that a person would not expect. */
function remarkOn(given: Given, { network, warn, remark }: Scene): void {
  const [escrow, fee] = [given.get('escrow'), given.get('feeAddress')];
  const { flags } = (escrow && readEscrow(escrow)?.escrow) ?? {};
  const over = (['released', 'resolved'] as const).find((flag) => flags?.[flag]);
  if (given.has('amount') && over !== undefined) {
    remark(`funds an escrow that is ${over} already: only its dispute resolver can take out what is paid in now`);
  }
  if (fee !== undefined && network.feeAddress !== undefined && addressOf(fee) !== network.feeAddress) {
    warn(
      'money',
      `pays the service’s share to ${addressOf(fee)}; on ${network.name} it is known to go to ${network.feeAddress}`,
    );
  }
}

function amountWords(units: bigint, escrow: xdr.ScVal | undefined, { network }: Scene): string {
  const token = entryOf(entryOf(escrow, 'trustline'), 'address');
  return token?.type === 'scvAddress'
    ? contractAmount(units, contractAddressWords(token.address), network)
    : `${units} base units of a token that the call does not name`;
}

function shareWords({ key, val }: xdr.ScMapEntry): string {
  const units = val.type === 'scvI128' ? scValToBigInt(val) : 'what is not an amount';
  return `${units} base units to ${addressOf(key)}`;
}

const addressOf = (value: xdr.ScVal): string =>
  value.type === 'scvAddress' ? contractAddressWords(value.address) : 'what is not an address';

function entryOf(value: xdr.ScVal | undefined, name: string): xdr.ScVal | undefined {
  if (value?.type !== 'scvMap') return undefined;
  return value.map?.find(({ key }) => key.type === 'scvSymbol' && key.sym.toString() === name)?.val;
}
