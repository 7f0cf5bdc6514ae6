/** Runs the comparison on one mutant, and checks its verdict by the oracle. */
import { isDeepStrictEqual } from 'node:util';
import { checkUnsigned, type Summary, summarise } from '@countersign/core/actions';
import { readTransaction } from '@countersign/core/envelope';
import { releaseOf } from '@countersign/core/kinds';
import { type Network, pinsOf } from '@countersign/core/network';
import { revealLine, revealParagraph } from '@countersign/core/text';
import { type Reason, reasonText } from '@countersign/core/words';
import { CAP } from './envelope-mutations.ts';
import {
  type Bounds,
  type Choice,
  callOf,
  ownerOf,
  permittedDifferences,
  type Reading,
  readByOracle,
  unpinnedValues,
} from './oracle.ts';
import { decodeTree, derivedContract, type Tree } from './rust-codec.ts';
import { policyOf, type ValidDeploy } from './valid-deploys.ts';
import { accountUnder, bytesOfWritten } from './values.ts';

export type Verdict =
  /** `fields`: what the comparison named, or the code of the error with which it could not be read. */
  | { readonly caught: readonly string[] }
  /** `summary`: what the person was shown. */
  | { readonly accepted: readonly Choice[]; readonly summary: Summary }
  /** The proof fails: it was accepted, and must not have been; or it was shown wrong; or the comparison broke. */
  | { readonly wrong: string };

/** What stands before a signature: our own, or a copy of it with a line changed. */
export type Comparison = {
  readonly readTransaction: typeof readTransaction;
  readonly checkUnsigned: typeof checkUnsigned;
  readonly summarise: typeof summarise;
};

const ours: Comparison = { readTransaction, checkUnsigned, summarise };

export type Subject = {
  readonly deploy: ValidDeploy;
  readonly bounds: Bounds;
  readonly reading: Reading;
  /** What is shown beside the fields that the oracle knows: equal for every mutant. */
  readonly beside: Readonly<Record<string, unknown>>;
};

/** @throws Error if the comparison does not verify the deploy as it is, or does not show it as it is */
export function subjectOf(deploy: ValidDeploy): Subject {
  const { network, request } = deploy;
  const pins = pinsOf(network, releaseOf(request));
  const bounds: Bounds = {
    passphrase: network.passphrase,
    ...policyOf(deploy),
    unpinned: { factory: pins.factory === undefined, code: pins.wasmHash === undefined },
  };
  const reading = readByOracle(deploy.tree, bounds);
  const shown = show(deploy, deploy.base64, ours);
  if (reading === undefined || 'caught' in shown) throw new Error(`${deploy.name} must be verified first`);
  const subject = { deploy, bounds, reading, beside: besides(shown.summary, shownOf(deploy.tree, deploy.network)) };
  const verdict = judge(subject, deploy.base64);
  if ('wrong' in verdict) throw new Error(`${deploy.name}: ${verdict.wrong}`);
  return subject;
}

export function judge(subject: Subject, base64: string, comparison: Comparison = ours): Verdict {
  let shown: ReturnType<typeof show>;
  try {
    shown = show(subject.deploy, base64, comparison);
  } catch (error) {
    return { wrong: `the comparison threw ${error instanceof Error ? error.stack : String(error)}` };
  }
  if ('caught' in shown) return shown;
  const tree = treeOf(base64);
  if (tree === undefined) return { wrong: 'accepted what is too large, or what the reference codec cannot read' };
  const reading = readByOracle(tree, subject.bounds);
  const accepted = permittedDifferences(subject.reading, reading);
  if (accepted === undefined) return { wrong: 'accepted what differs in more than a choice of the service' };
  const expected = { ...subject.beside, ...shownOf(tree, subject.deploy.network) };
  if (!isDeepStrictEqual(shown.summary, expected)) return { wrong: `shown as ${JSON.stringify(shown.summary)}` };
  const why = shown.reasons.map(reasonText).join(' ');
  const unnamed = unpinnedValues(reading, accepted).filter((found) => !why.includes(found));
  if (unnamed.length > 0) return { wrong: `no reason names ${unnamed.join(', ')}` };
  if (shown.xdr !== base64) return { wrong: 'handed out in other bytes than were compared' };
  return { accepted, summary: shown.summary };
}

/** Whether the oracle alone, without any comparison, finds the change to be more than a choice. */
export function isForbidden(subject: Subject, base64: string): boolean {
  const tree = treeOf(base64);
  return tree === undefined || permittedDifferences(subject.reading, readByOracle(tree, subject.bounds)) === undefined;
}

/** The network's cap for an envelope is held here too, so that another one in the code is noticed. */
function treeOf(base64: string): Tree | undefined {
  return Buffer.from(base64, 'base64').length > CAP ? undefined : decodeTree(base64);
}

/** What the person would be shown; the transaction is offered with the level `verified` alone. */
function show(
  deploy: ValidDeploy,
  base64: string,
  { readTransaction, checkUnsigned, summarise }: Comparison,
): { summary: Summary; xdr: string; reasons: readonly Reason[] } | { caught: readonly string[] } {
  try {
    const read = readTransaction(base64, deploy.network.passphrase);
    const check = checkUnsigned(read, deploy.request, { network: deploy.network, ...policyOf(deploy) });
    if (check.level === 'mismatch') {
      if (check.differences.length === 0) throw new Error('a mismatch without a difference');
      return { caught: check.differences.map(({ field }) => field) };
    }
    if ((check.level === 'verified') !== (check.reasons.length === 0)) throw new Error('a level that its reasons deny');
    if (check.level === 'partly' && deploy.level === 'verified') return { caught: ['(partly verified)'] };
    if (check.level !== deploy.level) throw new Error(`${check.level}, where it can only be ${deploy.level}`);
    return {
      summary: summarise(read, check.call, deploy.network, [], deploy.request.trustline.decimals),
      xdr: read.xdr,
      reasons: check.reasons,
    };
  } catch (error) {
    // By name, as a changed copy of the comparison has an error class of its own.
    if (!(error instanceof Error) || error.name !== 'CountersignError' || !('code' in error)) throw error;
    return { caught: [String(error.code)] };
  }
}

function besides(summary: Summary, known: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(summary).filter(([key]) => !(key in known)));
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

/** What a person must see of a deploy, computed from the reference codec's tree; only text cleaning is our own code. */
function shownOf(tree: Tree, network: Network): Record<string, unknown> {
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
