import { expect, test } from 'vitest';
import { STEP_NAMES } from '../../escrow/steps.ts';
import { REQUEST_FIELDS } from '../people/names.ts';

test('finds the address fields of each action in its schema', () => {
  const written = Object.entries(REQUEST_FIELDS).map(([name, fields]) => [
    name,
    fields.map(({ path, takes }) => (takes === 'token' ? `${path.join('.')} (token)` : path.join('.'))),
  ]);
  const ofStep = ['signer', 'escrow'];
  expect(Object.fromEntries(written)).toEqual({
    deploy: ['signer', 'roles.*', 'milestones.receiver', 'trustline.address (token)'],
    fund: ['signer', 'escrow', 'trustline.address (token)'],
    trust: ['signer', 'token (token)'],
    ...Object.fromEntries(STEP_NAMES.map((name) => [name, ofStep])),
    resolve: [...ofStep, 'distributions.address'],
    withdraw: [...ofStep, 'distributions.address'],
    update: [...ofStep, 'roles.*', 'milestones.receiver', 'addMilestones.receiver'],
  });
});
