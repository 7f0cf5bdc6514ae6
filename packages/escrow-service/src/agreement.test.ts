/** Core verifies what this service prepares for any request, in both dialects, and what settles is the request. */
import { checkUnsigned } from '@countersign/core/actions';
import { readTransaction } from '@countersign/core/envelope';
import { CountersignError } from '@countersign/core/errors';
import { fromBaseUnits, parseDeployRequest } from '@countersign/core/escrow';
import { sizeProblems } from '@countersign/core/internal/actions/deploy/parse-deploy';
import { NETWORKS, type Network } from '@countersign/core/network';
import { hiddenCharacters, isBlank } from '@countersign/core/text';
import { liveDeploy, liveSend, startLiveSandbox, V1 } from '@countersign/testkit/ledger/live-client';
import {
  address,
  deploy,
  type Reply,
  send,
  sign,
  startTestSandbox,
  type TestSandbox,
  TOKEN,
} from '@countersign/testkit/ledger/sandbox-client';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';

const text = (maxLength: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength })
    .filter((value) => value.length <= maxLength && !isBlank(value) && hiddenCharacters(value).length === 0)
    .filter((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value));
const party = fc.constantFrom(address('client'), address('provider'), address('arbiter'), TOKEN.address);
const amount = fc.bigInt({ min: 1n, max: 10n ** 18n }).map((units) => fromBaseUnits(units, 7));
const TERMS = {
  signer: fc.constantFrom(address('client'), address('provider')),
  engagementId: text(100),
  title: text(100),
  description: text(500),
  roles: fc.record({
    approver: party,
    serviceProvider: party,
    platformAddress: party,
    releaseSigner: party,
    disputeResolver: party,
    receiver: party,
  }),
  platformFee: fc.integer({ min: 0, max: 9_900 }).map((points) => fromBaseUnits(BigInt(points), 2)),
  milestones: fc.array(
    fc.record({ description: text(500), amount, receiver: party }, { requiredKeys: ['description', 'amount'] }),
    { minLength: 1, maxLength: 10 },
  ),
};

/** Whether one transaction has room for it, and an account for its total. */
function fits(body: unknown, network: Network): boolean {
  try {
    return sizeProblems(parseDeployRequest(body, network), network).length === 0;
  } catch (error) {
    if (error instanceof CountersignError && error.code === 'INPUT_INVALID') return false;
    throw error;
  }
}

/** @returns the signed transaction, and the address that core read from it */
function verified(t: TestSandbox, { status, json, text }: Reply, body: { readonly signer: string }, network: Network) {
  expect(status, text).toBe(201);
  const transaction = readTransaction(json.unsignedTransaction, network.passphrase);
  const limits = { network, maxFee: 50_000_000n, now: Math.floor(t.clock.now / 1000) };
  const check = checkUnsigned(transaction, parseDeployRequest(body, network), limits);
  expect(check).toMatchObject({ level: 'verified', reasons: [] });
  const signedXdr = sign(json.unsignedTransaction, body.signer === address('client') ? 'client' : 'provider');
  return { signedXdr, contractId: 'call' in check && check.call.contractId };
}

const ofSeed = fc
  .record({
    ...TERMS,
    trustline: fc.constantFrom(
      { address: TOKEN.address, decimals: 10_000_000 },
      { address: TOKEN.issuer, decimals: 10_000_000 },
    ),
    receiverMemo: fc.option(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String), { nil: undefined }),
  })
  .map(({ roles: { releaseSigner, ...roles }, ...terms }) => ({
    ...terms,
    roles: { ...roles, release: releaseSigner },
  }))
  .filter((body) => fits(body, NETWORKS.sandbox));

test('prepares in seed what core verifies, and returns the request when it has settled', async () => {
  const t = await startTestSandbox();
  onTestFinished(() => t.sandbox.close());
  await fc.assert(
    fc.asyncProperty(ofSeed, async (body) => {
      const { signedXdr, contractId } = verified(t, await deploy(t, body), body, NETWORKS.sandbox);
      const settled = await send(t, signedXdr);
      expect(settled.json.contractId).toBe(contractId);
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

const ofV1 = fc
  .record({ ...TERMS, kind: fc.constantFrom('multi', 'single') })
  .map((terms) => ({ ...terms, trustline: { address: TOKEN.issuer } }))
  .filter((asked) => fits(asked, V1));
type Asked = typeof ofV1 extends fc.Arbitrary<infer T> ? T : never;

/** The body of v1 for a request: numbers with all their digits. */
function bodyOf({ kind, signer, engagementId, title, description, ...asked }: Asked): string {
  const { receiver, ...others } = asked.roles;
  const exact = (decimal: string) => JSON.rawJSON(decimal);
  const units = (amount: string) => {
    const [whole = '', fraction = ''] = amount.split('.');
    return BigInt(whole + fraction.padEnd(7, '0'));
  };
  const total = asked.milestones.reduce((sum, { amount }) => sum + units(amount), 0n);
  return JSON.stringify({
    ...{ signer, engagementId, title, description },
    platformFee: exact(asked.platformFee),
    trustline: { address: TOKEN.issuer, symbol: 'USDC' },
    ...(kind === 'single'
      ? {
          amount: exact(fromBaseUnits(total, 7)),
          roles: { ...asked.roles, receiver: asked.milestones[0]?.receiver ?? receiver },
          milestones: asked.milestones.map(({ description }) => ({ description })),
        }
      : {
          roles: others,
          milestones: asked.milestones.map(({ description, amount, receiver: own = receiver }) => ({
            ...{ description, receiver: own },
            amount: exact(amount),
          })),
        }),
  });
}

test('prepares in v1 what core verifies, at the computed address', async () => {
  const t = await startLiveSandbox();
  onTestFinished(() => t.sandbox.close());
  await fc.assert(
    fc.asyncProperty(ofV1, async (asked) => {
      const reply = await liveDeploy(t, asked.kind as 'multi' | 'single', bodyOf(asked));
      const { signedXdr, contractId } = verified(t, reply, asked, V1);
      expect((await liveSend(t, signedXdr)).json.contractId).toBe(contractId);
    }),
    { numRuns: 30 },
  );
});
