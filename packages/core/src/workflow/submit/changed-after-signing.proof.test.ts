/**
 * The second comparison: what comes back signed is sent only if it is what was offered, to the hash. Mutants of an
 * offered transaction, each signed by the right key, go through the real desk.
 */

import { createTestDesk } from '@countersign/testkit/desk/test-desk';
import { NOW, sign, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import { type Mutant, mutantsOf } from '@countersign/testkit/mutation/mutants';
import { decodeTree } from '@countersign/testkit/mutation/rust-codec';
import { NETWORK, validDeploy } from '@countersign/testkit/mutation/valid-deploys';
import { counted, sampled } from '@countersign/testkit/proof/share';
import { answer, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { xdr } from '@stellar/stellar-sdk/base';
import { expect, onTestFinished, test } from 'vitest';
import { transactionHash } from '../../envelope/read-transaction.ts';
import { CountersignError } from '../../errors/errors.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

// One with an odd number of milestones names the factory as its platform, which the desk refuses.
const deploy = validDeploy(4);
const original = JSON.stringify(deploy.tree.tx.tx);

/** Every second mutant that a wallet could sign, and whether its transaction is another than the offered one. */
function signableMutants(): { readonly what: string; readonly base64: string; readonly changed: boolean }[] {
  return [...mutantsOf(deploy)]
    .filter((_, index) => index % 2 === 0)
    .flatMap(({ what, base64 }: Mutant) => {
      const tree = decodeTree(base64);
      if (tree?.tx === undefined || !isReadBySdk(base64)) return [];
      return [{ what, base64, changed: JSON.stringify(tree.tx.tx) !== original }];
    });
}

/** It refuses some spellings, such as a flag that is neither 0 nor 1, which the other codec takes. */
function isReadBySdk(base64: string): boolean {
  try {
    xdr.TransactionEnvelope.fromXdr(base64, 'base64');
    return true;
  } catch {
    return false;
  }
}

const signed = (base64: string) => sign(base64, [signerKey], (tx) => transactionHash(tx, NETWORK.passphrase));

test('refuses every transaction that was changed before the right key signed it, and sends nothing', async ({
  task,
}) => {
  const service = await startScriptedService(
    answer(201, { status: 'SUCCESS', unsignedTransaction: deploy.base64 }),
    answer(200, { status: 'SUCCESS', message: 'ok', contractId: 'x', escrow: {} }),
  );
  const now = () => NOW * 1_000;
  const store = openSqliteStore(undefined, 'sandbox', now);
  onTestFinished(() => store.close());
  const desk = createTestDesk({
    service: service.client({ now }),
    store,
    network: NETWORK,
    now,
  });
  const { id, summary, judgement: risk } = await desk.prepare('deploy', deploy.request);
  // Confirms all blocking warnings, so that nothing else prevents sending.
  await desk.confirm(id, { amount: summary.total, shown: risk.key });
  const mutants = signableMutants();
  const changed = mutants.filter((mutant) => mutant.changed).length;
  const codes = new Map<string, number>();
  const passed: string[] = [];
  for (const { what, base64, changed } of sampled(mutants)) {
    const code = await desk.submit({ signedXdr: signed(base64), id }).then(
      () => 'sent',
      (error: unknown) => (error instanceof CountersignError ? error.code : String(error)),
    );
    codes.set(code, (codes.get(code) ?? 0) + 1);
    if (changed ? code !== 'TRANSACTION_CHANGED' : code === 'sent') passed.push(`${what}: ${code}`);
  }
  expect(passed).toEqual([]);
  expect(service.asked).toHaveLength(1);
  expect(changed).toBeGreaterThan(200);
  // None of them spoiled the transaction: the one that was offered is still taken.
  await expect(desk.submit({ signedXdr: signed(deploy.base64), id })).resolves.toMatchObject({ status: 'accepted' });
  task.meta.figures = {
    proof: 'Changed before it was signed',
    rows: {
      'mutants of an offered transaction, signed by the right key': mutants.length,
      'refused as changed': counted(codes.get('TRANSACTION_CHANGED') ?? 0),
      'the same transaction with other signatures, refused as such': mutants.length - changed,
      sent: codes.get('sent') ?? 0,
    },
  };
});
