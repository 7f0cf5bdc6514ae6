/** What no transaction may ever do, tried with many: forge, make money out of nothing, or bring the ledger down. */
import { type DemoAccountName, demoKeypair } from '@countersign/escrow-service';
import {
  address,
  build,
  call,
  deploy,
  deployEscrow,
  PASSPHRASE,
  prepareCall,
  settle,
  sign,
  startTestSandbox,
  TOKEN,
} from '@countersign/testkit/ledger/sandbox-client';
import { Address, Asset, nativeToScVal, Operation } from '@stellar/stellar-sdk/base';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';

const t = await startTestSandbox();
afterAll(() => t.sandbox.close());

async function sendRaw(transaction: string) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params: { transaction } });
  return (await call(t.sandbox.rpcUrl, { method: 'POST', body })).json;
}

test('a signed transaction with any bit flipped is refused, and changes nothing', async () => {
  const signed = Buffer.from(sign((await deploy(t)).json.unsignedTransaction, 'client'), 'base64');
  const { id } = await t.rpc.getLatestLedger();
  await fc.assert(
    fc.asyncProperty(fc.nat(signed.length * 8 - 1), async (bit) => {
      const flipped = Buffer.from(signed);
      flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7));
      const { result, error } = await sendRaw(flipped.toString('base64'));
      if (error === undefined) expect(result.status).toBe('ERROR');
      else expect(error.code).toBe(-32602);
    }),
    { numRuns: 400 },
  );
  expect((await t.rpc.getLatestLedger()).id).toBe(id);
});

test('any input gives the caller’s error, never an internal one', async () => {
  const texts = fc.oneof(
    fc.string(),
    fc.base64String(),
    fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  );
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      expect((await sendRaw(text)).error.code).toBe(-32602);
    }),
    { numRuns: 200 },
  );
});

test('payments conserve XLM and tokens, except for the fees', async () => {
  const names: DemoAccountName[] = ['client', 'provider', 'platform', 'arbiter'];
  const escrow = await deployEscrow(t);
  const asset = new Asset(TOKEN.code, TOKEN.issuer);
  const tokensOf = async (holder: string) =>
    BigInt((await t.rpc.getAssetBalance(holder, asset, PASSPHRASE)).balanceEntry?.amount ?? 0);
  const totals = async () => {
    let xlm = 0n;
    let tokens = await tokensOf(escrow).catch(() => 0n);
    for (const name of names) {
      xlm += (await t.rpc.getAccountEntry(address(name))).balance;
      tokens += await tokensOf(address(name));
    }
    return { xlm, tokens };
  };
  const before = await totals();
  let fees = 0n;
  const step = fc.record({
    from: fc.constantFrom(...names),
    to: fc.constantFrom(...names, 'escrow' as const),
    amount: fc.bigInt({ min: 1n, max: 2_000_000_000_000n }),
    kind: fc.constantFrom('lumens', 'tokens', 'both', 'call'),
  });
  await fc.assert(
    fc.asyncProperty(step, async ({ from, to, amount, kind }) => {
      const source = demoKeypair(from);
      const destination = to === 'escrow' ? escrow : address(to);
      const before = await t.rpc.getAccountEntry(source.publicKey());
      if (kind === 'call' || to === 'escrow') {
        const parties = [address(from), destination].map((party) => Address.fromString(party).toScVal());
        const transfer = prepareCall(
          t,
          source,
          TOKEN.address,
          'transfer',
          ...parties,
          nativeToScVal(amount, { type: 'i128' }),
        );
        const prepared = await transfer.catch(() => undefined);
        if (prepared === undefined) return;
        expect(await settle(t, prepared)).toBe('txSuccess');
        fees += BigInt(prepared.fee);
      } else {
        const text = `${amount / 10_000_000n}.${String(amount % 10_000_000n).padStart(7, '0')}`;
        const pay = (paid: Asset) => Operation.payment({ destination, asset: paid, amount: text });
        const operations = {
          lumens: [pay(Asset.native())],
          tokens: [pay(asset)],
          both: [pay(Asset.native()), pay(asset)],
        }[kind];
        const transaction = await build(t, source, operations);
        transaction.sign(source);
        expect(['txSuccess', 'txFailed']).toContain(await settle(t, transaction));
        fees += BigInt(transaction.fee);
      }
      expect((await t.rpc.getAccountEntry(source.publicKey())).seqNum).toBe(before.seqNum + 1n);
    }),
    { numRuns: 120 },
  );
  const after = await totals();
  expect(after.tokens).toBe(before.tokens);
  expect(after.xlm).toBe(before.xlm - fees);
});
