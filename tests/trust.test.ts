/** A trustline for one's own account, from request to settlement, on the embedded ledger. */

import { NETWORKS, type Network } from '@countersign/core/network';
import type { Prepared } from '@countersign/core/results';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { startSandbox } from '@countersign/escrow-service';
import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { failure } from '@countersign/testkit/desk/failure';
import { newcomer, runOperations, signWith } from '@countersign/testkit/ledger/newcomer';
import { Asset, type Keypair, Operation } from '@stellar/stellar-sdk/base';
import { afterAll, expect, test } from 'vitest';

const network: Network = NETWORKS.sandbox;
const [usdc] = NETWORKS.sandbox.tokens;
const client = sandboxKeypair('client');

const sandbox = await startSandbox({ rateLimit: 0 });
afterAll(() => sandbox.close());

const openDesk = () => openDeskOfTest({ on: sandbox, network });

const signed = ({ unsignedXdr }: Pick<Prepared<'trust'>, 'unsignedXdr'>, key: Keypair): string =>
  signWith(key, unsignedXdr as string);

test('is prepared, signed and settled, and the account can be paid then', async () => {
  const desk = openDesk();
  const worker = await newcomer(sandbox.rpcUrl);
  const asked = { signer: worker.publicKey(), token: 'USDC' };
  const prepared = await desk.prepare('trust', asked);
  expect(prepared).toMatchObject({
    status: 'prepared',
    checked: 'verified',
    contractId: usdc.address,
    summary: { signer: worker.publicKey(), token: { code: 'USDC', issuer: usdc.issuer }, reserveXlm: '0.5' },
  });
  // A repeated request gives the same transaction, and so does its id.
  expect((await desk.prepare('trust', { ...asked, token: usdc.issuer })).transactionHash).toBe(
    prepared.transactionHash,
  );
  expect((await desk.prepare('trust', { id: prepared.id })).transactionHash).toBe(prepared.transactionHash);
  expect(await desk.submit({ signedXdr: signed(prepared, worker), id: prepared.id })).toMatchObject({
    status: 'settled',
    by: 'ledger',
    transactionHash: prepared.transactionHash,
    next: 'The account can hold the token now.',
  });
  const status = await desk.status(prepared.id);
  expect(status).toMatchObject({ status: 'settled', by: 'ledger' });
  // Its token's contract must not be taken for an address to pay.
  expect(JSON.stringify(status)).not.toContain(usdc.address);
  await runOperations(
    sandbox.rpcUrl,
    client,
    Operation.payment({ destination: worker.publicKey(), asset: new Asset('USDC', usdc.issuer), amount: '1' }),
  );
  expect(await failure(desk.prepare('trust', asked))).toMatchObject({
    code: 'ALREADY_ON_LEDGER',
    message: expect.stringContaining('has a trustline for USDC'),
    remedy: 'Nothing needs to be done: it can hold the token.',
  });
});
