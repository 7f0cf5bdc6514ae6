import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openDesk } from '@countersign/core';
import { parseSettings } from '@countersign/core/settings';
import { startSandbox } from '@countersign/escrow-service';
import { deployInput } from '@countersign/testkit/page/scene';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { runToolHere } from '@countersign/testkit/tools/run-tool-here';
import { Keypair } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';

/** A payment on testnet as a wallet shows it: built with the SDK, unsigned. */
async function payment(): Promise<string> {
  const { Account, Asset, Operation, TransactionBuilder } = await import('@stellar/stellar-sdk/base');
  const source = new Account('GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ', '1');
  return new TransactionBuilder(source, { fee: '100', networkPassphrase: 'Test SDF Network ; September 2015' })
    .addOperation(Operation.payment({ destination: source.accountId(), asset: Asset.native(), amount: '1' }))
    .setTimebounds(0, 1_700_000_000)
    .build()
    .toXDR();
}

test('says what a transaction is and what it is not, with its hash for the named network', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'tx.txt');
  writeFileSync(file, await payment());
  const { code, stdout, stderr } = await runToolHere('explain', [file], { env: { STELLAR_NETWORK: 'testnet' } });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^Not the deploy of an escrow/);
  expect(stdout).toMatch(/Operation 1\s+Pays 1 XLM to G/);
  expect(stdout).toMatch(/2023-11-14T22:13:20\.000Z \(expired\)/);
  expect(stdout).toContain('if it is for testnet: Test SDF Network ; September 2015');
  const piped = await runToolHere('explain', ['-'], {
    env: { STELLAR_NETWORK: 'testnet' },
    input: readFileSync(file, 'utf8'),
  });
  expect(piped.stdout).toBe(stdout);
});

test('recognises what was prepared in the data folder, and the escrow of the ledger that it is about', async () => {
  const env = { COUNTERSIGN_DATA_DIR: temporaryFolder() };
  const settings = parseSettings(env);
  const desk = await openDesk(settings, { startSandbox: () => startSandbox({ dataDir: env.COUNTERSIGN_DATA_DIR }) });
  const { unsignedXdr } = await desk.prepare('deploy', deployInput());
  await desk.close();
  const { stdout } = await runToolHere('explain', ['-'], { env, input: String(unsignedXdr) });
  expect(stdout).toMatch(/^This is what you prepared at \d{4}-.*: a new escrow\. Creates an escrow for “Website/);
});

test.each<[string, string[], string, number, RegExp]>([
  ['nothing', [], '', 2, /^usage: pnpm explain/],
  ['two files', ['a', 'b'], '', 2, /^usage: pnpm explain/],
  ['what is no XDR', ['-'], 'hello', 1, /XDR_UNREADABLE/],
  ['a file that is too large', ['-'], 'A'.repeat(2_000_000), 1, /is larger than 400000 bytes/],
  ['a secret seed', ['-'], Keypair.random().secret(), 1, /SECRET_REFUSED/],
  ['a file that is not there', ['no-such-file'], '', 1, /no-such-file cannot be read/],
])('%s is refused with exit code and reason', async (_, args, input, code, message) => {
  const ran = await runToolHere('explain', args, { input });
  expect([ran.code, ran.stdout]).toEqual([code, '']);
  expect(ran.stderr).toMatch(message);
  expect(ran.stderr).not.toMatch(/S[A-Z2-7]{55}| {4}at /);
});
