import {
  escrowOf,
  networkOf,
  STEP_KIND_NAMES,
  type StepKind,
  standingFields,
  units,
} from '@countersign/testkit/fixtures/step-fixture';
import { xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { escrowStateOf, finishedObstacles, flagsOf, formatAmount, linkFacts, unfinished } from './escrow-state.ts';

const stateIn = (kind: StepKind, life = {}, changes = {}) => {
  const fields = { ...standingFields(kind, escrowOf(kind, life), units(300)), ...changes };
  const state = escrowStateOf(fields, networkOf(kind));
  if (state === undefined) throw new Error('its own escrow cannot be read');
  return state;
};
const LIFE = { flags: [{ approved: true }, { disputed: true }] };

test.each(STEP_KIND_NAMES)('reads a %s escrow by its code, and by its fields where the code is unknown', (kind) => {
  const { kind: read, held, decimals, token, escrow } = stateIn(kind, LIFE);
  expect([read.id, held, decimals, token]).toEqual([kind, units(300), 7, 'USDC']);
  expect(escrow).toMatchObject({ title: escrowOf(kind).title, milestones: [{ flags: { approved: true } }, {}] });
  expect(stateIn(kind, LIFE, { code: 'ab'.repeat(32) }).kind.id).toBe(kind);
  expect(formatAmount({ decimals }, units(1.5))).toBe('1.5');
});

test('returns nothing for a state that is not an escrow, and keeps two escrows apart', () => {
  const fields = standingFields('live-multi', escrowOf('live-multi'), 0n);
  for (const state of ['AAAA', '', xdr.ScVal.scvVoid().toXdr('base64')])
    expect(escrowStateOf({ ...fields, state }, networkOf('live-multi'))).toBeUndefined();
  expect(stateIn('live-multi', { change: { title: 'Other' } }).escrow.title).toBe('Other');
  expect(stateIn('live-multi').escrow.title).not.toBe('Other');
});

test.each<[StepKind, object, number | undefined, readonly string[], readonly number[]]>([
  ['live-multi', {}, 2, [], [1, 2]],
  ['live-multi', LIFE, 2, [], [1]],
  ['live-multi', { flags: [{ released: true }, { resolved: true }] }, 1, ['ALREADY_PAID'], []],
  ['live-multi', { flags: [{ released: true }, { resolved: true }] }, 2, ['ALREADY_RESOLVED'], []],
  ['live-multi', { flags: [{ released: true }] }, 3, [], [2]],
  ['live-single', {}, undefined, [], [1, 2]],
  ['live-single', { whole: { released: true } }, undefined, ['ALREADY_PAID'], []],
  ['live-single', { whole: { resolved: true } }, undefined, ['ALREADY_RESOLVED'], []],
  ['live-single', { whole: { disputed: true } }, undefined, [], []],
])(
  'finds what is finished in a %s escrow of %j when milestone %s is asked for',
  (kind, life, milestone, codes, left) => {
    const state = stateIn(kind, life);
    expect(finishedObstacles(state, { milestone }).map(({ code }) => code)).toEqual(codes);
    expect(unfinished(state)).toEqual(left);
    const { milestones, flags } = state.escrow;
    expect(flagsOf(state, { milestone })).toEqual(
      (milestone === undefined ? flags : milestones[milestone - 1]?.flags) ?? {},
    );
  },
);

test('notes a link in the evidence only when there is one', () => {
  const codes = [undefined, 'in the folder', 'see HTTP://example.org'].map((evidence) => linkFacts(evidence).length);
  expect(codes).toEqual([0, 0, 1]);
});
