/** The RPC's wire: its envelope, its errors, and XDR that a codec no one here wrote reads as we do. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { demoKeypair } from '@countersign/escrow-service';
import {
  address,
  call,
  deploy,
  PASSPHRASE,
  type Reply,
  read,
  sign,
  startTestSandbox,
  TOKEN,
} from '@countersign/testkit/ledger/sandbox-client';
import { Keypair, xdr } from '@stellar/stellar-sdk/base';
import initXdrJson, { decode } from '@stellar/stellar-xdr-json';
import { afterAll, describe, expect, test } from 'vitest';
import { SANDBOX_ASSET } from '../genesis.ts';
import { accountKey, instanceKey, trustlineKey } from '../keys.ts';

const t = await startTestSandbox();
const wasm = createRequire(import.meta.url).resolve('@stellar/stellar-xdr-json/stellar_xdr_json_bg.wasm');
await initXdrJson(await readFile(wasm));
afterAll(() => t.sandbox.close());

const raw = (body: unknown): Promise<Reply> =>
  call(t.sandbox.rpcUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const rpc = async (method: string, params?: unknown) => (await raw({ jsonrpc: '2.0', id: 7, method, params })).json;

describe('JSON-RPC', () => {
  test.each([
    ['no JSON', '{', -32700],
    ['an empty list', '[]', -32600],
    ['no method', '{"jsonrpc":"2.0","id":1}', -32600],
    ['version 1', '{"jsonrpc":"1.0","id":1,"method":"getHealth"}', -32600],
    ['an unknown method', '{"jsonrpc":"2.0","id":1,"method":"getNothing"}', -32601],
    ['a method of every object', '{"jsonrpc":"2.0","id":1,"method":"toString"}', -32601],
    ['no params where some are needed', '{"jsonrpc":"2.0","id":1,"method":"getTransaction"}', -32602],
    ['params of another type', '{"jsonrpc":"2.0","id":1,"method":"getTransaction","params":{"hash":1}}', -32602],
    ['a hash that is none', '{"jsonrpc":"2.0","id":1,"method":"getTransaction","params":{"hash":"zz"}}', -32602],
    ['a key that is none', '{"jsonrpc":"2.0","id":1,"method":"getLedgerEntries","params":{"keys":["AAAA"]}}', -32602],
    ['no transaction', '{"jsonrpc":"2.0","id":1,"method":"sendTransaction","params":{"transaction":"AAAA"}}', -32602],
  ])('answers %s with an error of its code', async (_, body, code) => {
    const { status, json } = await raw(body);
    expect(status).toBe(200);
    expect(json).toMatchObject({ jsonrpc: '2.0', error: { code, message: expect.any(String) } });
  });

  test('answers a batch in order, each with its id, and executes notifications without a reply', async () => {
    const health = { jsonrpc: '2.0', method: 'getHealth' };
    const { json } = await raw([{ ...health, id: 1 }, health, { ...health, id: 'two' }, 'nonsense']);
    expect(json).toMatchObject([
      { id: 1, result: { status: 'healthy' } },
      { id: 'two', result: { status: 'healthy' } },
      { id: null, error: { code: -32600 } },
    ]);
    for (const silent of [health, { ...health, id: null }, [health, { ...health, method: 'getNothing' }]]) {
      expect(await raw(silent)).toMatchObject({ status: 204, text: '' });
    }
    const transaction = sign((await deploy(t)).json.unsignedTransaction, 'client');
    await raw({ jsonrpc: '2.0', method: 'sendTransaction', params: { transaction } });
    const hash = Buffer.from(read(transaction).hash()).toString('hex');
    expect((await rpc('getTransaction', { hash })).result.status).toBe('SUCCESS');
  });

  test('a simulation names in its result what it cannot simulate', async () => {
    const error = async (params: object) => (await rpc('simulateTransaction', params)).result.error;
    expect(await error({ transaction: 'AAAA' })).toContain('Could not unmarshal transaction');
    const { unsignedTransaction: transaction } = (await deploy(t)).json;
    expect(await error({ transaction, authMode: 'lenient' })).toContain(
      'must be one of enforce,record,record_allow_nonroot',
    );
    // It carries its authorisation already.
    expect(await error({ transaction, authMode: 'record' })).toContain("cannot set authMode to 'record'");
    expect(await error({ transaction, authMode: 'record_allow_nonroot' })).toContain('cannot set authMode');
    expect(await error({ transaction, authMode: 'enforce' })).toBeUndefined();
    expect(await error({ transaction })).toBeUndefined();
  });

  test('returns the id, and accepts only POST', async () => {
    expect(await rpc('getHealth')).toMatchObject({ jsonrpc: '2.0', id: 7, result: { status: 'healthy' } });
    expect((await call(t.sandbox.rpcUrl)).status).toBe(405);
  });

  test('reads a transaction of the network’s largest size and refuses a larger one by name', async () => {
    const send = async (bytes: number) =>
      (await rpc('sendTransaction', { transaction: Buffer.alloc(bytes).toString('base64') })).error.message;
    expect(await send(132_096)).toContain('cannot be decoded');
    expect(await send(132_099)).toContain('too large');
  });

  test('accepts at most 200 keys', async () => {
    const keys = (count: number) => Array.from({ length: count }, () => accountKey(address('client')).toXdr('base64'));
    expect((await rpc('getLedgerEntries', { keys: keys(200) })).result.entries).toHaveLength(200);
    expect((await rpc('getLedgerEntries', { keys: keys(201) })).error.code).toBe(-32602);
  });

  test('refuses an unknown method by name', async () => {
    expect((await rpc('getTransaction', { hash: '0'.repeat(64) })).result).toMatchObject({ status: 'NOT_FOUND' });
    const key = accountKey(Keypair.random().publicKey()).toXdr('base64');
    expect((await rpc('getLedgerEntries', { keys: [key] })).result.entries).toEqual([]);
  });
});

describe('XDR, read by the Rust codec and by the SDK alike', () => {
  const agree = (type: string, text: string) => {
    // `type` is a reserved word in Rust, so its codec writes it with an underscore.
    const theirs = JSON.parse(decode(type, text).replaceAll('"type_":', '"type":'));
    const ours = (xdr as unknown as Record<string, { fromXdr(text: string, format: 'base64'): { toJson(): unknown } }>)[
      type
    ]
      ?.fromXdr(text, 'base64')
      .toJson();
    expect(ours).toEqual(theirs);
    return theirs;
  };

  test('a simulation: resources, authorisation, result, events, changes', async () => {
    const { unsignedTransaction } = (await deploy(t)).json;
    agree('TransactionEnvelope', unsignedTransaction);
    const { result } = await rpc('simulateTransaction', { transaction: unsignedTransaction });
    const data = agree('SorobanTransactionData', result.transactionData);
    expect(String(data.resource_fee)).toBe(result.minResourceFee);
    agree('SorobanAuthorizationEntry', result.results[0].auth[0]);
    agree('ScVal', result.results[0].xdr);
    agree('DiagnosticEvent', result.events[0]);
    const [change] = result.stateChanges;
    expect(change).toMatchObject({ type: 'created', before: null });
    agree('LedgerKey', change.key);
    agree('LedgerEntry', change.after);
    // What the call touches: the factory and its record, code and the token are read, the new escrow alone is written.
    const { read_only, read_write } = data.resources.footprint;
    expect(new Set(read_only.map((key: object) => Object.keys(key)[0]))).toEqual(
      new Set(['contract_code', 'contract_data']),
    );
    expect(read_write).toContainEqual(JSON.parse(decode('LedgerKey', change.key)));
    expect(
      new Set(read_write.map((key: { contract_data: { contract: string } }) => key.contract_data.contract)).size,
    ).toBe(1);
  });

  test('a settled transaction: envelope, result, meta, events; the hash and fee that it says', async () => {
    const signed = sign((await deploy(t)).json.unsignedTransaction, 'client');
    const sent = (await rpc('sendTransaction', { transaction: signed })).result;
    expect(sent).toMatchObject({ status: 'PENDING', latestLedgerCloseTime: String(t.clock.now / 1000) });
    expect(sent.hash).toBe(Buffer.from(read(signed).hash()).toString('hex'));
    const { result } = await rpc('getTransaction', { hash: sent.hash });
    expect(result).toMatchObject({
      status: 'SUCCESS',
      txHash: sent.hash,
      applicationOrder: 1,
      feeBump: false,
      envelopeXdr: signed,
    });
    agree('TransactionEnvelope', result.envelopeXdr);
    expect(String(agree('TransactionResult', result.resultXdr).fee_charged)).toBe(read(signed).fee);
    agree('TransactionMeta', result.resultMetaXdr);
    agree('ContractEvent', result.events.contractEventsXdr[0][0]);
  });

  test('a refused and a failed one', async () => {
    const unsigned = (await deploy(t)).json.unsignedTransaction;
    const refused = (await rpc('sendTransaction', { transaction: unsigned })).result;
    expect(refused.status).toBe('ERROR');
    expect(agree('TransactionResult', refused.errorResultXdr).result).toBe('tx_bad_auth');
    const { hash } = await t.rpc.sendTransaction(await failing());
    const { result } = await rpc('getTransaction', { hash });
    expect(result.status).toBe('FAILED');
    expect(agree('TransactionResult', result.resultXdr).result).toEqual({
      tx_failed: [{ op_inner: { invoke_host_function: 'trapped' } }],
    });
    agree('TransactionMeta', result.resultMetaXdr);
    expect(JSON.stringify(agree('DiagnosticEvent', result.diagnosticEventsXdr[0]))).toContain(
      'Error(Auth, InvalidAction)',
    );
  });

  test('ledger entries under the keys that were asked for; the latest ledger’s header, chained to the one before', async () => {
    const keys = [
      accountKey(address('client')),
      trustlineKey(address('client'), SANDBOX_ASSET),
      instanceKey(TOKEN.address),
    ];
    const { result } = await rpc('getLedgerEntries', { keys: keys.map((key) => key.toXdr('base64')) });
    expect(result.entries.map(({ key }: { key: string }) => key)).toEqual(keys.map((key) => key.toXdr('base64')));
    for (const { xdr: entry } of result.entries) agree('LedgerEntryData', entry);
    expect(result.entries.map((entry: object) => 'liveUntilLedgerSeq' in entry)).toEqual([false, false, true]);
    const latest = (await rpc('getLatestLedger')).result;
    agree('LedgerHeader', latest.headerXdr);
    agree('LedgerCloseMeta', latest.metadataXdr);
    expect(latest.id).toBe(createHash('sha256').update(Buffer.from(latest.headerXdr, 'base64')).digest('hex'));
    await t.rpc.requestAirdrop(Keypair.random().publicKey());
    const next = await t.rpc.getLatestLedger();
    expect(next.headerXdr.ledgerSeq).toBe(latest.sequence + 1);
    expect(next.headerXdr.previousLedgerHash.toString()).toBe(latest.id);
  });

  test('closes an empty ledger when it is asked again for a transaction that it does not have', async () => {
    const latestOf = async (hash: string) => (await rpc('getTransaction', { hash })).result.latestLedger;
    const before = await latestOf('a'.repeat(64));
    expect(await latestOf('b'.repeat(64))).toBe(before);
    expect(await latestOf('a'.repeat(64))).toBe(before + 1);
    expect(await latestOf('b'.repeat(64))).toBe(before + 1);
  });

  test('reads the lifetime of entries from a network setting, and returns times to live only with their entries', async () => {
    const configSettingId = xdr.ConfigSettingId.configSettingStateArchival;
    const setting = xdr.LedgerKey.configSetting(new xdr.LedgerKeyConfigSetting({ configSettingId }));
    const { entries } = (await rpc('getLedgerEntries', { keys: [setting.toXdr('base64')] })).result;
    expect(agree('LedgerEntryData', entries[0].xdr)).toMatchObject({
      config_setting: {
        state_archival: { max_entry_ttl: 3_110_400, min_temporary_ttl: 720, min_persistent_ttl: 120_960 },
      },
    });
    const keyHash = createHash('sha256').update(instanceKey(TOKEN.address).toXdr()).digest();
    const ttl = xdr.LedgerKey.ttl(new xdr.LedgerKeyTtl({ keyHash }));
    expect((await rpc('getLedgerEntries', { keys: [ttl.toXdr('base64')] })).error).toEqual({
      code: -32602,
      message: 'ledger ttl entries cannot be queried directly',
    });
  });

  /** A deploy whose authorisation was taken away, signed. */
  async function failing() {
    const { tx } = (read((await deploy(t)).json.unsignedTransaction).toEnvelope() as xdr.TransactionEnvelopeTx).v1;
    const [operation] = tx.operations as [xdr.Operation];
    const { hostFunction } = (operation.body as xdr.OperationBodyInvokeHostFunction).invokeHostFunctionOp;
    const body = xdr.OperationBody.invokeHostFunction(new xdr.InvokeHostFunctionOp({ hostFunction, auth: [] }));
    const bare = new xdr.Transaction({ ...tx, operations: [new xdr.Operation({ sourceAccount: null, body })] });
    const envelope = xdr.TransactionEnvelope.envelopeTypeTx(
      new xdr.TransactionV1Envelope({ tx: bare, signatures: [] }),
    );
    const transaction = read(envelope.toXdr('base64'));
    transaction.sign(demoKeypair('client'));
    expect(transaction.networkPassphrase).toBe(PASSPHRASE);
    return transaction;
  }
});
