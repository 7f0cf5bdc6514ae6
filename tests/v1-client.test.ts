/** What the client of v1 reports of a key that our own service of v1 does not accept. */
import { parseDeployRequest } from '@countersign/core/escrow';
import { createEscrowClient, dialectFor } from '@countersign/core/internal/service/index';
import { networkWith } from '@countersign/core/network';
import { probeService } from '@countersign/core/probe';
import { requestInput } from '@countersign/testkit/fixtures/deploy-fixture';
import { address, startTestSandbox, TOKEN } from '@countersign/testkit/ledger/sandbox-client';
import { afterAll, expect, test } from 'vitest';

const V1 = networkWith('sandbox', 'v1');
const dialect = dialectFor(V1);

const t = await startTestSandbox({ network: V1 });
afterAll(() => t.sandbox.close());

const clientOf = (apiKey: string) =>
  createEscrowClient({ baseUrl: t.sandbox.url, apiKey, requestsPerMinute: 1_000, dialect, now: () => t.clock.now });

const request = parseDeployRequest(requestInput({ signer: address('client') }), V1);

test('reports an invalid key from every operation, and from the probe', async () => {
  const { deploy, getBalances, rows } = clientOf('a-key.of-v2');
  const refused = { code: 'SERVICE_UNAUTHORIZED', operatorRemedy: expect.stringContaining('made for this network') };
  await expect(deploy(request)).rejects.toMatchObject(refused);
  await expect(rows?.({ signer: address('client') })).rejects.toMatchObject(refused);
  const reading = getBalances({ signer: address('client'), addresses: [TOKEN.address] });
  await expect(reading).rejects.toMatchObject(refused);
  const probed = (apiKey: string) => probeService({ baseUrl: t.sandbox.url, apiKey, dialect });
  expect(await probed('a-key.of-v2')).toMatchObject({ apiKey: false });
  const probe = await probed(t.sandbox.apiKey);
  expect(probe).toMatchObject({ apiKey: true });
  expect(probe).not.toHaveProperty('problem');
});
