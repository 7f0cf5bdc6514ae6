/** A transaction that the network would apply and refuse, after its fee is taken, does not pass the comparison. */
import { buildDeploy, NOW, request, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import { networkOf, STEP_KIND_NAMES, scenesOf, stepRequest } from '@countersign/testkit/fixtures/step-fixture';
import { buildStep } from '@countersign/testkit/mutation/valid-steps';
import { expect, test } from 'vitest';
import { readTransaction } from '../envelope/read-transaction.ts';
import type { Network } from '../escrow/network.ts';
import { actionOf } from './actions.ts';

const policyOn = (network: Network) => ({ network, maxFee: 50_000_000n, now: NOW });

test.each([
  [424, 'verified'],
  [500, 'mismatch'],
])('a deploy of ten milestones of %s characters is %s', (length, level) => {
  const actionRequest = request({
    milestones: Array.from({ length: 10 }, () => ({ description: 'x'.repeat(length), amount: '1' })),
  });
  const read = readTransaction(buildDeploy(actionRequest), sandbox.passphrase);
  const check = actionOf('deploy').check(read, actionRequest, policyOn(sandbox));
  expect(check.level).toBe(level);
  if (check.level !== 'mismatch') return;
  expect(check.differences).toEqual([
    {
      field: 'events and result',
      asked: { code: 'AT_MOST', params: { value: '16384 bytes' } },
      found: expect.stringMatching(/^1\d{4} bytes$/),
    },
  ]);
});

test.each(STEP_KIND_NAMES)('a report that makes an escrow of %s too long for an event does not match', (kind) => {
  const network = networkOf(kind);
  const scene = scenesOf(kind)['change-status'];
  const levelWith = (length: number) => {
    const escrow = { ...scene.escrow, description: 'x'.repeat(length) };
    const asked = stepRequest(kind, 'change-status', { evidence: 'x'.repeat(1_000) }, { ...scene, escrow });
    const read = readTransaction(buildStep('change-status', asked, network), network.passphrase);
    return actionOf('change-status').check(read, asked, policyOn(network));
  };
  expect(levelWith(13_000).level).toBe('verified');
  expect(levelWith(15_000)).toMatchObject({
    level: 'mismatch',
    differences: [{ field: 'events and result', asked: { code: 'AT_MOST', params: { value: '16384 bytes' } } }],
  });
});
