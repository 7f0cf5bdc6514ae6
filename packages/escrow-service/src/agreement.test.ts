/** Whatever request is made, what this service prepares is what core verifies, and what settles is what was asked. */
import { checkUnsigned } from '@countersign/core/actions';
import { readTransaction } from '@countersign/core/envelope';
import { CountersignError } from '@countersign/core/errors';
import { fromBaseUnits, parseDeployRequest } from '@countersign/core/escrow';
import { sizeProblems } from '@countersign/core/internal/actions/deploy/parse-deploy';
import { NETWORKS } from '@countersign/core/network';
import { hiddenCharacters, isBlank } from '@countersign/core/text';
import {
  address,
  deploy,
  send,
  sign,
  startTestSandbox,
  type TestSandbox,
  TOKEN,
} from '@countersign/testkit/ledger/sandbox-client';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

let t: TestSandbox;
beforeAll(async () => {
  t = await startTestSandbox();
});
afterAll(() => t.sandbox.close());

const text = (maxLength: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength })
    .filter((value) => value.trim() !== '' && !/\p{Cc}/u.test(value) && [...value].length <= maxLength)
    .filter((value) => !isBlank(value) && hiddenCharacters(value).length === 0)
    .filter((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value));
const party = fc.constantFrom(address('client'), address('provider'), address('arbiter'), TOKEN.address);
const amount = fc.bigInt({ min: 1n, max: 10n ** 18n }).map((units) => fromBaseUnits(units, 7));
/** Whether one transaction has room for it, and an account for its total. */
function fits(body: unknown): boolean {
  try {
    return sizeProblems(parseDeployRequest(body, NETWORKS.sandbox), NETWORKS.sandbox).length === 0;
  } catch (error) {
    if (error instanceof CountersignError && error.code === 'INPUT_INVALID') return false;
    throw error;
  }
}
const request = fc
  .record(
    {
      signer: fc.constantFrom(address('client'), address('provider')),
      engagementId: text(100),
      title: text(100),
      description: text(500),
      roles: fc.record({
        approver: party,
        serviceProvider: party,
        platformAddress: party,
        release: party,
        disputeResolver: party,
        receiver: party,
      }),
      platformFee: fc.integer({ min: 0, max: 9_900 }).map((points) => fromBaseUnits(BigInt(points), 2)),
      milestones: fc.array(
        fc.record({ description: text(500), amount, receiver: party }, { requiredKeys: ['description', 'amount'] }),
        { minLength: 1, maxLength: 10 },
      ),
      trustline: fc.constantFrom(
        { address: TOKEN.address, decimals: 10_000_000 },
        { address: TOKEN.issuer, decimals: 10_000_000 },
      ),
      receiverMemo: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
    },
    {
      requiredKeys: [
        'signer',
        'engagementId',
        'title',
        'description',
        'roles',
        'platformFee',
        'milestones',
        'trustline',
      ],
    },
  )
  .filter(fits);

test('any request: verified when prepared, returned as asked when settled', async () => {
  await fc.assert(
    fc.asyncProperty(request, async (body) => {
      const { status, json, text } = await deploy(t, body);
      expect(status, text).toBe(201);
      const check = checkUnsigned(
        readTransaction(json.unsignedTransaction, NETWORKS.sandbox.passphrase),
        parseDeployRequest(body),
        {
          network: NETWORKS.sandbox,
          maxFee: 50_000_000n,
          now: Math.floor(t.clock.now / 1000),
        },
      );
      expect(check).toMatchObject({ level: 'verified', reasons: [] });

      const name = body.signer === address('client') ? 'client' : 'provider';
      const settled = await send(t, sign(json.unsignedTransaction, name));
      expect(settled.json.contractId).toBe('call' in check && check.call.contractId);
      const { escrow } = settled.json;
      expect(escrow).toMatchObject({
        signer: body.signer,
        engagementId: body.engagementId,
        title: body.title,
        description: body.description,
        milestones: body.milestones.map(({ description }) => ({ description, status: 'pending' })),
      });
      const { receiver: byDefault, ...roles } = body.roles;
      expect(escrow.roles).toMatchObject(roles);
      const paid = (milestones: readonly { receiver?: string | undefined }[], otherwise: string) =>
        milestones.map(({ receiver = otherwise }) => receiver);
      expect(paid(escrow.milestones, escrow.roles.receiver)).toEqual(paid(body.milestones, byDefault));
      for (const { amount } of body.milestones) expect(settled.text).toContain(`"amount":${amount}`);
      expect(settled.text).toContain(`"platformFee":${body.platformFee},`);
      expect(settled.text).toContain(`"receiverMemo":${body.receiverMemo ?? 0}`);
    }),
    { numRuns: 40 },
  );
});
