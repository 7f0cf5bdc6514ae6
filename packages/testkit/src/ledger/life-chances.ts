/** What may happen in an escrow's life, drawn by chance: terms, who tries what, and how money is shared out. */
import { fromBaseUnits } from '@countersign/core/escrow';
import { stepOf } from '@countersign/core/internal/actions/registry';
import type { EscrowState } from '@countersign/core/internal/actions/steps/escrow-state';
import type { StepRequest } from '@countersign/core/internal/actions/steps/request';
import { STEP_NAMES, type StepName } from '@countersign/core/internal/escrow/steps';
import type { EscrowOnChain } from '@countersign/core/kinds';
import { Address } from '@stellar/stellar-sdk/base';
import { scenesOf } from '../fixtures/step-fixture.ts';
import type { Random } from '../mutation/random.ts';
import { type ContractName, PEOPLE, person, ROLES } from './escrow-life.ts';

const UNIT = 10_000_000n;
const addresses = PEOPLE.map(person);
/** Contracts need no trustline. */
const OTHER_CONTRACT = Address.contract(new Uint8Array(32).fill(77)).toString();

/** Roles that one person holds together, odd amounts, and more or less money than is needed. */
export function randomTerms(
  name: ContractName,
  random: Random,
): { readonly terms: Partial<EscrowOnChain>; readonly funded: bigint } {
  const someone = () => random.pick(addresses);
  const isOwn = random.below(3) === 0;
  const roles = isOwn
    ? {
        approver: someone(),
        serviceProvider: someone(),
        platformAddress: someone(),
        releaseSigner: someone(),
        disputeResolver: someone(),
      }
    : ROLES;
  const isSingle = name === 'single';
  const amounts = Array.from({ length: 1 + random.below(4) }, () => amount(random));
  const total = amounts.reduce((sum, each) => sum + each, 0n);
  const milestones = amounts.map((each, index) => ({
    description: `Part ${index + 1}`,
    status: 'pending',
    evidence: '',
    ...(isSingle ? {} : { amount: each }),
    ...(name === 'multi' ? { receiver: someone() } : {}),
    flags: isSingle ? { approved: false } : { approved: false, disputed: false, released: false, resolved: false },
  }));
  return {
    terms: {
      platformFee: random.pick([0, 1, 33, 100, 250, 1_234, 9_900]),
      milestones,
      roles: { ...roles, ...(name === 'multi' ? {} : { receiver: someone() }) },
      ...(isSingle ? { amount: total } : {}),
    },
    funded: random.pick([0n, total / 2n, total, total, total, total + 1n, total + 7n * UNIT]),
  };
}

function amount(random: Random): bigint {
  const some = BigInt(1 + random.below(200));
  return random.pick([some * UNIT, some, some * 333_333n, some * UNIT + 1n]);
}

export type Tried = { readonly act: StepName; readonly signer: string; readonly asked: Record<string, unknown> };

/** Mostly what may well be possible, by anyone who may; now and then anything, by anybody. */
export function randomStep(name: ContractName, escrow: EscrowOnChain, held: bigint, random: Random): Tried {
  const act = random.pick(WEIGHTED);
  const milestone = 1 + random.below(escrow.milestones.length);
  const { roles } = escrow;
  const party = random.pick([roles.approver, roles.serviceProvider, roles.platformAddress, roles.releaseSigner]);
  const holder = act === 'dispute' ? party : (holdersOf(act, escrow)[0] as string);
  const signer = random.below(8) === 0 ? random.pick(addresses) : holder;
  const isWhole = name === 'single';
  const most = isWhole || act === 'withdraw' ? held : least(escrow.milestones[milestone - 1]?.amount ?? 0n, held);
  switch (act) {
    case 'resolve':
      return { act, signer, asked: { ...(isWhole ? {} : { milestone }), distributions: shares(most, random) } };
    case 'withdraw':
      return { act, signer, asked: { distributions: shares(most, random) } };
    case 'update':
      return { act, signer, asked: changes(name, escrow, random) };
    case 'extend':
      return { act, signer, asked: { days: 1 + random.below(180) } };
    case 'change-status': {
      const evidence = random.below(2) === 0 ? {} : { evidence: `ipfs://${random.below(3)}` };
      return { act, signer, asked: { milestone, status: random.pick(['pending', 'working', 'done']), ...evidence } };
    }
    default: {
      const { asked } = scenesOf(`live-${name}`)[act];
      return { act, signer, asked: { ...asked, ...('milestone' in asked ? { milestone } : {}) } };
    }
  }
}

/** Who may take a step. */
export const holdersOf = (act: StepName, escrow: EscrowOnChain): readonly string[] =>
  stepOf(act)
    .signers({ escrow } as EscrowState, {} as StepRequest)
    .map(({ address }) => address);

const WEIGHTED: readonly StepName[] = [
  ...STEP_NAMES,
  'approve',
  'approve',
  'release',
  'release',
  'resolve',
  'withdraw',
];

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

type Share = { readonly address: string; readonly amount: string };

/** Of all of it, or of a little less or more, in parts that seldom divide. */
function shares(all: bigint, random: Random): Share[] {
  const total = random.pick([all, all, all, all - 1n, all / 2n, all + 1n]);
  const payees = [...addresses, OTHER_CONTRACT];
  const first = random.below(payees.length);
  const count = 1 + random.below(4);
  let left = total > 0n ? total : 1n;
  const parts: Share[] = [];
  for (let index = 0; index < count && left > 0n; index++) {
    const isLast = index === count - 1;
    const part = isLast ? left : (left * BigInt(1 + random.below(99))) / 100n;
    if (part === 0n) continue;
    left -= part;
    parts.push({ address: payees[(first + index) % payees.length] as string, amount: fromBaseUnits(part, 7) });
  }
  return parts;
}

function changes(name: ContractName, escrow: EscrowOnChain, random: Random): Record<string, unknown> {
  const written = (value: bigint) => fromBaseUnits(value, 7);
  const isSingle = name === 'single';
  const fresh = (description: string) => ({ description, ...(isSingle ? {} : { amount: written(amount(random)) }) });
  const kept = escrow.milestones.map(({ description, amount: own, receiver }) => ({
    description,
    ...(own === undefined ? {} : { amount: written(own) }),
    ...(receiver === undefined ? {} : { receiver }),
  }));
  return random.pick<Record<string, unknown>>([
    { title: `Title ${random.below(3)}` },
    { description: `Description ${random.below(3)}`, platformFee: random.pick(['0', '1', '2.5']) },
    { roles: { approver: random.pick(addresses) } },
    { roles: { disputeResolver: random.pick(addresses), releaseSigner: random.pick(addresses) } },
    { addMilestones: [fresh('Added')] },
    { addMilestones: [fresh('Added')] },
    { milestones: [...kept.slice(0, -1), fresh('Instead')] },
    ...(kept.length > 1 ? [{ milestones: kept.slice(0, -1) }] : []),
    ...(isSingle ? [{ amount: written(amount(random)) }] : []),
  ]);
}

/** A request of a step that is announced as someone's turn; nothing but its time could prevent it. */
export function inputFor(
  act: StepName,
  milestone: number | undefined,
  escrow: EscrowOnChain,
  held: bigint,
): Record<string, unknown> {
  const own = milestone === undefined ? undefined : escrow.milestones[milestone - 1]?.amount;
  const all = [{ address: person('stranger'), amount: fromBaseUnits(own === undefined ? held : least(own, held), 7) }];
  const of = milestone === undefined ? {} : { milestone };
  switch (act) {
    case 'resolve':
      return { ...of, distributions: all };
    case 'withdraw':
      return { distributions: all };
    case 'change-status':
      return { ...of, status: 'reported in the test', evidence: 'ipfs://new' };
    default:
      return of;
  }
}
