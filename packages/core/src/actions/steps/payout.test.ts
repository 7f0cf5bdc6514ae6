/** What a payout or a decision is shown to pay and to leave, in one line, and the warning about what a decision leaves. */
import {
  escrowOf,
  networkOf,
  PEOPLE,
  STEP_KINDS,
  type StepKind,
  units,
} from '@countersign/testkit/fixtures/step-fixture';
import { createPart } from '@countersign/testkit/record/part';
import { expect, test } from 'vitest';
import { toBaseUnits } from '../../escrow/amount.ts';
import type { EscrowKind } from '../../kinds/escrow-kind.ts';
import type { EscrowOnChain } from '../../kinds/escrow-on-chain.ts';
import { wordsOf } from '../../words/all.ts';
import { LANGUAGES } from '../../words/language.ts';
import { stepOf } from '../registry.ts';
import type { EscrowState } from './escrow-state.ts';
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
const shares = (...amounts: readonly string[]) =>
  amounts.map((amount, at) => ({ address: at === 0 ? PEOPLE.receiver : PEOPLE.approver, amount }));
const disputed = { disputed: true };
const released = { released: true };

const both = [{ approved: true }, { approved: true }];
const tenEach = { milestone: 1, distributions: shares('10', '10') };
const SCENES: Readonly<Record<string, readonly ['release' | 'resolve' | 'withdraw', EscrowState, Asked]>> = {
  'one milestone of two': ['release', stateOf('live-multi', units(300), [{}, { approved: true }]), { milestone: 2 }],
  'a single release': ['release', stateOf('live-single', units(300), both), {}],
  'an overfunded single release': ['release', stateOf('live-single', units(310), both), {}],
  'a decision that leaves what no milestone needs': [
    'resolve',
    stateOf('live-multi', units(100), [disputed, released]),
    tenEach,
  ],
  'a decision that leaves more than the other milestone needs': [
    'resolve',
    stateOf('live-multi', units(300), [disputed, {}]),
    tenEach,
  ],
  'a decision that leaves what the other milestone lacks': [
    'resolve',
    stateOf('live-multi', units(150), [disputed, {}]),
    tenEach,
  ],
  'a decision about all that was disputed': [
    'resolve',
    stateOf('live-multi', units(310), [disputed, {}]),
    { milestone: 1, distributions: shares('60', '40') },
  ],
  'one of two decisions that share too little money in proportion': [
    'resolve',
    stateOf('live-multi', units(150), [disputed, disputed]),
    { milestone: 1, distributions: shares('50') },
  ],
  'a decision that leaves only what rounding may cost': [
    'resolve',
    stateOf('live-multi', units(100), [disputed, released]),
    { milestone: 1, distributions: shares('50', '49.9999999') },
  ],
  'shares whose rounding of fees is not known': [
    'resolve',
    stateOf('live-multi', units(1), [disputed, released]),
    { milestone: 1, distributions: shares('0.0333333', '0.0666668') },
  ],
  'a withdrawal that leaves what is in dispute': [
    'withdraw',
    stateOf('live-multi', units(250), [released, disputed]),
    { distributions: shares('50') },
  ],
  'a withdrawal of a part': [
    'withdraw',
    stateOf('live-single', units(50), [], released),
    { distributions: shares('10') },
  ],
};

test('shows who gets what and what stays, which is all that was in the escrow, and stops a decision that leaves money', async () => {
  const { note, text } = createPart();
  for (const [title, [name, state, request]] of Object.entries(SCENES)) {
    const parts = partsOf(name, state, request);
    const all = [...parts.pays.map(({ amount }) => amount), parts.left];
    expect(
      all.reduce((sum, amount) => sum + (toBaseUnits(amount, 7) as bigint), 0n),
      title,
    ).toBe(state.held);
    const lines = LANGUAGES.map((language) => wordsOf(language).payoutLine(parts, 'USDC'));
    const stops = stepOf(name).risk?.(state, request as never as StepRequest)?.stops ?? [];
    const warnings = stops.map(({ code, params }) => `stops with ${code} ${JSON.stringify(params)}`);
    note(`${name}: ${title}`, [...lines, ...warnings].join('\n'));
  }
  await expect(text()).toMatchFileSnapshot('recorded/payouts.txt');
});

test('counts together what many others get when more are paid than fit into a line', () => {
  const pays = Array.from({ length: 9 }, (_, at) => ({ as: 'share' as const, to: `G${at}`, amount: '0.9', of: '1' }));
  const line = wordsOf('en').payoutLine({ pays, left: '0', leftFor: { amount: '0', milestones: [] } }, 'USDC');
  expect(line).toContain('5 others get 4.5 USDC (5 USDC less fees); nothing stays in the escrow');
});
