import { entry, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import {
  ESCROW,
  escrowOf,
  OTHER_CONTRACT,
  PEOPLE,
  scenesOf,
  stepInput,
} from '@countersign/testkit/fixtures/step-fixture';
import { buildStep, callOfStep } from '@countersign/testkit/mutation/valid-steps';
import { type ActionExample, describeAction } from '@countersign/testkit/specifications/action';
import { Address, xdr } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import { type FieldProblem, fieldProblem } from '../../errors/errors.ts';
import { STEP_NAMES, type StepName } from '../../escrow/steps.ts';
import { actionOf } from '../actions.ts';
import { fieldsOf, type StepRequests } from '../registry.ts';

const KIND = 'live-multi';
const input = (name: StepName, changes: Record<string, unknown> = {}) => stepInput(KIND, name, changes);
const { receiver, approver, stranger } = PEOPLE;
const shares = (...amounts: unknown[]) =>
  amounts.map((amount, index) => ({ address: [receiver, approver, stranger][index], amount }));
const reversed = (name: StepName) => ({ distributions: (input(name)['distributions'] as unknown[]).toReversed() });

type Table = {
  readonly [Name in StepName]: Pick<ActionExample<Name>, 'spellings' | 'others' | 'invalid'>;
};

/** Invalid values of one field, each with the path of its problem. */
const invalidIn = (name: StepName, field: string, values: Readonly<Record<string, readonly [unknown, path: string]>>) =>
  Object.fromEntries(
    Object.entries(values).map(([what, [value, path]]) => [what, [input(name, { [field]: value }), [path]] as const]),
  );
const milestones = (name: StepName) =>
  invalidIn(name, 'milestone', {
    'no milestone': [undefined, 'milestone'],
    'a milestone beyond the last': [3, 'milestone'],
    'milestone 0, as contracts count': [0, 'milestone'],
    'a half milestone': [1.5, 'milestone'],
    'a milestone that does not exist': [1e9, 'milestone'],
    'a milestone in words': ['two', 'milestone'],
    'a milestone with a sign': ['-1', 'milestone'],
    'a milestone as a list': [[2], 'milestone'],
  });
const MUXED = 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ';
const distributions = (name: StepName) =>
  invalidIn(name, 'distributions', {
    'no shares': [[], 'distributions'],
    'a share of nothing': [shares('60', '0'), 'distributions[1].amount'],
    'a share of less than nothing': [shares('-1'), 'distributions[0].amount'],
    'more decimals than the token has': [shares('1', '0.00000001'), 'distributions[1].amount'],
    'one address twice': [[...shares('1'), ...shares('2')], 'distributions[1].address'],
    'an M address': [[{ address: MUXED, amount: '1' }], 'distributions[0].address'],
    'the escrow itself': [[{ address: ESCROW, amount: '1' }], 'distributions[0].address'],
    'a name that is no address': [[{ address: 'the buyer', amount: '1' }], 'distributions[0].address'],
  });

const examples: Table = {
  'change-status': {
    spellings: [
      input('change-status'),
      input('change-status', { milestone: '2' }),
      // The line ends of another system.
      input('change-status', { evidence: 'https://example.org/report' }),
    ],
    others: {
      milestone: input('change-status', { milestone: 1 }),
      status: input('change-status', { status: 'in progress' }),
      evidence: input('change-status', { evidence: 'https://example.org/other' }),
      'word on evidence': input('change-status', { evidence: undefined }),
      escrow: input('change-status', { escrow: OTHER_CONTRACT }),
    },
    invalid: {
      ...milestones('change-status'),
      'an empty status': [input('change-status', { status: ' ' }), ['status']],
      'a status of two lines': [input('change-status', { status: 'done\nnot' }), ['status']],
      'a status with hidden characters': [input('change-status', { status: 'done\u200b' }), ['status']],
      'evidence that turns its neighbours around': [input('change-status', { evidence: 'a\u202Eb' }), ['evidence']],
      'empty evidence': [input('change-status', { evidence: '' }), ['evidence']],
      'a field of another step': [input('change-status', { days: 3 }), ['days']],
    },
  },
  approve: {
    spellings: [input('approve'), input('approve', { milestone: '2' })],
    others: { milestone: input('approve', { milestone: 1 }), escrow: input('approve', { escrow: OTHER_CONTRACT }) },
    invalid: {
      ...milestones('approve'),
      'a flag': [input('approve', { approved: false }), ['approved']],
      'an account as the escrow': [input('approve', { escrow: stranger }), ['escrow']],
      'a contract as the signer': [input('approve', { signer: OTHER_CONTRACT }), ['signer']],
    },
  },
  release: {
    spellings: [input('release'), input('release', { milestone: '2' })],
    others: { milestone: input('release', { milestone: 1 }), escrow: input('release', { escrow: OTHER_CONTRACT }) },
    invalid: { ...milestones('release'), 'an amount': [input('release', { amount: '10' }), ['amount']] },
  },
  dispute: {
    spellings: [input('dispute'), input('dispute', { milestone: '2' })],
    others: {
      milestone: input('dispute', { milestone: 1 }),
      signer: input('dispute', { signer: approver }),
      escrow: input('dispute', { escrow: OTHER_CONTRACT }),
    },
    invalid: {
      ...milestones('dispute'),
      'a reason, which no ledger keeps': [input('dispute', { reason: 'late' }), ['reason']],
    },
  },
  resolve: {
    spellings: [
      input('resolve'),
      input('resolve', { distributions: shares(60, '40.000') }),
      input('resolve', reversed('resolve')),
      input('resolve', { distributions: shares('60', '40').map(({ amount, address }) => ({ amount, address })) }),
    ],
    others: {
      milestone: input('resolve', { milestone: 1 }),
      share: input('resolve', { distributions: shares('60', '40.0000001') }),
      'number of shares': input('resolve', { distributions: shares('60') }),
      payee: input('resolve', { distributions: [{ address: stranger, amount: '60' }, shares('0', '40')[1]] }),
    },
    invalid: { ...milestones('resolve'), ...distributions('resolve') },
  },
  withdraw: {
    spellings: [input('withdraw'), input('withdraw', { distributions: shares(30, '20.0') })],
    others: {
      share: input('withdraw', { distributions: shares('30', '19') }),
      'number of shares': input('withdraw', { distributions: shares('50') }),
    },
    invalid: {
      ...distributions('withdraw'),
      'a milestone': [input('withdraw', { milestone: 1 }), ['milestone']],
    },
  },
  update: {
    spellings: [input('update'), input('update', { platformFee: 2.5 }), input('update', { description: undefined })],
    others: {
      title: input('update', { title: 'Third title' }),
      fee: input('update', { platformFee: '2.51' }),
      role: input('update', { roles: { approver: receiver } }),
      milestone: input('update', { addMilestones: [{ description: 'More', amount: 5 }] }),
    },
    invalid: {
      'another platform': [input('update', { roles: { platformAddress: stranger } }), ['roles.platformAddress']],
      'a fee that no contract takes': [input('update', { platformFee: 99.5 }), ['platformFee']],
      'an amount for the whole': [input('update', { amount: '10' }), ['amount']],
      'a milestone without an amount': [
        input('update', { addMilestones: [{ description: 'More' }] }),
        ['addMilestones[0].amount'],
      ],
      'more decimals than the token has': [
        input('update', { milestones: [{ description: 'More', amount: '0.00000001' }] }),
        ['milestones[0].amount'],
      ],
      'a title that shows as nothing': [input('update', { title: '\u200b' }), ['title']],
      'a description with half of a character': [input('update', { description: 'a\ud800' }), ['description']],
    },
  },
  extend: {
    spellings: [input('extend'), input('extend', { days: '30' })],
    others: { 'number of days': input('extend', { days: 31 }) },
    invalid: {
      'no days': [input('extend', { days: undefined }), ['days']],
      '0 days': [input('extend', { days: 0 }), ['days']],
      'half a day': [input('extend', { days: 0.5 }), ['days']],
      'more days than a network keeps anything': [input('extend', { days: 181 }), ['days']],
    },
  },
};

/** What is a lie of every step's transaction alike. */
function liesOf<Name extends StepName>(name: Name): ActionExample<Name>['lies'] {
  const request = actionOf(name).parse(input(name), sandbox) as StepRequests[Name];
  const invocation = callOfStep(name, request, sandbox);
  const elsewhere = new xdr.InvokeContractArgs({
    ...invocation,
    contractAddress: Address.fromString(OTHER_CONTRACT).toScAddress(),
  });
  const another = entry(elsewhere).rootInvocation;
  const build = (changes: Parameters<typeof buildStep>[3]) => buildStep(name, request, sandbox, changes);
  return {
    'the same call of another contract': [build({ invocation: elsewhere }), 'escrow'],
    'no authorisation': [build({ auth: [] }), 'authorisation'],
    'two authorisations': [build({ auth: [entry(invocation), entry(elsewhere)] }), 'authorisation'],
    'an authorisation of another call': [build({ auth: [entry(elsewhere)] }), 'authorisation.root'],
    'a further call authorised': [
      build({ auth: [entry(invocation, { below: [another] })] }),
      'authorisation.sub-invocations',
    ],
  };
}

for (const name of STEP_NAMES) {
  describeAction(actionOf(name), {
    ...examples[name],
    build: (request: never) => buildStep(name, request, sandbox),
    lies: liesOf(name),
  } as unknown as ActionExample<typeof name>);
}

describe('the request of every step', () => {
  const problems = (name: StepName, changes: Record<string, unknown>) => {
    try {
      actionOf(name).parse(input(name, changes), sandbox);
    } catch (error) {
      return (error as { fields?: FieldProblem[] }).fields ?? [];
    }
    return [];
  };

  test.each(STEP_NAMES)('%s: an escrow that the ledger holds, of a kind that is known', (name) => {
    for (const state of ['', 'AAAA', xdr.ScVal.scvVoid().toXdr('base64'), xdr.ScVal.scvMap([]).toXdr('base64')]) {
      expect(problems(name, { state }).map(({ path }) => path)).toEqual(['escrow']);
    }
    expect(problems(name, { state: 'not base64!' }).map(({ path }) => path)).toEqual(['state']);
    expect(problems(name, { held: '-1' }).map(({ path }) => path)).toEqual(['held']);
    expect(problems(name, { code: 'beef' }).map(({ path }) => path)).toEqual(['code']);
  });

  test('no field of another step, by name', () => {
    for (const name of STEP_NAMES) {
      for (const field of new Set(STEP_NAMES.flatMap(fieldsOf))) {
        if (fieldsOf(name).includes(field)) continue;
        expect(problems(name, { [field]: 'x' }).map(({ path }) => path)).toEqual([field]);
      }
    }
  });

  test('no milestone is given for an escrow that is paid out at once', () => {
    for (const name of ['release', 'dispute', 'resolve'] as const) {
      const single = stepInput('live-single', name, { milestone: 1 });
      expect(() => actionOf(name).parse(single, sandbox)).toThrowError(
        expect.objectContaining({
          fields: [fieldProblem('milestone', 'PAID_AT_ONCE')],
        }),
      );
    }
  });

  test('a renewed step keeps its identity when the escrow has moved on, except an update of changed terms', () => {
    const identity = (name: StepName, changes: Record<string, unknown>) => {
      const action = actionOf(name);
      return Buffer.from(action.identity(action.parse(input(name, changes), sandbox) as never, sandbox)).toString();
    };
    const escrow = escrowOf(KIND, { flags: [{ approved: true }] });
    const { state } = stepInput(KIND, 'approve', {}, { ...scenesOf(KIND).approve, escrow }) as { state: string };
    for (const name of STEP_NAMES) {
      expect(identity(name, { held: '7' })).toBe(identity(name, {}));
      expect(identity(name, { state }) === identity(name, {})).toBe(name !== 'update');
    }
  });
});
