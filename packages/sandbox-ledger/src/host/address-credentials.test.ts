/** Signers who are not the transaction's source: what the SDK makes of them settles, and nothing else does. */
import { demoKeypair } from '@countersign/escrow-service';
import { deployLiveEscrow, liveEscrowValue } from '@countersign/testkit/ledger/live-escrow';
import {
  build,
  changed,
  PASSPHRASE,
  settle,
  simulateCall,
  startTestSandbox,
  TOKEN,
} from '@countersign/testkit/ledger/sandbox-client';
import {
  Address,
  authorizeEntry,
  buildAuthorizationEntryPreimage,
  Contract,
  hash,
  Keypair,
  Operation,
  type Transaction,
  xdr,
} from '@stellar/stellar-sdk/base';
import { AssembledTransaction, basicNodeSigner } from '@stellar/stellar-sdk/contract';
import { Api } from '@stellar/stellar-sdk/rpc';
import { afterAll, describe, expect, test } from 'vitest';
import { MAX_ENTRY_LIFE, newAccount } from '../entries.ts';
import { accountId, accountKey, nonceKey } from '../keys.ts';
import { Overlay } from '../overlay.ts';
import { spendCredentials } from './address-credentials.ts';
import { addressValue, i128, structValue } from './values.ts';

const t = await startTestSandbox();
const escrow = await deployLiveEscrow(t, 'single');
afterAll(() => t.sandbox.close());

const client = demoKeypair('client');
/** Whose transaction it is. */
const payer = demoKeypair('provider');
const AMOUNT = 7n;
const fundCall = (signer = client.publicKey()) =>
  new Contract(escrow).call('fund_escrow', addressValue(signer), liveEscrowValue('single'), i128(AMOUNT));
const held = async () => (await simulateCall(t, TOKEN.address, 'balance', addressValue(escrow))) as bigint;
const latest = async () => (await t.rpc.getLatestLedger()).sequence;

type Credentials = xdr.SorobanAddressCredentials;
function credentialsIn({ credentials }: xdr.SorobanAuthorizationEntry): Credentials {
  if (credentials.type === 'sorobanCredentialsAddress') return credentials.address;
  if (credentials.type === 'sorobanCredentialsAddressV2') return credentials.addressV2;
  throw new Error(credentials.type);
}

/** The payer's call with the client's entry unsigned, as simulation gives it. */
async function prepared(upgraded = true, call = fundCall()): Promise<Transaction> {
  const plain = await build(t, payer, [call]);
  return (await t.rpc.prepareTransaction(plain, upgraded)) as Transaction;
}

function authOf(transaction: Transaction): xdr.SorobanAuthorizationEntry {
  const [operation] = transaction.operations;
  if (operation?.type !== 'invokeHostFunction') throw new Error('no call');
  return operation.auth?.[0] as xdr.SorobanAuthorizationEntry;
}

/** The same transaction with these entries, signed by the payer. */
function withAuth(transaction: Transaction, ...auth: xdr.SorobanAuthorizationEntry[]): Transaction {
  const [operation] = transaction.operations;
  if (operation?.type !== 'invokeHostFunction') throw new Error('no call');
  const operations = [Operation.invokeHostFunction({ func: operation.func, auth })];
  return changed(transaction, { operations }, payer);
}

function withCredentials(entry: xdr.SorobanAuthorizationEntry, change: Partial<Credentials>) {
  const credentials = new xdr.SorobanAddressCredentials({ ...credentialsIn(entry), ...change });
  return new xdr.SorobanAuthorizationEntry({
    rootInvocation: entry.rootInvocation,
    credentials:
      entry.credentials.type === 'sorobanCredentialsAddress'
        ? xdr.SorobanCredentials.sorobanCredentialsAddress(credentials)
        : xdr.SorobanCredentials.sorobanCredentialsAddressV2(credentials),
  });
}

/** The error that the transaction fails with. */
async function failure(transaction: Transaction): Promise<string> {
  const before = await held();
  expect(await settle(t, transaction)).toBe('txFailed');
  expect(await held()).toBe(before);
  const outcome = await t.rpc.getTransaction(Buffer.from(transaction.hash()).toString('hex'));
  if (!('diagnosticEventsXdr' in outcome)) throw new Error('no events');
  return JSON.stringify(outcome.diagnosticEventsXdr?.map((event) => event.toJson()));
}

test('the SDK’s contract client names who signs, has him sign, and the call settles', async () => {
  const before = await held();
  const assembled = await AssembledTransaction.buildWithOp(fundCall(), {
    contractId: escrow,
    method: 'fund_escrow',
    networkPassphrase: PASSPHRASE,
    rpcUrl: t.sandbox.rpcUrl,
    allowHttp: true,
    publicKey: payer.publicKey(),
    ...basicNodeSigner(payer, PASSPHRASE),
    parseResultXdr: () => undefined,
  });
  expect(assembled.needsNonInvokerSigningBy()).toEqual([client.publicKey()]);
  await assembled.signAuthEntries({ address: client.publicKey(), ...basicNodeSigner(client, PASSPHRASE) });
  expect(assembled.needsNonInvokerSigningBy()).toEqual([]);
  const sent = await assembled.signAndSend();
  expect(sent.getTransactionResponse?.status).toBe(Api.GetTransactionStatus.SUCCESS);
  expect(await held()).toBe(before + AMOUNT);
});

describe.each([
  ['first form', false, 'sorobanCredentialsAddress'],
  ['form that binds the address', true, 'sorobanCredentialsAddressV2'],
] as const)('%s', (_, upgraded, type) => {
  const signed = async (
    transaction: Transaction,
    expiration?: number,
    signer = client,
    passphrase: string = PASSPHRASE,
  ) =>
    authorizeEntry(authOf(transaction), signer, expiration ?? (await latest()) + 100, passphrase, client.publicKey());

  test('is what simulation asks for, with a nonce; its footprint has nonce and account', async () => {
    const transaction = await prepared(upgraded);
    const entry = authOf(transaction);
    expect(entry.credentials.type).toBe(type);
    const { nonce, signature, signatureExpirationLedger } = credentialsIn(entry);
    expect([signature.type, signatureExpirationLedger]).toEqual(['scvVoid', 0]);
    const { ext } = (transaction.toEnvelope() as xdr.TransactionEnvelopeTx).v1.tx;
    const { readOnly, readWrite } = (ext as xdr.TransactionExtSorobanData).sorobanData.resources.footprint;
    expect(readWrite).toContainEqual(nonceKey(client.publicKey(), nonce));
    expect(readOnly).toContainEqual(accountKey(client.publicKey()));
    // Each simulation has another one.
    expect(credentialsIn(authOf(await prepared(upgraded))).nonce).not.toBe(nonce);
  });

  test('can be used once; its nonce is kept until the signature expires', async () => {
    const transaction = await prepared(upgraded);
    const expiration = (await latest()) + 1000;
    const entry = await signed(transaction, expiration);
    const before = await held();
    expect(await settle(t, withAuth(transaction, entry))).toBe('txSuccess');
    expect(await held()).toBe(before + AMOUNT);
    const { entries } = await t.rpc.getLedgerEntries(nonceKey(client.publicKey(), credentialsIn(entry).nonce));
    expect(entries.map(({ liveUntilLedgerSeq }) => liveUntilLedgerSeq)).toEqual([expiration]);
    const again = changed(withAuth(transaction, entry), { seqNum: BigInt(transaction.sequence) + 1n }, payer);
    expect(await failure(again)).toContain('Error(Auth, ExistingValue)');
  });

  test('is enforced by simulation where the call carries it', async () => {
    const transaction = await prepared(upgraded);
    const good = await t.rpc.simulateTransaction(withAuth(transaction, await signed(transaction)));
    expect(Api.isSimulationSuccess(good)).toBe(true);
    const bad = await t.rpc.simulateTransaction(transaction);
    expect(Api.isSimulationError(bad) && bad.error).toContain('Error(Auth, InvalidAction)');
  });

  test('is refused unsigned, or signed by another, on another network, for another call', async () => {
    const transaction = await prepared(upgraded);
    const refused = async (entry: xdr.SorobanAuthorizationEntry) => {
      const next = changed(
        withAuth(transaction, entry),
        { seqNum: BigInt((await t.rpc.getAccount(payer.publicKey())).sequenceNumber()) + 1n },
        payer,
      );
      expect(await failure(next)).toContain('Error(Auth, InvalidAction)');
    };
    await refused(authOf(transaction));
    await refused(await signed(transaction, undefined, payer));
    await refused(await signed(transaction, undefined, client, 'Another network'));
    const entry = await signed(transaction);
    const { contractFn } = entry.rootInvocation.function as xdr.SorobanAuthorizedFunctionContractFn;
    const functionOf = (args: xdr.ScVal[]) =>
      xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(
        new xdr.InvokeContractArgs({ ...contractFn, args }),
      );
    const { args } = contractFn;
    const rootInvocation = (amount: bigint) =>
      new xdr.SorobanAuthorizedInvocation({
        ...entry.rootInvocation,
        function: functionOf([...args.slice(0, 2), i128(amount)]),
      });
    // The call is another than the entry allows; the entry allows the call, but this is not what was signed.
    await refused(new xdr.SorobanAuthorizationEntry({ ...entry, rootInvocation: rootInvocation(AMOUNT + 1n) }));
    const unnested = new xdr.SorobanAuthorizedInvocation({ ...entry.rootInvocation, subInvocations: [] });
    await refused(new xdr.SorobanAuthorizationEntry({ ...entry, rootInvocation: unnested }));
    await refused(withCredentials(entry, { signatureExpirationLedger: (await latest()) + 5000 }));
    await refused(withCredentials(entry, { address: Address.fromString(payer.publicKey()).toScAddress() }));
    // None of this used the nonce up.
    const next = { seqNum: BigInt((await t.rpc.getAccount(payer.publicKey())).sequenceNumber()) + 1n };
    expect(await settle(t, changed(withAuth(transaction, entry), next, payer))).toBe('txSuccess');
  });

  test('is refused after its last ledger, and with one too far ahead', async () => {
    const expired = await prepared(upgraded);
    expect(await failure(withAuth(expired, await signed(expired, await latest())))).toContain(
      'Error(Auth, InvalidInput)',
    );
    const late = await prepared(upgraded);
    const farthest = (await latest()) + 1 + MAX_ENTRY_LIFE - 1;
    const reason = await failure(withAuth(late, await signed(late, farthest + 1)));
    expect(reason).toContain('Error(Auth, InvalidInput)');
    expect(reason).toContain('too late');
    // The ledger itself is in time.
    const last = await prepared(upgraded);
    expect(await settle(t, withAuth(last, await signed(last, (await latest()) + 1)))).toBe('txSuccess');
  });
});

test('a missing account or a contract cannot authorise', async () => {
  const stranger = Keypair.random();
  const noAccount = await t.rpc.simulateTransaction(await build(t, payer, [fundCall(stranger.publicKey())]));
  expect(Api.isSimulationError(noAccount) && noAccount.error).toContain('Error(Contract, #13)');

  const call = new Contract(TOKEN.address).call('transfer', addressValue(escrow), addressValue(escrow), i128(0n));
  const transaction = await prepared(true, call);
  const entry = authOf(transaction);
  expect(Address.fromScAddress(credentialsIn(entry).address).toString()).toBe(escrow);
  const signature = xdr.ScVal.scvVec([]);
  const reason = await failure(
    withAuth(transaction, withCredentials(entry, { signature, signatureExpirationLedger: (await latest()) + 9 })),
  );
  expect(reason).toContain('Error(Auth, InvalidAction)');
  expect(reason).toContain('__check_auth');
});

test('the transaction’s source may sign an entry too, and an unneeded entry is allowed', async () => {
  const own = await prepared(
    true,
    new Contract(TOKEN.address).call('transfer', addressValue(payer.publicKey()), addressValue(escrow), i128(1n)),
  );
  expect(authOf(own).credentials.type).toBe('sorobanCredentialsSourceAccount');
  const other = authOf(await prepared());
  const unused = withCredentials(other, { signatureExpirationLedger: 1 });
  expect(await settle(t, withAuth(own, authOf(own), unused))).toBe('txSuccess');
});

describe('an account with several signers', () => {
  const signers = [1, 2, 3].map((seed) => Keypair.fromRawEd25519Seed(Buffer.alloc(32, seed)));
  const [first, second, stranger] = signers.toSorted((a, b) => Buffer.compare(a.rawPublicKey(), b.rawPublicKey())) as [
    Keypair,
    Keypair,
    Keypair,
  ];

  /** Master key and two signers weigh 1 each, and 2 are needed. */
  function ledgerWithAccount(): Overlay {
    const overlay = new Overlay(() => undefined, 5);
    const data = newAccount(client.publicKey(), 0n, 0n) as xdr.LedgerEntryDataAccount;
    const signer = (keypair: Keypair) =>
      new xdr.Signer({
        key: xdr.SignerKey.signerKeyTypeEd25519(accountId(keypair.publicKey()).ed25519),
        weight: 1,
      });
    overlay.put(
      xdr.LedgerEntryData.account(
        new xdr.AccountEntry({
          ...data.account,
          thresholds: new xdr.Thresholds(new Uint8Array([1, 0, 2, 3])),
          signers: [signer(first), signer(second)],
        }),
      ),
    );
    return overlay;
  }

  const networkId = hash(new TextEncoder().encode(PASSPHRASE));

  async function spend(...keypairs: Keypair[]): Promise<void> {
    const entry = withCredentials(authOf(await prepared()), { signatureExpirationLedger: 9 });
    const payload = hash(buildAuthorizationEntryPreimage(entry, 9, PASSPHRASE).toXdr());
    const signature = xdr.ScVal.scvVec(
      keypairs.map((keypair) =>
        structValue({
          public_key: xdr.ScVal.scvBytes(keypair.rawPublicKey()),
          signature: xdr.ScVal.scvBytes(keypair.sign(payload)),
        }),
      ),
    );
    const { credentials } = withCredentials(entry, { signature });
    if (credentials.type !== 'sorobanCredentialsAddressV2') throw new Error(credentials.type);
    spendCredentials(credentials, entry.rootInvocation, { overlay: ledgerWithAccount(), networkId });
  }

  test('is weighed against its medium threshold', async () => {
    await expect(spend(first, second)).resolves.toBeUndefined();
    await expect(spend(first)).rejects.toThrow('signature weight is lower than threshold');
    await expect(spend()).rejects.toThrow('no account signatures found');
  });

  test('requires signatures in key order, without duplicates or strangers', async () => {
    await expect(spend(second, first)).rejects.toThrow('public keys are not ordered');
    await expect(spend(first, first)).rejects.toThrow('public keys are not ordered');
    await expect(spend(first, second, stranger)).rejects.toThrow('signer does not belong to account');
    await expect(spend(...new Array<Keypair>(21).fill(first))).rejects.toThrow('too many account signers');
  });
});
