/** Escrows that got another address when they were prepared again, and those who still have the earlier one. */
import { ADA, BOB, escrowOf, openRememberingDesk } from '@countersign/testkit/desk/remembering-desk';
import { wallet } from '@countersign/testkit/desk/scripted-desk';
import { sandbox, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import { Account, Address, nativeToScVal, Operation, TransactionBuilder, type xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';

const LOGO = { title: 'Logo', engagementId: 'ENG-1' };

/** @param isSettled whether the newer transaction settled */
async function openRenewed(isSettled: boolean) {
  const opened = await openRememberingDesk([LOGO, LOGO]);
  const { desk, prepare, settle, clock } = opened;
  const before = await prepare(LOGO);
  // Too little of its life is left to hand it out again.
  clock.now += 75_000;
  const after = await prepare(LOGO);
  expect(after.id).toBe(before.id);
  expect(after.contractId).not.toBe(before.contractId);
  if (isSettled) settle(after, escrowOf(LOGO));
  if (isSettled) await desk.for(ADA).status(after.id);
  return {
    ...opened,
    before,
    after,
    says: `its address is now ${after.contractId}. Pay nothing to ${before.contractId}`,
  };
}

test.each([true, false])('names the previous address in every outcome when it settled: %s', async (isSettled) => {
  const { desk, before, after, says } = await openRenewed(isSettled);
  const addresses = { contractId: after.contractId, previousAddresses: [before.contractId] };
  const outcome = { ...addresses, message: expect.stringContaining(says) };
  const ada = desk.for(ADA);
  for (const { transactionHash } of [before, after])
    expect(await ada.lookUp({ transactionHash })).toMatchObject(outcome);
  expect(await ada.lookUp({ id: after.id })).toMatchObject(outcome);
  for (const target of [{ id: after.id }, { contractId: before.contractId }, { contractId: after.contractId }]) {
    expect(await ada.get(target)).toMatchObject({ ...outcome, id: after.id });
  }
  expect((await ada.find({})).escrows).toMatchObject([addresses]);
  expect((await ada.find({ query: before.contractId })).next).toContain(says);
});

test('names it in the result of submitting the newer transaction', async () => {
  const { desk, before, after, ledger } = await openRenewed(false);
  const hash = after.transactionHash;
  ledger.outcomes.set(hash, { kind: 'settled', ledger: 9 });
  ledger.sequence += 1n;
  expect(await desk.for(ADA).submit({ id: after.id, signedXdr: wallet(after.unsignedXdr) })).toMatchObject({
    status: 'settled',
    previousAddresses: [before.contractId],
  });
});

test('leads balances, payments and steps from the previous address to the present one', async () => {
  const { desk, before, after, says, ledger } = await openRenewed(true);
  ledger.archived.set(before.contractId, { kind: 'absent' });
  for (const person of [ADA, BOB]) {
    const own = desk.for(person);
    const escrow = before.contractId;
    expect((await own.balances({ addresses: [escrow] })).balances).toMatchObject([
      { address: escrow, renewedTo: after.contractId, error: expect.stringContaining(says) },
    ]);
    const refusal = {
      code: 'INPUT_INVALID',
      fields: [{ path: 'escrow', problem: { code: 'ESCROW_RENEWED', params: { now: after.contractId } } }],
    };
    await expect(own.prepare('fund', { escrow, signer: signerKey.publicKey(), amount: '1' })).rejects.toMatchObject(
      refusal,
    );
    await expect(own.prepareStep(['approve'], { action: 'approve', escrow, milestone: 1 })).rejects.toMatchObject(
      refusal,
    );
    expect((await own.explain({ xdr: paymentTo(escrow) })).heading).toContain(says);
  }
});

/** A payment of 1 USDC that somebody else prepared. */
function paymentTo(escrow: string): string {
  const contract = String(sandbox.tokens[0]?.address);
  const [from, to] = [signerKey.publicKey(), escrow].map((address) => new Address(address).toScVal());
  const args = [from, to, nativeToScVal(10_000_000n, { type: 'i128' })] as xdr.ScVal[];
  return new TransactionBuilder(new Account(signerKey.publicKey(), '1'), {
    fee: '100',
    networkPassphrase: sandbox.passphrase,
  })
    .addOperation(Operation.invokeContractFunction({ contract, function: 'transfer', args }))
    .setTimeout(60)
    .build()
    .toXdr();
}

test('leads others to a settled escrow alone', async () => {
  const settled = await openRenewed(true);
  expect(await settled.desk.for(BOB).get({ contractId: settled.before.contractId })).toMatchObject({
    status: 'not-prepared-here',
    contractId: settled.after.contractId,
    message: expect.stringContaining(settled.says),
  });
  const open = await openRenewed(false);
  open.ledger.archived.set(open.before.contractId, { kind: 'absent' });
  await expect(open.desk.for(BOB).get({ contractId: open.before.contractId })).rejects.toMatchObject({
    code: 'HANDLE_NOT_FOUND',
  });
});
