/** The token contract and friendbot, as wallets use them. */
import { demoKeypair } from '@countersign/escrow-service';
import {
  address,
  balances,
  build,
  call,
  deployEscrow,
  PASSPHRASE,
  prepareCall,
  settle,
  simulateCall,
  startTestSandbox,
  TOKEN,
} from '@countersign/testkit/ledger/sandbox-client';
import { Address, Asset, Keypair, nativeToScVal, Operation, type xdr } from '@stellar/stellar-sdk/base';
import { afterAll, describe, expect, test } from 'vitest';

const t = await startTestSandbox();
afterAll(() => t.sandbox.close());

const client = demoKeypair('client');
const addressValue = (text: string) => Address.fromString(text).toScVal();
const i128 = (value: bigint) => nativeToScVal(value, { type: 'i128' });
const simulate = (contract: string, name: string, ...args: xdr.ScVal[]) => simulateCall(t, contract, name, ...args);

describe('the token', () => {
  const transfer = (from: string, to: string, amount: bigint) => [addressValue(from), addressValue(to), i128(amount)];

  test('has the address derived from code, issuer and network, and describes itself', async () => {
    expect(new Asset(TOKEN.code, TOKEN.issuer).contractId(PASSPHRASE)).toBe(TOKEN.address);
    expect(await simulate(TOKEN.address, 'decimals')).toBe(7);
    expect(await simulate(TOKEN.address, 'symbol')).toBe('USDC');
    expect(await simulate(TOKEN.address, 'name')).toBe(`USDC:${TOKEN.issuer}`);
  });

  test('can be created by anyone for an issued asset, once, at the address that the asset determines', async () => {
    const asset = new Asset('PLAY', address('provider'));
    const contract = asset.contractId(PASSPHRASE);
    const plain = await build(t, client, [Operation.createStellarAssetContract({ asset })]);
    const creation = await t.rpc.prepareTransaction(plain);
    creation.sign(client);
    expect(await settle(t, creation)).toBe('txSuccess');
    expect(await simulate(contract, 'name')).toBe(asset.toString());
    expect(await simulate(contract, 'balance', addressValue(contract))).toBe(0n);
    const again = await build(t, client, [Operation.createStellarAssetContract({ asset })]);
    await expect(t.rpc.prepareTransaction(again)).rejects.toThrow('contract already exists');
    const native = await build(t, client, [Operation.createStellarAssetContract({ asset: Asset.native() })]);
    await expect(t.rpc.prepareTransaction(native)).rejects.toThrow('it runs native one');
  });

  test('refuses too large and negative amounts, and a holder without a trustline', async () => {
    const held = (await simulate(TOKEN.address, 'balance', addressValue(address('client')))) as bigint;
    const to = address('provider');
    await expect(simulate(TOKEN.address, 'transfer', ...transfer(address('client'), to, held + 1n))).rejects.toThrow(
      'Error(Contract, #10)',
    );
    await expect(simulate(TOKEN.address, 'transfer', ...transfer(address('client'), to, held))).resolves.toBeNull();
    await expect(simulate(TOKEN.address, 'transfer', ...transfer(address('client'), to, -1n))).rejects.toThrow(
      'Error(Contract, #8)',
    );
    const stranger = Keypair.random().publicKey();
    await expect(simulate(TOKEN.address, 'transfer', ...transfer(address('client'), stranger, 1n))).rejects.toThrow(
      'Error(Contract, #13)',
    );
    await expect(simulate(TOKEN.address, 'balance', addressValue(stranger))).rejects.toThrow('Error(Contract, #13)');
  });

  test('reports an amount beyond the 64 bits of an account differently from one above the balance', async () => {
    const [from, to] = [address('client'), address('provider')];
    for (const amount of [2n ** 63n, 10n ** 25n]) {
      await expect(simulate(TOKEN.address, 'transfer', ...transfer(from, to, amount))).rejects.toThrow(
        'Error(Contract, #12)',
      );
    }
    await expect(simulate(TOKEN.address, 'transfer', ...transfer(from, to, 2n ** 63n - 1n))).rejects.toThrow(
      'Error(Contract, #10)',
    );
  });

  test('reports its administrator and authorised holders, and destroys burnt amounts', async () => {
    expect(await simulate(TOKEN.address, 'admin')).toBe(TOKEN.issuer);
    for (const holder of [address('client'), TOKEN.issuer, await deployEscrow(t)]) {
      expect(await simulate(TOKEN.address, 'authorized', addressValue(holder))).toBe(true);
    }
    const held = (await simulate(TOKEN.address, 'balance', addressValue(address('client')))) as bigint;
    const burn = await prepareCall(t, client, TOKEN.address, 'burn', addressValue(address('client')), i128(3n));
    expect(await settle(t, burn)).toBe('txSuccess');
    expect(await simulate(TOKEN.address, 'balance', addressValue(address('client')))).toBe(held - 3n);
    await expect(simulate(TOKEN.address, 'burn', addressValue(TOKEN.issuer), i128(1n))).rejects.toThrow(
      'Error(Contract, #2)',
    );
    const mint = [addressValue(address('client')), i128(3n)] as const;
    expect(await settle(t, await prepareCall(t, client, TOKEN.address, 'mint', ...mint))).toBe('txFailed');
    const issuer = demoKeypair('issuer');
    expect(await settle(t, await prepareCall(t, issuer, TOKEN.address, 'mint', ...mint))).toBe('txSuccess');
    expect(await simulate(TOKEN.address, 'balance', addressValue(address('client')))).toBe(held);
  });

  test('fills a trustline up to its limit and no further', async () => {
    const wallet = Keypair.random();
    const asset = new Asset(TOKEN.code, TOKEN.issuer);
    await t.rpc.requestAirdrop(wallet.publicKey());
    const held = (await simulate(TOKEN.address, 'balance', addressValue(wallet.publicKey()))) as bigint;
    const limited = await build(t, wallet, [Operation.changeTrust({ asset, limit: `${held / 10_000_000n}.0000005` })]);
    limited.sign(wallet);
    expect(await settle(t, limited)).toBe('txSuccess');
    const pay = (amount: bigint) => transfer(address('client'), wallet.publicKey(), amount);
    await expect(simulate(TOKEN.address, 'transfer', ...pay(6n))).rejects.toThrow('Error(Contract, #10)');
    await expect(simulate(TOKEN.address, 'transfer', ...pay(5n))).resolves.toBeNull();
  });
});

describe('friendbot', () => {
  test('creates an account with XLM and sandbox USDC, which can fund an escrow at once', async () => {
    const wallet = Keypair.random();
    const account = await t.rpc.requestAirdrop(wallet.publicKey());
    expect((await t.rpc.getAccountEntry(wallet.publicKey())).numSubEntries).toBe(1);
    expect(account.sequenceNumber()).toBe((await t.rpc.getAccount(wallet.publicKey())).sequenceNumber());
    const escrow = await deployEscrow(t);
    const paid = await prepareCall(
      t,
      wallet,
      TOKEN.address,
      'transfer',
      addressValue(wallet.publicKey()),
      addressValue(escrow),
      i128(10_000_000n),
    );
    expect(await settle(t, paid)).toBe('txSuccess');
    const { text } = await balances(t, `signer=${wallet.publicKey()}&addresses=${escrow}`);
    expect(text).toBe(`[{"address":"${escrow}","balance":1}]`);
  });

  test('says that an account exists, and gives nothing more', async () => {
    const before = (await t.rpc.getAccountEntry(address('client'))).toXdr('base64');
    const { status, json } = await call(`${t.sandbox.friendbotUrl}?addr=${address('client')}`);
    expect(status).toBe(400);
    expect(json).toMatchObject({ status: 400, detail: expect.stringContaining('createAccountAlreadyExist') });
    expect((await t.rpc.getAccountEntry(address('client'))).toXdr('base64')).toBe(before);
  });

  test.each(['', 'GABC', TOKEN.address, Keypair.random().secret()])('refuses %s without repeating it', async (addr) => {
    const { status, text } = await call(`${t.sandbox.friendbotUrl}?addr=${addr}`, { method: 'POST' });
    expect(status).toBe(400);
    if (addr !== '') expect(text).not.toContain(addr);
  });
});
