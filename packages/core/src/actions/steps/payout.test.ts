/** What a payout or a decision is shown to pay and to leave, in one line, and the warning about what a decision leaves. */
import {
  escrowOf,
  networkOf,
  PEOPLE,
  STEP_KIND_NAMES,
  STEP_KINDS,
  type StepKind,
  units,
} from '@countersign/testkit/fixtures/step-fixture';
import { createRandom } from '@countersign/testkit/mutation/random';
import { describe, expect, test } from 'vitest';
import { fromBaseUnits, toBaseUnits } from '../../escrow/amount.ts';
import type { EscrowKind } from '../../kinds/escrow-kind.ts';
import type { EscrowOnChain } from '../../kinds/escrow-on-chain.ts';
import { wordsOf } from '../../words/all.ts';
import { LANGUAGES } from '../../words/language.ts';
import { stepOf } from '../registry.ts';
import type { EscrowState } from './escrow-state.ts';
import { obstaclesOf } from './obstacles.ts';
import type { StepRequest } from './request.ts';
import { payoutParts } from './summary.ts';

type Flags = EscrowOnChain['milestones'][number]['flags'];
type Asked = { readonly milestone?: number; readonly distributions?: readonly { address: string; amount: string }[] };

function stateOf(kind: StepKind, held: bigint, flags: readonly Flags[], whole: Flags = {}): EscrowState {
  const escrow = escrowOf(kind, { flags, whole });
  return { kind: STEP_KINDS[kind] as EscrowKind, escrow, held, decimals: 7, token: 'USDC', network: networkOf(kind) };
}
const partsOf = (name: 'release' | 'resolve' | 'withdraw', state: EscrowState, request: Asked) =>
  payoutParts(state, stepOf(name).effect(state, request as never as StepRequest));
const lineOf = (...of: Parameters<typeof partsOf>) => wordsOf('en').payoutLine(partsOf(...of), 'USDC');
const shares = (...amounts: readonly string[]) =>
  amounts.map((amount, at) => ({ address: at === 0 ? PEOPLE.receiver : PEOPLE.approver, amount }));
const disputed = { disputed: true };
const released = { released: true };
const { receiver, approver } = PEOPLE;

describe('the line of a payout', () => {
  test.each<[string, 'release' | 'resolve' | 'withdraw', EscrowState, Asked, string]>([
    [
      'names what stays for the other milestones when one is released',
      'release',
      stateOf('live-multi', units(300), [{}, { approved: true }]),
      { milestone: 2 },
      `The receiver (${receiver}) gets 197.4 USDC (200 USDC less fees); 100 USDC stays in the escrow for milestone 1`,
    ],
    [
      'says that nothing stays when a single release is paid out',
      'release',
      stateOf('live-single', units(300), [{ approved: true }, { approved: true }]),
      {},
      `The receiver (${receiver}) gets 296.1 USDC (300 USDC less fees); nothing stays in the escrow`,
    ],
    [
      'says that no milestone needs what stays of an overfunded single release',
      'release',
      stateOf('live-single', units(310), [{ approved: true }, { approved: true }]),
      {},
      `The receiver (${receiver}) gets 296.1 USDC (300 USDC less fees); 10 USDC stays in the escrow, and no milestone needs it`,
    ],
    [
      'says that no milestone needs what a decision leaves',
      'resolve',
      stateOf('live-multi', units(100), [disputed, released]),
      { milestone: 1, distributions: shares('10', '10') },
      `The approver (${approver}) gets 9.87 USDC (10 USDC less fees), the receiver (${receiver}) gets 9.87 USDC (10 USDC less fees); 80 USDC stays in the escrow, and no milestone needs it`,
    ],
    [
      'says how much of what a decision leaves is needed',
      'resolve',
      stateOf('live-multi', units(300), [disputed, {}]),
      { milestone: 1, distributions: shares('10', '10') },
      `The approver (${approver}) gets 9.87 USDC (10 USDC less fees), the receiver (${receiver}) gets 9.87 USDC (10 USDC less fees); 280 USDC stays in the escrow for milestone 2, of which only 200 USDC is needed`,
    ],
    [
      'names the milestone in dispute for which a withdrawal leaves money',
      'withdraw',
      stateOf('live-multi', units(250), [released, disputed]),
      { distributions: shares('50') },
      `The receiver (${receiver}) gets 49.35 USDC (50 USDC less fees); 200 USDC stays in the escrow for milestone 2`,
    ],
    [
      'says “about” when the rounding of fees is not known',
      'resolve',
      stateOf('live-multi', units(1), [disputed, released]),
      { milestone: 1, distributions: shares('0.0333333', '0.0666668') },
      `The approver (${approver}) gets about 0.0658002 USDC (0.0666668 USDC less fees), the receiver (${receiver}) gets about 0.0329 USDC (0.0333333 USDC less fees); about 0.8999998 USDC stays in the escrow, and no milestone needs it`,
    ],
  ])('%s', (_, name, state, request, expected) => {
    const line = lineOf(name, state, request);
    // The contract pays in the order of the addresses' bytes, which a person does not see.
    const sorted = (text: string) =>
      text
        .toLowerCase()
        .split(/, (?=the )|; /)
        .sort();
    expect(sorted(line)).toEqual(sorted(expected));
  });

  test('counts together what many others get when more are paid than fit into a line', () => {
    const all = Array.from({ length: 9 }, (_, at) => ({ as: 'share' as const, to: `G${at}`, amount: '0.9', of: '1' }));
    const leftFor = { amount: '0', milestones: [] };
    const line = wordsOf('en').payoutLine({ pays: all, left: '0', leftFor }, 'USDC');
    expect(line).toContain('5 others get 4.5 USDC (5 USDC less fees); nothing stays in the escrow');
  });
});

test('shows amounts that with the fees and what stays equal what was in the escrow, in any payout and language', () => {
  const random = createRandom(42);
  const below = (most: bigint) => BigInt(random.below(Number(most))) + 1n;
  let compared = 0;
  for (let index = 0; index < 600; index++) {
    const kind = STEP_KIND_NAMES[index % 2] as StepKind;
    const held = units(300) + (random.below(2) === 0 ? 0n : below(units(50)));
    const isSingle = kind === 'live-single';
    const name = (['release', 'resolve', 'withdraw'] as const)[random.below(3)] ?? 'release';
    const approved = { approved: true };
    const over = isSingle ? [[approved, approved], released] : [[released, { resolved: true }]];
    const [flags, whole] = {
      release: [[approved, approved], {}],
      resolve: isSingle ? [[], disputed] : [[disputed, {}]],
      withdraw: over,
    }[name] as [readonly Flags[], Flags];
    const state = stateOf(kind, held, flags, whole);
    const most = name === 'resolve' && !isSingle ? units(100) : held;
    const first = below(most / 2n);
    const second = name === 'resolve' && isSingle ? held - first : below(most / 2n);
    const asked = {
      ...(isSingle ? {} : { milestone: 1 }),
      distributions: [
        { address: receiver, amount: fromBaseUnits(first, 7) },
        { address: approver, amount: fromBaseUnits(second, 7) },
      ],
    };
    const request = { ...asked, signer: PEOPLE[name === 'release' ? 'releaseSigner' : 'disputeResolver'] };
    if (obstaclesOf(name, request as never, state).length > 0) continue;
    compared++;
    const parts = partsOf(name, state, asked);
    const fees = parts.pays.filter(({ as }) => as === 'platform' || as === 'service');
    for (const language of LANGUAGES) {
      const line = wordsOf(language).payoutLine(parts, 'USDC');
      const [paid = '', stays = ''] = line.split('; ');
      const got = [...paid.matchAll(/([\d.]+) USDC(?: \(|,|$)/g)].map(([, amount]) => amount as string);
      const [, left = '0'] = /([\d.]+) USDC/.exec(stays) ?? [];
      const shown = [...got, left, ...fees.map(({ amount }) => amount)];
      expect(
        shown.reduce((sum, amount) => sum + (toBaseUnits(amount, 7) as bigint), 0n),
        line,
      ).toBe(held);
    }
  }
  expect(compared).toBeGreaterThan(300);
});

describe('the rest after a decision', () => {
  const stopsOf = (name: 'resolve' | 'withdraw', state: EscrowState, request: Asked) =>
    stepOf(name).risk?.(state, request as never as StepRequest)?.stops ?? [];
  const leaves = (params: object) => [
    { code: 'LEAVES_MONEY', params: { token: 'USDC', address: PEOPLE.disputeResolver, milestones: [], ...params } },
  ];

  test.each<[string, 'resolve' | 'withdraw', EscrowState, Asked, unknown]>([
    [
      'is a blocking warning when no milestone needs it',
      'resolve',
      stateOf('live-multi', units(100), [disputed, released]),
      { milestone: 1, distributions: shares('10', '10') },
      leaves({ shared: '20', of: '100', rest: '80', spare: '80' }),
    ],
    [
      'is a blocking warning when another milestone has its own money',
      'resolve',
      stateOf('live-multi', units(300), [disputed, {}]),
      { milestone: 1, distributions: shares('10', '10') },
      leaves({ shared: '20', of: '100', rest: '80', spare: '80', milestones: [2] }),
    ],
    [
      'is a blocking warning that names the milestone which lacks money when there is one',
      'resolve',
      stateOf('live-multi', units(150), [disputed, {}]),
      { milestone: 1, distributions: shares('10', '10') },
      leaves({ shared: '20', of: '100', rest: '80', spare: '0', milestones: [2] }),
    ],
    [
      'is a blocking warning of a withdrawal that takes only a part',
      'withdraw',
      stateOf('live-single', units(50), [], released),
      { distributions: shares('10') },
      leaves({ shared: '10', of: '50', rest: '40', spare: '40' }),
    ],
    [
      'is no warning when all that was disputed is shared out',
      'resolve',
      stateOf('live-multi', units(310), [disputed, {}]),
      { milestone: 1, distributions: shares('60', '40') },
      [],
    ],
    [
      'is no warning when two disputes share too little money in proportion',
      'resolve',
      stateOf('live-multi', units(150), [disputed, disputed]),
      { milestone: 1, distributions: shares('50') },
      [],
    ],
    [
      'is no warning when a withdrawal leaves what is in dispute',
      'withdraw',
      stateOf('live-multi', units(250), [released, disputed]),
      { distributions: shares('50') },
      [],
    ],
    [
      'is no warning when only what rounding may cost stays',
      'resolve',
      stateOf('live-multi', units(100), [disputed, released]),
      { milestone: 1, distributions: shares('50', '49.9999999') },
      [],
    ],
  ])('%s', (_, name, state, request, expected) => expect(stopsOf(name, state, request)).toEqual(expected));
});
