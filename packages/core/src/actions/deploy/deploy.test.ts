import {
  buildDeploy,
  NOW,
  otherKey,
  request,
  requestInput,
  sandbox,
  signerKey,
  time,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { describeAction } from '@countersign/testkit/specifications/action';
import { deploy } from './index.ts';

const build = (actionRequest: ReturnType<typeof request>) => buildDeploy(actionRequest);
const [usdc] = sandbox.tokens;
const { roles } = requestInput() as { roles: { release: string } };
const { release, ...others } = roles;

// What may differ in a deploy is proved field by field in mutation.proof.test.ts.
describeAction(deploy, {
  spellings: [
    requestInput(),
    requestInput({ roles: [{ ...others, releaseSigner: release }], platformFee: '1.50' }),
    requestInput({ trustline: { address: usdc?.issuer } }),
    requestInput({ receiverMemo: 0 }),
  ],
  others: {
    signer: requestInput({ signer: otherKey.publicKey() }),
    title: requestInput({ title: 'Another' }),
    receiver: requestInput({ roles: { ...roles, receiver: signerKey.publicKey() } }),
  },
  invalid: {
    nothing: [
      {},
      ['signer', 'engagementId', 'title', 'description', 'roles', 'platformFee', 'milestones', 'trustline'],
    ],
    'a fee and an amount that cannot be': [
      requestInput({ platformFee: -1, milestones: [{ description: 'One', amount: 0 }] }),
      ['platformFee', 'milestones[0].amount'],
    ],
  },
  build,
  lies: {
    'a receiver that was not requested': [
      build(request({ roles: { ...roles, receiver: signerKey.publicKey() } })),
      'milestones[0].receiver',
    ],
    'a life of a day': [buildDeploy(request(), { condition: time(0, NOW + 86_400) }), 'time bounds'],
  },
});
