import { request, requestInput, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DeployRequest, parseDeployRequest, receiverOf } from '../../escrow/index.ts';
import { SANDBOX_ACCOUNTS } from '../../escrow/network.ts';
import { keysOf } from './keys.ts';
import { LOCAL_PERSON } from './person.ts';

const keyOf = (actionRequest: DeployRequest) =>
  keysOf({ action: 'deploy', request: actionRequest }, sandbox, LOCAL_PERSON).request;

test.each([
  ['multi', 'd89d2bb49d164190b5bf7db0c1f82e84b4cf00949de2e294e2b4d8068b72895e'],
  ['single', 'ef1ba6a13a7a7dc42e4239eb5ea76a870abc20a28950485a1f703e54f045c26c'],
])('a %s release with one receiver has the key that earlier releases gave it', (kind, key) => {
  const all = { ...requestInput().roles, platformAddress: sandbox.tokens[0]?.issuer as string };
  expect(keyOf(request({ kind, roles: all }))).toBe(key);
  const { receiver, ...roles } = all;
  const milestones = requestInput().milestones.map((each) => ({ ...each, receiver }));
  expect(keyOf(request({ kind, roles, milestones }))).toBe(key);
});

test('requests have equal keys exactly where they pay the same receivers for the same milestones', () => {
  const party = fc.constantFrom(...SANDBOX_ACCOUNTS.slice(0, 3).map(({ address }) => address));
  const written = fc.record({
    role: party,
    own: fc.array(fc.option(party, { nil: undefined }), { minLength: 1, maxLength: 3 }),
  });
  const asked = written.map(({ role, own }) =>
    parseDeployRequest(
      requestInput({
        roles: { ...requestInput().roles, receiver: role },
        milestones: own.map((receiver) => ({ description: 'Part', amount: 1, receiver })),
      }),
    ),
  );
  const paid = (each: DeployRequest) => each.milestones.map((_, index) => receiverOf(each, index)).join();
  fc.assert(
    fc.property(asked, asked, (one, other) => {
      expect(keyOf(one) === keyOf(other)).toBe(paid(one) === paid(other));
    }),
  );
});
