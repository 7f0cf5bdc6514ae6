/** Every call of a token's contract, by each kind of holder, with amounts on both sides of each limit. */
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { openTestLedger, runOperations, settled, signed } from '@countersign/testkit/ledger/ledger-client';
import { PASSPHRASE } from '@countersign/testkit/ledger/sandbox-client';
import { Address, Asset, Contract, Operation, scValToNative, type Transaction, xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { addressValue, i128 } from '../host/values.ts';

const t = openTestLedger();
const key = sandboxKeypair;
const NAMES = ['ana', 'ben', 'none', 'frozen', 'issuer of it', 'stranger'];
const address = (name: string) => key(name).publicKey();
/** Contracts that nothing is at: the token keeps their balances all the same. */
const VAULT = Address.contract(Buffer.alloc(32, 1)).toString();
const CHEST = Address.contract(Buffer.alloc(32, 2)).toString();
const issuer = 'issuer of it';
const asset = new Asset('COIN', address(issuer));
const token = asset.contractId(PASSPHRASE);
const MAX_INT64 = 2n ** 63n - 1n;
const MAX_I128 = 2n ** 127n - 1n;
const lines: string[] = [];
const named = (text: string) =>
  [
    ...NAMES.map((name) => [address(name), name] as const),
    [VAULT, 'vault'] as const,
    [CHEST, 'chest'] as const,
    [token, 'token'] as const,
  ].reduce((all, [from, to]) => all.replaceAll(from, to), text);
const plain = (value: xdr.ScVal) =>
  JSON.stringify(scValToNative(value), (_, each) => (typeof each === 'bigint' ? `${each}` : each));

/** Settles it where it can be simulated. */
function call(title: string, who: string, name: string, ...args: xdr.ScVal[]): void {
  const prepared = t.simulated(t.build(key(who), [new Contract(token).call(name, ...args)]));
  if (typeof prepared === 'string') return void lines.push(named(`${title}: ${prepared.replaceAll(/\s+/g, ' ')}`));
  const result = settled(t, signed(prepared, key(who)));
  const stored = t.ask('getTransaction', { hash: Buffer.from(prepared.hash()).toString('hex') });
  const { v4: meta } = xdr.TransactionMeta.fromXdr(stored.resultMetaXdr, 'base64') as xdr.TransactionMetaV4Arm;
  const events = (meta.operations[0]?.events ?? []).map(
    ({ body }) => `, event ${body.v0.topics.map(plain).join(' ')} ${plain(body.v0.data)}`,
  );
  const returned = meta.sorobanMeta?.returnValue;
  lines.push(
    named(
      `${title}: ${result}${returned === null || returned === undefined ? '' : ` ${plain(returned)}`}${events.join('')}`,
    ),
  );
}

const balances = () => {
  for (const holder of ['ana', 'ben', issuer])
    call(`balance of ${holder}`, 'ana', 'balance', addressValue(address(holder)));
  for (const holder of [VAULT, CHEST]) call(`balance of ${named(holder)}`, 'ana', 'balance', addressValue(holder));
};
const transfer = (title: string, from: string, to: string, amount: bigint, who = from) =>
  call(
    `${title}, ${amount}`,
    who,
    'transfer',
    addressValue(addressOf(from)),
    addressValue(addressOf(to)),
    i128(amount),
  );
const addressOf = (name: string) => (name.length === 56 ? name : address(name));
const mint = (to: string, amount: bigint, who = issuer) =>
  call(`mint ${amount} for ${named(addressOf(to))} by ${who}`, who, 'mint', addressValue(addressOf(to)), i128(amount));
const burn = (from: string, amount: bigint, who = from) =>
  call(
    `burn ${amount} of ${named(addressOf(from))} by ${who}`,
    who,
    'burn',
    addressValue(addressOf(from)),
    i128(amount),
  );
const options = (change: Parameters<typeof Operation.setOptions>[0]) =>
  runOperations(t, [key(issuer)], Operation.setOptions(change));
const trust = (name: string, limit: string) => runOperations(t, [key(name)], Operation.changeTrust({ asset, limit }));

test('moves a token between accounts, contracts and its issuer as the network’s own contract does', async () => {
  for (const name of NAMES.filter((each) => each !== 'stranger')) t.ledger.fund(address(name));
  const section = (title: string) => lines.push(`\n# ${title}`);
  const created = t.simulated(t.build(key('ana'), [Operation.createStellarAssetContract({ asset })])) as Transaction;
  lines.push(`the contract, by anyone: ${settled(t, signed(created, key('ana')))}`);
  const again = t.simulated(t.build(key('ana'), [Operation.createStellarAssetContract({ asset })]));
  lines.push(`the contract again: ${`${again}`.replaceAll(/\s+/g, ' ').replace(token, 'token')}`);
  const native = t.simulated(t.build(key('ana'), [Operation.createStellarAssetContract({ asset: Asset.native() })]));
  lines.push(`a contract for XLM: ${`${native}`.replaceAll(/\s+/g, ' ')}`);
  // Without consent, then with it.
  options({ setFlags: 3 as never });
  trust('frozen', '100');
  for (const holder of ['frozen', 'none'])
    call(`authorized ${holder}, consent demanded`, 'ana', 'authorized', addressValue(address(holder)));
  call('authorized vault, consent demanded', 'ana', 'authorized', addressValue(VAULT));
  options({ clearFlags: 3 as never });
  trust('ana', '100');
  trust('ben', '10');
  for (const name of ['decimals', 'name', 'symbol', 'admin']) call(name, 'ana', name);
  call('decimals with an argument', 'ana', 'decimals', xdr.ScVal.scvU32(1));
  call('a function that is not there', 'ana', 'approve');
  for (const holder of ['ana', 'frozen', 'none', 'stranger', issuer]) {
    call(`authorized ${holder}`, 'ana', 'authorized', addressValue(address(holder)));
    call(`balance of ${holder}`, 'ana', 'balance', addressValue(address(holder)));
  }
  call('authorized vault', 'ana', 'authorized', addressValue(VAULT));

  section('minting');
  mint('ana', 0n);
  mint('ana', -1n);
  mint('ana', 1_000_000_000n);
  mint('ana', 1n);
  mint('ana', MAX_INT64);
  mint('ana', MAX_INT64 + 1n);
  mint('frozen', 1n);
  mint('none', 1n);
  mint(issuer, 1n);
  mint(VAULT, 5n);
  mint(VAULT, MAX_I128 - 5n);
  mint(VAULT, 1n);
  mint('ben', 7n, 'ana');
  call('mint an amount as u64', issuer, 'mint', addressValue(address('ana')), xdr.ScVal.scvU64(1n));
  balances();

  section('transfers');
  transfer('ana to ben, up to its limit', 'ana', 'ben', 100_000_000n);
  transfer('ana to ben, above its limit', 'ana', 'ben', 1n);
  transfer('ben to ana, more than it has', 'ben', 'ana', 100_000_001n);
  transfer('ben to ana, all', 'ben', 'ana', 100_000_000n);
  transfer('ana to itself', 'ana', 'ana', 5n);
  transfer('ana to ben, nothing', 'ana', 'ben', 0n);
  transfer('ana to ben, less than nothing', 'ana', 'ben', -1n);
  transfer('ana to ben, by ben', 'ana', 'ben', 1n, 'ben');
  transfer('ana to one without a trustline', 'ana', 'none', 1n);
  transfer('ana to one without consent', 'ana', 'frozen', 1n);
  transfer('one without a trustline to ana', 'none', 'ana', 1n);
  transfer('one without consent to ana', 'frozen', 'ana', 0n);
  transfer('ana to no account', 'ana', 'stranger', 1n);
  transfer('ana to a contract', 'ana', CHEST, 9n);
  transfer('a contract to ana', CHEST, 'ana', 1n, 'ana');
  transfer('ana to a full contract', 'ana', VAULT, 1n);
  transfer('ana to the issuer', 'ana', issuer, 3n);
  transfer('the issuer to ana', issuer, 'ana', 4n);
  transfer('the issuer to a contract', issuer, CHEST, 4n);
  transfer('the issuer to itself', issuer, issuer, 4n);
  transfer('ana, more than 64 bits', 'ana', CHEST, MAX_INT64 + 1n);
  balances();

  section('burning');
  burn('ana', 0n);
  burn('ana', -1n);
  burn('ana', 2n);
  burn('ana', MAX_INT64);
  burn('ben', 1n);
  burn('ben', 1n, 'ana');
  burn('ana', 1n, 'ben');
  burn('none', 1n);
  burn(issuer, 1n);
  balances();

  section('flags of the issuer');
  options({ setFlags: 10 as never });
  const NEW = Address.contract(Buffer.alloc(32, 3)).toString();
  transfer('ana to a new contract, which can be clawed back', 'ana', NEW, 1n);
  const entry = (holder: string) => {
    const balance = xdr.ScVal.scvVec([xdr.ScVal.scvSymbol('Balance'), addressValue(holder)]);
    const ledgerKey = xdr.LedgerKey.contractData(
      new xdr.LedgerKeyContractData({
        contract: Address.fromString(token).toScAddress(),
        key: balance,
        durability: xdr.ContractDataDurability.persistent,
      }),
    );
    const data = t.ledger.view((view) => view.entry(ledgerKey.toXdr('base64')))?.data;
    return data?.type === 'contractData' ? plain(data.contractData.val) : 'none';
  };
  for (const holder of [NEW, CHEST]) lines.push(`  its entry: ${entry(holder)}`);
  options({ setFlags: 1 as never });
  const CLOSED = Address.contract(Buffer.alloc(32, 4)).toString();
  transfer('ana to a new contract, consent demanded', 'ana', CLOSED, 1n);
  transfer('ana to a contract that held some before', 'ana', CHEST, 1n);
  for (const holder of [CLOSED, CHEST]) call(`authorized ${named(holder)}`, 'ana', 'authorized', addressValue(holder));
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recorded/every-token-call.txt');
});
