/** What the sandbox's ledger shows of payees, read as a desk reads it. */
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { type PaidFrom, paidFrom, payability } from '@countersign/core/internal/risk/index';
import { nativeToken } from '@countersign/core/internal/risk/payability';
import { readPayees } from '@countersign/core/internal/workflow/read/payability';
import { NETWORKS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { startSandbox } from '@countersign/escrow-service';
import { codeWith } from '@countersign/testkit/fixtures/contract-code';
import { contractOfCode, newcomer, runOperations, tokenContractOf } from '@countersign/testkit/ledger/newcomer';
import { Asset, Keypair, Operation, StrKey } from '@stellar/stellar-sdk/base';
import { afterAll, expect, test } from 'vitest';

const network = NETWORKS.sandbox;
const [usdc] = network.tokens;
const asset = new Asset('USDC', usdc.issuer);
const client = sandboxKeypair('client');

const sandbox = await startSandbox({ rateLimit: 0 });
afterAll(() => sandbox.close());

const open = () => openLedger([sandbox.rpcUrl], network.passphrase);

type Asked = { readonly token?: string; readonly units?: bigint };
async function judge(address: string, { token = usdc.address, units = 100n }: Asked = {}) {
  const seen = await readPayees({ ledger: open(), network }, token, [address]);
  const paid: PaidFrom = paidFrom(network, token, { signer: client.publicKey() }, seen);
  return payability({ role: 'receiver', address, units, least: units }, paid, seen);
}

async function holder(...more: Parameters<typeof Operation.manageData>[0][]): Promise<string> {
  const key = await newcomer(sandbox.rpcUrl);
  const values = more.map((value) => Operation.manageData(value));
  await runOperations(sandbox.rpcUrl, key, Operation.changeTrust({ asset }), ...values);
  return key.publicKey();
}

test('finds an account with a trustline payable, and one without lacking it, or not there', async () => {
  expect(await judge(await holder())).toEqual({ kind: 'payable' });
  const poor = await newcomer(sandbox.rpcUrl);
  expect(await judge(poor.publicKey())).toEqual({ kind: 'not-yet', lacks: 'trustline', fails: true });
  const nowhere = Keypair.random().publicKey();
  expect(await judge(nowhere)).toEqual({ kind: 'not-yet', lacks: 'account', fails: true });
});

test.each([
  ['config.memo_required', '1', 'to-confirm'],
  ['config.memo_required', '0', 'payable'],
  ['config.memo_required', 'true', 'payable'],
  ['config.memo_required', '1 ', 'payable'],
  ['config.memo_require', '1', 'payable'],
])('takes the data entry %s = “%s” as %s', async (name, value, kind) => {
  expect(await judge(await holder({ name, value }))).toMatchObject({ kind });
});

test('compares a payment with what the limit of a trustline leaves', async () => {
  const key = await newcomer(sandbox.rpcUrl);
  await runOperations(sandbox.rpcUrl, key, Operation.changeTrust({ asset, limit: '5' }));
  await runOperations(sandbox.rpcUrl, client, Operation.payment({ destination: key.publicKey(), asset, amount: '2' }));
  expect(await judge(key.publicKey(), { units: 30_000_000n })).toEqual({ kind: 'payable' });
  expect(await judge(key.publicKey(), { units: 30_000_001n })).toMatchObject({ lacks: 'room' });
});

test('finds a trustline that its issuer has not authorised, and the issuer of an unknown token', async () => {
  const issuer = await newcomer(sandbox.rpcUrl, '20');
  const key = await newcomer(sandbox.rpcUrl);
  const gold = new Asset('GOLD', issuer.publicKey());
  await runOperations(sandbox.rpcUrl, issuer, Operation.setOptions({ setFlags: 1 }));
  await runOperations(sandbox.rpcUrl, key, Operation.changeTrust({ asset: gold }));
  const token = await tokenContractOf(sandbox.rpcUrl, client, gold);
  expect(await judge(key.publicKey(), { token })).toEqual({ kind: 'not-yet', lacks: 'authorisation', fails: true });
  expect(await judge(issuer.publicKey(), { token })).toEqual({ kind: 'to-confirm', is: 'issuer' });
});

test('needs no trustline for XLM, and no account for a payment of the minimum reserve or more', async () => {
  const token = nativeToken(network);
  const [poor, nowhere] = [(await newcomer(sandbox.rpcUrl)).publicKey(), Keypair.random().publicKey()];
  expect(await judge(poor, { token })).toEqual({ kind: 'payable' });
  expect(await judge(nowhere, { token, units: 10_000_000n })).toEqual({ kind: 'payable' });
  expect(await judge(nowhere, { token, units: 9_999_999n })).toEqual({
    kind: 'not-yet',
    lacks: 'account',
    fails: true,
  });
  expect(await judge(await holder({ name: 'config.memo_required', value: '1' }), { token })).toEqual({
    kind: 'to-confirm',
    is: 'needs-memo',
  });
});

test('tells a smart wallet from another contract by its code, and both from no contract', async () => {
  const auth = ['bytes32', ['val'], ['val']] as const;
  const [wallet, vault] = await Promise.all(
    [
      { __check_auth: auth, transfer: ['address'] },
      { __constructor: [], deposit: ['address'] },
    ].map(async (functions, at) =>
      contractOfCode(sandbox.rpcUrl, sandboxKeypair(at === 0 ? 'client' : 'provider'), codeWith(functions).bytes),
    ),
  );
  expect(await judge(wallet as string)).toEqual({ kind: 'smart-wallet' });
  expect(await judge(vault as string)).toEqual({ kind: 'to-confirm', is: 'not-wallet' });
  const nothing = StrKey.encodeContract(new Uint8Array(32).fill(9));
  expect(await judge(nothing)).toEqual({ kind: 'not-yet', lacks: 'contract', fails: false });
  const ownToken = await tokenContractOf(sandbox.rpcUrl, client, new Asset('OWN', client.publicKey()));
  expect(await judge(ownToken)).toEqual({ kind: 'to-confirm', is: 'token' });
});

test('does not know what a contract is whose code the ledger does not list', async () => {
  const seen = await readPayees({ ledger: open(), network }, usdc.address, [network.factory]);
  expect(seen.contracts?.has(network.factory)).toBe(false);
});

test('reads 60 payees in one request of at most 200 keys', async () => {
  const addresses = Array.from({ length: 60 }, () => Keypair.random().publicKey());
  const requests: number[] = [];
  const ledger = openLedger([sandbox.rpcUrl], network.passphrase, {
    paceOf: () => (method, request) => {
      if (method === 'getLedgerEntries') requests.push(1);
      return request();
    },
  });
  const seen = await readPayees({ ledger, network }, usdc.address, addresses);
  expect(seen.accounts?.size).toBe(60);
  expect(requests).toHaveLength(1);
  const many = Array.from({ length: 100 }, () => Keypair.random().publicKey());
  await readPayees({ ledger, network }, usdc.address, many);
  expect(requests).toHaveLength(3);
});
