/** The `@example` of `createEscrowClient`, compiled and run. */
import { readFile } from 'node:fs/promises';
import { escrowAddress, REQUEST as request } from '@countersign/testkit/service/requests';
import { answer, startScriptedService, wallets } from '@countersign/testkit/service/scripted-service';
import { expect, test } from 'vitest';
import { createEscrowClient } from './client.ts';

const accessToken = 'example-access-token';
const apiKey = 'example-api-key-12345';
const escrow = escrowAddress(1);
const signInWallet = async (unsigned: string): Promise<string> => `${unsigned}signed`;

test('the example of createEscrowClient deploys, sends and reads', async () => {
  const { url: baseUrl, asked: requests } = await startScriptedService(
    answer(201, { status: 'SUCCESS', unsignedTransaction: 'AAAA' }),
    answer(200, { status: 'SUCCESS' }),
    wallets(),
  );
  const client = createEscrowClient({ baseUrl, accessToken, apiKey, requestsPerMinute: 50 });
  const { unsignedTransaction } = await client.deploy(request);
  const outcome = await client.sendTransaction(await signInWallet(unsignedTransaction));
  if (outcome.kind === 'accepted') client.balancesChanged(escrow);
  const { entries } = await client.getBalances({ signer: request.signer, addresses: [escrow] });
  expect(entries).toMatchObject([{ address: escrow, balance: expect.any(String) }]);
  expect(requests).toHaveLength(3);
});

test('the docstring shows the lines that run here', async () => {
  const [source, own] = await Promise.all(
    ['./client.ts', './client.example.test.ts'].map((file) => readFile(new URL(file, import.meta.url), 'utf8')),
  );
  const example = /@example\n([\s\S]*?)\n \*\//.exec(source as string)?.[1] ?? expect.fail('there is no example');
  const lines = example.split('\n').map((line) => line.replace(/^ \* ?/, ''));
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines) expect(own).toContain(`\n  ${line}\n`);
});
