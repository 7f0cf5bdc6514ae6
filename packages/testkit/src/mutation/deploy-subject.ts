/** What a person must see of a deploy, computed from the reference codec's tree; only text cleaning is our own code. */
import { releaseOf } from '@countersign/core/kinds';
import { type Network, pinsOf } from '@countersign/core/network';
import { revealLine, revealParagraph } from '@countersign/core/text';
import { type Subject, subjectOf } from './judge.ts';
import { type Bounds, callOf, ownerOf, readByOracle } from './oracle.ts';
import { derivedContract, type Tree } from './rust-codec.ts';
import { policyOf, type ValidDeploy } from './valid-deploys.ts';
import { accountUnder, bytesOfWritten } from './values.ts';

/** @throws Error if the comparison does not verify the deploy as it is, or does not show it as it is */
export function deploySubject(deploy: ValidDeploy): Subject<'deploy'> {
  const { network, request } = deploy;
  const pins = pinsOf(network, releaseOf(request));
  const bounds: Bounds = {
    passphrase: network.passphrase,
    ...policyOf(deploy),
    unpinned: { factory: pins.factory === undefined, code: pins.wasmHash === undefined },
  };
  return subjectOf(deploy, { read: (tree) => readByOracle(tree, bounds), stated: (tree) => shownOf(tree, network) });
}

/** The contract's names of the roles, in the words of a summary; the later generation has another for one of them. */
const ROLES = {
  approver: ['approver'],
  serviceProvider: ['service_provider'],
  platformAddress: ['platform_address', 'platform'],
  releaseSigner: ['release_signer'],
  disputeResolver: ['dispute_resolver'],
} as const;

/** Tokens of the proof have 7 decimals, as XLM has. */
const DECIMALS = 7;

function shownOf(tree: Tree, network: Network): Record<string, unknown> {
  const { tx } = tree.tx;
  const call = callOf(tx);
  return {
    network: network.name,
    networkPassphrase: network.passphrase,
    signer: accountUnder(tx.source_account),
    contractId: derivedContract(ownerOf(tx), call.args[2].bytes, network.passphrase),
    ...shownOfEscrow(call.args[4].vec[0], network),
    ...shownOfEnvelope(tx),
  };
}

/** Of any contract call: its fee and its end. */
export const shownOfEnvelope = ({ fee, cond }: Tree) => ({
  feeXlm: decimal(BigInt(fee), DECIMALS),
  expiresAt: new Date(Number(cond.time.max_time) * 1_000).toISOString(),
});

/** @param escrow the struct, as it is in the call and later on the ledger */
export function shownOfEscrow(escrow: Tree, network: Network): Record<string, unknown> {
  const milestones: Tree[] = at(escrow, 'milestones').vec;
  const roles = at(escrow, 'roles');
  // One for all, or each milestone's own.
  const receivers = [roles, ...milestones].map((struct) => at(struct, 'receiver')?.address);
  const payees = [...new Set<string>(receivers.filter(Boolean))];
  const token = at(at(escrow, 'trustline'), 'address').address;
  const known = network.tokens.find(({ address, issuer }) => token === address || token === issuer);
  const memo = integer(at(escrow, 'receiver_memo') ?? { i128: '0' });
  const amounts = [escrow, ...milestones]
    .map((struct) => at(struct, 'amount'))
    .filter((amount) => amount !== undefined)
    .map(integer);
  return {
    engagementId: revealLine(text(at(escrow, 'engagement_id'))),
    title: revealLine(text(at(escrow, 'title'))),
    description: revealParagraph(text(at(escrow, 'description'))),
    roles: {
      ...Object.fromEntries(
        Object.entries(ROLES).map(([name, keys]) => [name, keys.map((key) => at(roles, key)?.address).find(Boolean)]),
      ),
      receiver: payees.join(', '),
    },
    platformFeePercent: decimal(integer(at(escrow, 'platform_fee')), 2),
    milestones: milestones.map((milestone) => ({
      description: revealParagraph(text(at(milestone, 'description'))),
      amount: at(milestone, 'amount') === undefined ? '—' : decimal(integer(at(milestone, 'amount')), DECIMALS),
      ...(payees.length > 1 ? { receiver: at(milestone, 'receiver').address } : {}),
    })),
    total: decimal(total(amounts), DECIMALS),
    costs: {
      milestones: amounts.map((amount) => cost([amount], integer(at(escrow, 'platform_fee')))),
      total: cost(amounts, integer(at(escrow, 'platform_fee'))),
      ...(payees.length > 1 ? { payees: payees.map((payee) => payeeOf(payee, milestones, escrow)) } : {}),
      ...(network.feeAddress === undefined ? {} : { serviceAddress: network.feeAddress }),
    },
    token: { address: token, ...(known === undefined ? {} : { code: known.code }) },
    ...(memo === 0n ? {} : { receiverMemo: String(memo) }),
  };
}

function payeeOf(address: string, milestones: readonly Tree[], escrow: Tree): object {
  const own = milestones.flatMap((milestone, index) => (at(milestone, 'receiver').address === address ? index : []));
  const amounts = own.map((index) => integer(at(milestones[index], 'amount')));
  const { paid, receiver } = cost(amounts, integer(at(escrow, 'platform_fee')));
  return { address, milestones: own.map((index) => index + 1), paid, receiver };
}

/** Shares of each amount, rounded down: 0.3 % is the service's, the fee the platform's, and the rest the receiver's. */
function cost(amounts: readonly bigint[], fee: bigint): Record<string, string> {
  const paid = total(amounts);
  const service = total(amounts.map((amount) => (amount * 3n) / 1_000n));
  const platform = total(amounts.map((amount) => (amount * fee) / 10_000n));
  const shares = { paid, platform, service, receiver: paid - platform - service };
  return Object.fromEntries(Object.entries(shares).map(([name, units]) => [name, decimal(units, DECIMALS)]));
}

const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

export function at(struct: Tree, name: string): Tree {
  return struct.map.find((entry: Tree) => entry.key.symbol === name)?.val;
}

export function text(value: Tree): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytesOfWritten(value.string));
}

export function integer(value: Tree): bigint {
  const [width, number] = Object.entries(value)[0] as [string, string | number];
  if (!['u32', 'i32', 'u64', 'i64', 'u128', 'i128'].includes(width)) throw new TypeError(`${width} is not an integer`);
  return BigInt(number);
}

/** 105000000 with 7 decimals is "10.5". */
function decimal(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return `${digits.slice(0, -decimals)}${fraction === '' ? '' : `.${fraction}`}`;
}
