/** What an update may change at each point of an escrow's life, the escrow that it leaves, and what the service gets. */
import {
  escrowOf,
  type Life,
  networkOf,
  PEOPLE,
  STEP_KIND_NAMES,
  type StepKind,
  scenesOf,
  stepInput,
  stepRequest,
  units,
} from '@countersign/testkit/fixtures/step-fixture';
import { createPart } from '@countersign/testkit/record/part';
import { expect, test } from 'vitest';
import { CountersignError } from '../../errors/errors.ts';
import { STEP_NAMES } from '../../escrow/steps.ts';
import { actionOf, requireStanding } from '../actions.ts';
import { formOf, stepOf } from '../registry.ts';
import { emittedBy, obstaclesOf } from '../steps/obstacles.ts';

const NOTHING = { title: undefined, platformFee: undefined, roles: undefined };
const none = { approved: false };
const approved = { approved: true };
const disputed = { disputed: true };

const LIVES: Readonly<Record<StepKind, Readonly<Record<string, Life>>>> = {
  'live-multi': {
    'nothing has happened': {},
    'the first is approved': { flags: [approved] },
    'the second is approved': { flags: [none, approved] },
    'the second is in dispute': { flags: [none, disputed] },
  },
  'live-single': {
    'nothing has happened': {},
    'the second is approved': { flags: [none, approved] },
    'the whole is in dispute': { whole: disputed },
  },
};

type Changes = Readonly<Record<string, unknown>>;
/** The terms of the fixture's two milestones again, with the amounts that only a multi release has. */
function changesOf(kind: StepKind): Readonly<Record<string, Changes>> {
  const own = (description: string, amount: string) => ({
    description,
    ...(kind === 'live-multi' ? { amount } : {}),
  });
  const [first, second] = [own('Design', '100'), own('Build', '200')];
  return {
    'the same terms': { milestones: [first, second] },
    'another title': { title: 'Other' },
    'another first milestone': { milestones: [own('Plan', '100'), second] },
    'another second milestone': { milestones: [first, own('Make', '200')] },
    'only the first milestone': { milestones: [first] },
    'a third milestone': { addMilestones: [own('Test', '5')] },
    'a third milestone and another title': { title: 'Other', addMilestones: [own('Test', '5')] },
  };
}

const flagsIn = (flags: object | undefined) =>
  Object.entries(flags ?? {})
    .flatMap(([flag, isSet]) => (isSet === true ? [flag] : []))
    .join(' ');

test('may change what the escrow’s life still allows, as recorded', async () => {
  const { note, text } = createPart();
  for (const kind of STEP_KIND_NAMES) {
    for (const [life, changes] of Object.entries(LIVES[kind])) {
      for (const held of [0, 300]) {
        const scene = { ...scenesOf(kind).update, escrow: escrowOf(kind, changes), held: units(held) };
        const lines = Object.entries(changesOf(kind)).map(([name, asked]) => {
          const request = stepRequest(kind, 'update', { ...NOTHING, ...asked }, scene);
          const state = requireStanding(request as never, networkOf(kind));
          const unmet = obstaclesOf('update', request as never, state);
          const { after } = stepOf('update').effect(state, request as never);
          const milestones = after.milestones.map(({ description, flags }) =>
            `${description} ${flagsIn(flags)}`.trim(),
          );
          const reasons = unmet.map(({ code, params }) => `${code} ${JSON.stringify(params)}`);
          return `${name} (${milestones.join(', ')}): ${reasons.join('; ') || 'allowed'}`;
        });
        note(`${kind}, ${life}, holds ${held}`, lines);
      }
    }
  }
  await expect(text()).toMatchFileSnapshot('recorded/updates.txt');
});

test.each([
  ['live-multi', 48, false],
  ['live-multi', 49, true],
  ['live-single', 48, false],
  ['live-single', 49, true],
] as const)('an update of %s that adds %i milestones to two is too long: %s', (kind, count, isTooLong) => {
  const more = { description: 'm', ...(kind === 'live-multi' ? { amount: '1' } : {}) };
  const request = stepRequest(kind, 'update', { ...NOTHING, addMilestones: Array(count).fill(more) });
  const state = requireStanding(request as never, networkOf(kind));
  const codes = stepOf('update')
    .unmetPreconditions(state, request as never)
    .map(({ code }) => code);
  expect(codes).toEqual(isTooLong ? ['TOO_MANY_MILESTONES'] : []);
});

test('refuses terms that the kind has elsewhere, as recorded', async () => {
  const { note, text } = createPart();
  const { receiver, stranger } = PEOPLE;
  const terms: Readonly<Record<string, Changes>> = {
    'an amount of the whole': { amount: '500' },
    'an amount with too many decimals': { amount: '0.00000001' },
    'a receiver of the whole': { roles: { receiver: stranger } },
    'an amount of a milestone': { milestones: [{ description: 'a', amount: '1' }] },
    'no amount of a milestone': { addMilestones: [{ description: 'a' }] },
    'a receiver of a milestone': { addMilestones: [{ description: 'a', amount: '1', receiver: stranger }] },
    'a receiver of a milestone and no amount': { milestones: [{ description: 'a', receiver }] },
    'an empty list': { milestones: [] },
    'nothing added': { addMilestones: [] },
    'a milestone of nothing': { milestones: [{ description: 'a', amount: '0' }] },
  };
  for (const kind of STEP_KIND_NAMES) {
    const network = networkOf(kind);
    for (const [name, asked] of Object.entries(terms)) {
      try {
        const request = actionOf('update').parse(stepInput(kind, 'update', { ...NOTHING, ...asked }), network);
        const state = requireStanding(request as never, network);
        note(`${kind}: ${name}`, formOf('update').ordered?.(request as never, state));
      } catch (error) {
        if (!(error instanceof CountersignError)) throw error;
        note(`${kind}: ${name}`, error.fields);
      }
    }
  }
  await expect(text()).toMatchFileSnapshot('recorded/terms.txt');
});

test('sends the service the order of each step, and counts its bytes, as recorded', async () => {
  const { note, text } = createPart();
  for (const kind of STEP_KIND_NAMES) {
    for (const name of STEP_NAMES) {
      const request = stepRequest(kind, name);
      const state = requireStanding(request as never, networkOf(kind));
      const { service, ordered } = formOf(name);
      note(`${kind}: ${name}`, {
        service,
        ...(name === 'update' ? {} : { ordered: ordered?.(request as never, state) }),
        bytes: emittedBy(stepOf(name), state, request as never),
      });
    }
  }
  await expect(text()).toMatchFileSnapshot('recorded/orders.txt');
});
