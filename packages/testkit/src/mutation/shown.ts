/** What a person must see of a deploy, computed from the reference codec's tree; only text cleaning is our own code. */
import type { Network } from '@countersign/core/network';
import { revealLine, revealParagraph } from '@countersign/core/text';
import { callOf, ownerOf } from './oracle.ts';
import { derivedContract, type Tree } from './rust-codec.ts';
import { accountUnder, bytesOfWritten } from './values.ts';

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

export function shownOf(tree: Tree, network: Network): Record<string, unknown> {
  const { tx } = tree.tx;
  const call = callOf(tx);
  return {
    network: network.name,
    networkPassphrase: network.passphrase,
    signer: accountUnder(tx.source_account),
    contractId: derivedContract(ownerOf(tx), call.args[2].bytes, network.passphrase),
    ...shownOfEscrow(call.args[4].vec[0], network),
    feeXlm: decimal(BigInt(tx.fee), DECIMALS),
    expiresAt: new Date(Number(tx.cond.time.max_time) * 1_000).toISOString(),
  };
}

/** @param escrow the struct, as it stands in the call and later on the ledger */
export function shownOfEscrow(escrow: Tree, network: Network): Record<string, unknown> {
  const milestones: Tree[] = at(escrow, 'milestones').vec;
  const roles = at(escrow, 'roles');
  // One for all, or each milestone's own.
  const receivers = [roles, ...milestones].map((struct) => at(struct, 'receiver')?.address);
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
      receiver: [...new Set(receivers.filter(Boolean))].join(', '),
    },
    platformFeePercent: decimal(integer(at(escrow, 'platform_fee')), 2),
    milestones: milestones.map((milestone) => ({
      description: revealParagraph(text(at(milestone, 'description'))),
      amount: at(milestone, 'amount') === undefined ? '—' : decimal(integer(at(milestone, 'amount')), DECIMALS),
    })),
    total: decimal(total(amounts), DECIMALS),
    costs: {
      milestones: amounts.map((amount) => cost([amount], integer(at(escrow, 'platform_fee')))),
      total: cost(amounts, integer(at(escrow, 'platform_fee'))),
      ...(network.feeAddress === undefined ? {} : { serviceAddress: network.feeAddress }),
    },
    token: { address: token, ...(known === undefined ? {} : { code: known.code }) },
    ...(memo === 0n ? {} : { receiverMemo: String(memo) }),
  };
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

function at(struct: Tree, name: string): Tree {
  return struct.map.find((entry: Tree) => entry.key.symbol === name)?.val;
}

const text = (value: Tree): string => bytesOfWritten(value.string).toString('utf8');

const integer = (value: Tree): bigint => BigInt(Object.values(value)[0] as string | number);

/** 105000000 with 7 decimals is "10.5". */
function decimal(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return `${digits.slice(0, -decimals)}${fraction === '' ? '' : `.${fraction}`}`;
}
