import { sandbox, storedEscrow } from '@countersign/testkit/fixtures/deploy-fixture';
import {
  liveDeploys,
  policyOf,
  realDeploys,
  type ValidDeploy,
  validDeploy,
} from '@countersign/testkit/mutation/valid-deploys';
import { describe, expect, test } from 'vitest';
import { readTransaction } from '../../envelope/read-transaction.ts';
import { fieldProblem } from '../../errors/errors.ts';
import { knownToken } from '../../escrow/network.ts';
import type { EscrowOnChain, MilestoneOnChain } from '../../kinds/escrow-on-chain.ts';
import { liveMulti, SERVED_KINDS } from '../../kinds/live-kinds.ts';
import { readDeployOf } from '../../kinds/read-deploy.ts';
import { Differences } from '../differences.ts';
import { checkDeploy, checkUnsigned } from './check-deploy.ts';
import { statedRequest } from './parse-deploy.ts';

function open({ base64 }: ValidDeploy) {
  const read = readTransaction(base64, sandbox.passphrase);
  const deploy = readDeployOf([liveMulti], read, sandbox.passphrase);
  if ('unreadable' in deploy) throw new TypeError('a deploy is read here');
  return { read, deploy };
}

const deploys = Array.from({ length: 10 }, (_, index) => validDeploy(index + 1));

test.each(deploys)('the request of a deploy with $name comes back from the deploy', (deploy) => {
  const { read, deploy: found } = open(deploy);
  // Its contract identifies the token.
  const { address, decimals } = deploy.request.trustline;
  const trustline = { decimals, address: knownToken(sandbox, address)?.address };
  const stated = statedRequest(read, found, sandbox);
  expect(stated).toEqual({ ...deploy.request, trustline });
  const again = liveMulti.encode(storedEscrow(stated));
  expect(again.toXdr('base64')).toBe(liveMulti.encode(found.escrow).toXdr('base64'));
});

describe('an escrow that no request may ask for is refused by field', () => {
  const { read, deploy } = open(validDeploy(2));
  const { escrow } = deploy;
  const [milestone] = escrow.milestones as [EscrowOnChain['milestones'][number]];

  const multiplier = (value: number) => ({ trustline: { ...escrow.trustline, multiplier: value } });
  test.each<[string, Partial<EscrowOnChain>, string]>([
    ['a multiplier that is no power of ten', multiplier(7), 'trustline.decimals'],
    ['a multiplier beyond all integers', multiplier(1e30), 'trustline.decimals'],
    ['a multiplier that is not the token’s', multiplier(1_000_000), 'trustline.decimals'],
    ['a fee above 99 %', { platformFee: 9_901 }, 'platformFee'],
    ['a negative fee', { platformFee: -1 }, 'platformFee'],
    ['more than the contract holds', { milestones: [{ ...milestone, amount: 2n ** 127n }] }, 'milestones[0].amount'],
    ['a memo beyond what a contract holds', { receiverMemo: 2n ** 64n }, 'receiverMemo'],
    ['a blank description', { description: ' ' }, 'description'],
  ])('%s', (_, changes, path) => {
    const problems = { code: 'INPUT_INVALID', fields: expect.arrayContaining([expect.objectContaining({ path })]) };
    expect(() => statedRequest(read, { kind: liveMulti, escrow: { ...escrow, ...changes } }, sandbox)).toThrow(
      expect.objectContaining(problems),
    );
  });
});

describe('the stated request of an escrow as they are live today', () => {
  const opened = ({ base64, network }: ValidDeploy) => {
    const read = readTransaction(base64, network.passphrase);
    const deploy = readDeployOf(SERVED_KINDS, read, network.passphrase);
    if ('unreadable' in deploy) throw new TypeError('a deploy is read here');
    return { read, deploy };
  };

  test.each([...liveDeploys(), ...realDeploys()])(
    '$name: the deploy is verified against the request it states',
    (of) => {
      const { read, deploy } = opened(of);
      const stated = statedRequest(read, deploy, of.network);
      // The contract’s address identifies the token, and how one amount is split is not recorded.
      expect(stated).toMatchObject({
        signer: of.request.signer,
        title: of.request.title,
        roles: of.request.roles,
        platformFee: of.request.platformFee,
        ...(of.request.kind === undefined ? {} : { kind: of.request.kind }),
        trustline: { address: of.network.tokens[0]?.address, decimals: 10_000_000 },
      });
      expect(checkUnsigned(read, stated, { network: of.network, ...policyOf(of) })).toMatchObject({
        level: 'verified',
      });
    },
  );

  const [multi] = liveDeploys();
  const { read, deploy } = opened(multi);
  const [first, ...others] = deploy.escrow.milestones as [MilestoneOnChain, ...MilestoneOnChain[]];
  const milestones = [first, ...others.map((each) => ({ ...each, receiver: deploy.factory }))];
  const changed = { ...deploy, escrow: { ...deploy.escrow, milestones } };

  test('states each milestone’s receiver where they differ', () => {
    const stated = statedRequest(read, changed, multi.network);
    expect(stated.roles).not.toHaveProperty('receiver');
    expect(stated.milestones.map(({ receiver }) => receiver)).toEqual(milestones.map(({ receiver }) => receiver));
    const differences = new Differences();
    checkDeploy(changed, stated, multi.network, differences);
    expect(differences.list).toEqual([]);
    checkDeploy(deploy, stated, multi.network, differences);
    expect(differences.list.map(({ field }) => field)).toEqual(['milestones[1].receiver']);
  });

  test('is refused with different receivers where the service pays only one', () => {
    const { paysEachMilestone: _, ...network } = multi.network;
    expect(() => statedRequest(read, changed, network)).toThrow(
      expect.objectContaining({
        fields: [fieldProblem('milestones[1].receiver', 'ANOTHER_RECEIVER', { of: 'service' })],
      }),
    );
  });
});
