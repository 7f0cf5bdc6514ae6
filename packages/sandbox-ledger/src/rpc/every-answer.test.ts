/** Every method of the RPC: whole answers, and what each parameter may be. */
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { openTestLedger, signed } from '@countersign/testkit/ledger/ledger-client';
import { liveDeployCall } from '@countersign/testkit/ledger/live-escrow';
import { PASSPHRASE, TOKEN } from '@countersign/testkit/ledger/sandbox-client';
import { decodeValue } from '@countersign/testkit/mutation/rust-codec';
import { createPart, json } from '@countersign/testkit/record/part';
import {
  Asset,
  Contract,
  Memo,
  Operation,
  SorobanDataBuilder,
  type Transaction,
  TransactionBuilder,
  xdr,
} from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { addressValue, i128, symbol } from '../host/values.ts';
import { accountKey, codeKey, instanceKey, nonceKey } from '../keys.ts';
import { EnvelopeError } from '../transaction/envelope.ts';
import { ledgerApp } from './app.ts';
import { RpcError } from './params.ts';

type Params = Readonly<Record<string, unknown>>;
const key = sandboxKeypair;
const address = (name: string) => key(name).publicKey();
const pay = (amount: string, to = 'provider') =>
  Operation.payment({ destination: address(to), asset: Asset.native(), amount });

/** Of each answer, what is XDR there. */
const XDR_TYPES: Readonly<Record<string, string>> = {
  ...{ resultXdr: 'TransactionResult', resultMetaXdr: 'TransactionMeta', diagnosticEventsXdr: 'DiagnosticEvent' },
  ...{ contractEventsXdr: 'ContractEvent', transactionEventsXdr: 'TransactionEvent', metadataXdr: 'LedgerCloseMeta' },
};

function decoded(value: unknown, name = ''): unknown {
  const type = XDR_TYPES[name] ?? (name === 'headerXdr' ? 'LedgerHeaderHistoryEntry' : undefined);
  if (typeof value === 'string' && type !== undefined) return decodeValue(type, value);
  if (Array.isArray(value)) return value.map((each) => decoded(each, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, decoded(each, key)]));
}

/** A short life: payments, one of which fails, a call, a fee bump, a deploy, and an empty ledger. */
function openLife() {
  const t = openTestLedger();
  const part = createPart();
  const send = (transaction: Transaction, signer = 'client') =>
    t.ask('sendTransaction', { transaction: signed(transaction, key(signer)) });
  const answer = (method: string, params?: Params): unknown => {
    try {
      return t.ask(method, params);
    } catch (error) {
      if (error instanceof RpcError) return `${error.code} ${error.message}`;
      if (error instanceof EnvelopeError) return `invalid XDR: ${error.message}`;
      throw error;
    }
  };
  send(t.build(key('client'), [pay('1')]));
  send(t.build(key('client'), [pay('2'), pay('1', 'absent')], { fee: '500' }));
  const transfer = t.prepareCall(
    key('client'),
    TOKEN.address,
    'transfer',
    addressValue(address('client')),
    addressValue(address('provider')),
    i128(7n),
  ) as Transaction;
  send(transfer);
  const inner = t.build(key('client'), [pay('3')]);
  inner.sign(key('client'));
  const bump = TransactionBuilder.buildFeeBumpTransaction(key('platform'), '400', inner, PASSPHRASE);
  bump.sign(key('platform'));
  t.ask('sendTransaction', { transaction: bump.toXdr() });
  const [factory, name, ...args] = liveDeployCall('multi', undefined, Buffer.alloc(32, 5));
  const deployed = send(t.prepareCall(key('client'), factory, name, ...args) as Transaction);
  t.clock.now += 7_500;
  t.ledger.closeEmpty();
  const hashes = t
    .ask('getTransactions', { startLedger: 1 })
    .transactions.map((each: { txHash: string }) => each.txHash);
  return {
    t,
    part,
    answer,
    hashes,
    transfer,
    inner,
    deployed,
    write: (title: string, method: string, params?: Params) =>
      part.note(title, method === 'getLatestLedger' ? answer(method, params) : decoded(answer(method, params))),
  };
}

test('shows ledgers, transactions and fees whole', async () => {
  const { part, write, hashes, inner, t } = openLife();
  for (const method of ['getHealth', 'getNetwork', 'getVersionInfo', 'getFeeStats', 'getLatestLedger'])
    write(method, method);
  for (const hash of hashes.slice(0, 4)) write('a transaction', 'getTransaction', { hash });
  const short = (title: string, answer: Params) =>
    part.note(
      `${title}: ${Object.entries(answer)
        .filter(([name]) => !/Xdr|events/.test(name))
        .map(([name, value]) => `${name} ${value}`)
        .join(', ')}`,
    );
  const innerHash = Buffer.from(inner.hash()).toString('hex');
  short('by the hash inside the fee bump', t.ask('getTransaction', { hash: innerHash }));
  short('by a hash in capitals', t.ask('getTransaction', { hash: innerHash.toUpperCase() }));
  for (const again of [1, 2, 3]) short(`not there, asked ${again}`, t.ask('getTransaction', { hash: 'ab'.repeat(32) }));
  write('the ledger of the call', 'getLedgers', { startLedger: 4, pagination: { limit: 1 } });
  await expect(part.text()).toMatchFileSnapshot('recorded/whole-answers.txt');
});

test('accepts or refuses each parameter', async () => {
  const { t, answer, hashes, transfer } = openLife();
  const lines: string[] = [];
  /** Lists of ledgers, transactions and events by what distinguishes them. */
  const brief = (name: string, value: unknown): unknown => {
    if (Array.isArray(value) && ['ledgers', 'transactions', 'events', 'entries'].includes(name)) {
      return value.map((each) => each.sequence ?? each.ledger ?? each.lastModifiedLedgerSeq).join(' ');
    }
    if (typeof value === 'string' && /Xdr|transactionData|^id$|Hash/.test(name)) return `${value.length} characters`;
    if (name === 'results' || name === 'stateChanges') return (value as unknown[]).length;
    return value;
  };
  const ask = (title: string, method: string, params?: Params) => {
    const found = answer(method, params);
    const shown =
      typeof found === 'string'
        ? found
        : JSON.stringify(
            Object.fromEntries(Object.entries(found as Params).map(([name, value]) => [name, brief(name, value)])),
          );
    lines.push(`${title}: ${shown}`);
  };
  const page = (method: string) => {
    lines.push(`\n# ${method}`);
    for (const startLedger of [undefined, 0, 1, 7, 8, -1, 1.5, 2 ** 32])
      ask(`from ${startLedger}`, method, { startLedger });
    for (const limit of [0, 1, 3, 200, 201, -1])
      ask(`at most ${limit}`, method, { startLedger: 2, pagination: { limit } });
    const { cursor } = t.ask(method, { startLedger: 1, pagination: { limit: 2 } });
    ask('the next page', method, { pagination: { cursor, limit: 2 } });
    for (const wrong of ['', 'x', '6', '7', '12345678901', '12345678901234567890'])
      ask(`after “${wrong}”`, method, { pagination: { cursor: wrong } });
    ask('from a ledger and after a page', method, { startLedger: 1, pagination: { cursor } });
    ask('no parameters', method);
    for (const xdrFormat of ['', 'base64', 'json']) ask(`format “${xdrFormat}”`, method, { startLedger: 7, xdrFormat });
  };
  page('getLedgers');
  page('getTransactions');

  lines.push('\n# getTransaction');
  for (const hash of ['x', 'a'.repeat(63), 'a'.repeat(65), undefined]) ask(`hash ${hash}`, 'getTransaction', { hash });
  ask('format json', 'getTransaction', { hash: hashes[0], xdrFormat: 'json' });

  lines.push('\n# getLedgerEntries');
  const text = (each: xdr.LedgerKey) => each.toXdr('base64');
  const setting = xdr.LedgerKey.configSetting(
    new xdr.LedgerKeyConfigSetting({ configSettingId: xdr.ConfigSettingId.configSettingStateArchival }),
  );
  const other = xdr.LedgerKey.configSetting(
    new xdr.LedgerKeyConfigSetting({ configSettingId: xdr.ConfigSettingId.configSettingContractMaxSizeBytes }),
  );
  const ttl = xdr.LedgerKey.ttl(new xdr.LedgerKeyTtl({ keyHash: Buffer.alloc(32) }));
  const keys = (title: string, list: unknown) => ask(title, 'getLedgerEntries', { keys: list });
  keys('none', []);
  keys('an account', [text(accountKey(address('client')))]);
  keys('no account', [text(accountKey(address('absent')))]);
  keys('a token, an account and a setting', [
    text(instanceKey(TOKEN.address)),
    text(accountKey(address('provider'))),
    text(setting),
  ]);
  keys('another setting', [text(other)]);
  keys('code, which is no entry', [text(codeKey(Buffer.alloc(32)))]);
  keys('a time to live', [text(ttl)]);
  for (const wrong of ['', 'AAAA', 'x', text(setting).slice(4)]) keys(`“${wrong}”`, [wrong]);
  keys(
    '200',
    Array(200)
      .fill(text(setting))
      .map((each, at) => (at === 0 ? each : text(nonceKey(address('client'), BigInt(at))))),
  );
  keys('201', Array(201).fill(text(setting)));
  keys('one text', text(setting));
  lines.push(json(answer('getLedgerEntries', { keys: [text(setting)] })));

  lines.push('\n# getEvents');
  const events = (title: string, params: Params) => ask(title, 'getEvents', params);
  for (const startLedger of [undefined, 0, 1, 7, 8]) events(`from ${startLedger}`, { startLedger });
  for (const endLedger of [2, 3, 7, 8, 9]) events(`from 2 to before ${endLedger}`, { startLedger: 2, endLedger });
  for (const limit of [0, 1, 3, 10_000, 10_001, -1])
    events(`at most ${limit}`, { startLedger: 1, pagination: { limit } });
  const first = t.ask('getEvents', { startLedger: 1, pagination: { limit: 2 } });
  events('the next page', { pagination: { cursor: first.cursor, limit: 2 } });
  events('after the last page', { pagination: { cursor: t.ask('getEvents', { startLedger: 1 }).cursor } });
  events('after a page, from a ledger', { startLedger: 1, pagination: { cursor: first.cursor } });
  events('after a page, to a ledger', { endLedger: 3, pagination: { cursor: first.cursor } });
  for (const cursor of ['', 'x', '1-1']) events(`after “${cursor}”`, { pagination: { cursor } });
  const filtered = (title: string, ...filters: unknown[]) => events(title, { startLedger: 1, filters });
  for (const type of ['', 'contract', 'system', 'contract,system', 'diagnostic', 'contract,', null])
    filtered(`type ${type === null ? 'null' : `“${type}”`}`, { type });
  const [xlm, token] = [Asset.native().contractId(PASSPHRASE), TOKEN.address];
  filtered('of XLM', { contractIds: [xlm] });
  filtered('of the token', { contractIds: [token] });
  filtered('of either, in two filters', { contractIds: [xlm] }, { contractIds: [token] });
  filtered('of either, in one filter', { contractIds: [xlm, token] });
  filtered('of no contract named', { contractIds: [], topics: [] });
  filtered('of an account', { contractIds: [address('client')] });
  filtered('of 5 contracts', { contractIds: Array(5).fill(xlm) });
  filtered('of 6 contracts', { contractIds: Array(6).fill(xlm) });
  filtered('5 filters', ...Array(5).fill({ contractIds: [token] }));
  filtered('6 filters', ...Array(6).fill({ contractIds: [token] }));
  const topic = (value: xdr.ScVal) => value.toXdr('base64');
  const [fee, moved, client] = [
    topic(symbol('fee')),
    topic(symbol('transfer')),
    topic(addressValue(address('client'))),
  ];
  const topics = (title: string, ...list: unknown[]) => filtered(`topics ${title}`, { topics: list });
  topics('fee', [fee]);
  topics('fee and one', [fee, '*']);
  topics('fee and any', [fee, '**']);
  topics('fee and two or more', [fee, '*', '*', '**']);
  topics('fee of the client', [fee, client]);
  topics('transfer from anyone to anyone', [moved, '*', '*', '*']);
  topics('transfer or fee', [moved, '**'], [fee, '**']);
  topics('anything', ['**']);
  topics('any of four', ['*', '*', '*', '*', '**']);
  topics('any of five', ['*', '*', '*', '*', '*']);
  topics('any in the middle', ['**', '*']);
  topics('nothing', []);
  topics('unreadable', ['fee']);
  topics('5 times', ...Array(5).fill([fee, '*']));
  topics('6 times', ...Array(6).fill([fee, '*']));
  filtered('of the token, and a fee', { contractIds: [token], topics: [[fee, '**']] });
  lines.push(json(answer('getEvents', { startLedger: 4, endLedger: 5 })));

  lines.push('\n# simulateTransaction');
  const simulate = (title: string, transaction: Transaction | string, more: Params = {}) =>
    ask(title, 'simulateTransaction', {
      transaction: typeof transaction === 'string' ? transaction : transaction.toXdr(),
      ...more,
    });
  const called = (name: string, ...args: xdr.ScVal[]) =>
    t.build(key('client'), [new Contract(TOKEN.address).call(name, ...args)]);
  const moves = (from: string) =>
    called('transfer', addressValue(address(from)), addressValue(address('platform')), i128(1n));
  simulate('a call', moves('client'));
  simulate('a call by another', moves('provider'));
  simulate('with its authorisation', transfer);
  for (const authMode of ['', 'enforce', 'record', 'record_allow_nonroot', 'other', null]) {
    simulate(`mode ${authMode}`, moves('client'), { authMode });
    simulate(`mode ${authMode}, with its authorisation`, transfer, { authMode });
  }
  simulate('with the address in what is signed', moves('provider'), { useUpgradedAuth: true });
  simulate('no such function', called('transfers'));
  simulate('an argument too few', called('balance'));
  simulate('a payment', t.build(key('client'), [pay('1')]));
  simulate('two operations', t.build(key('client'), [pay('1'), pay('1')]));
  simulate('a memo', TransactionBuilder.cloneFrom(moves('client')).addMemo(Memo.id('1')).build());
  const footprint = (operation: xdr.Operation, readOnly: xdr.LedgerKey[], readWrite: xdr.LedgerKey[] = []) =>
    TransactionBuilder.cloneFrom(t.build(key('client'), [operation]), {
      sorobanData: new SorobanDataBuilder().setReadOnly(readOnly).setReadWrite(readWrite).build(),
    }).build();
  const extend = Operation.extendFootprintTtl({ extendTo: 200_000 });
  const restore = Operation.restoreFootprint({});
  const instance = instanceKey(TOKEN.address);
  simulate('extend without a footprint', t.build(key('client'), [extend]));
  simulate('extend', footprint(extend, [instance]));
  simulate('extend what is not there', footprint(extend, [nonceKey(address('client'), 1n)]));
  simulate('extend with a mode', footprint(extend, [instance]), { authMode: 'record' });
  simulate('restore what lives', footprint(restore, [], [instance]));
  simulate('restore what is not there', footprint(restore, [], [nonceKey(address('client'), 1n)]));
  simulate('restore an account', footprint(restore, [], [accountKey(address('client'))]));
  simulate('nothing', '');
  simulate('no transaction', 'AAAA');
  ask('no parameter', 'simulateTransaction', {});
  ask('format json', 'simulateTransaction', { transaction: 'AAAA', xdrFormat: 'json' });

  lines.push('\n# sendTransaction');
  ask('no transaction', 'sendTransaction', { transaction: 'AAAA' });
  ask('not signed', 'sendTransaction', { transaction: t.build(key('client'), [pay('1')]).toXdr() });
  const sent = signed(t.build(key('client'), [pay('1')]), key('client'));
  for (const title of ['signed', 'the same again']) ask(title, 'sendTransaction', { transaction: sent });
  await expect(`${lines.join('\n').trim()}\n`).toMatchFileSnapshot('recorded/every-parameter.txt');
});

test('answers over HTTP', async () => {
  const { t, part } = openLife();
  const app = ledgerApp(
    t.ledger,
    () => 'http://127.0.0.1/friendbot',
    (where, error) => part.note(`trouble of ${where}`, `${error}`),
  );
  const request = async (
    title: string,
    path: string,
    body?: unknown,
    method = 'POST',
    headers: Record<string, string> = {},
  ) => {
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
    const answer = await app.request(`http://127.0.0.1${path}`, {
      method,
      headers: { Host: '127.0.0.1', ...headers },
      ...sent,
    });
    const allow = answer.headers.get('allow');
    part.note(`${title}: ${answer.status}${allow === null ? '' : `, allows ${allow}`}`, await answer.text());
  };
  const call = { jsonrpc: '2.0', id: 1, method: 'getHealth' };
  await request('a call', '/rpc', call);
  for (const id of ['a', null, undefined, {}, 0])
    await request(`a call with the id ${JSON.stringify(id)}`, '/rpc', { ...call, id });
  await request('no JSON', '/rpc', '{');
  await request('another version', '/rpc', { ...call, jsonrpc: '1.0' });
  await request('no method', '/rpc', { ...call, method: undefined });
  await request('an unknown method', '/rpc', { ...call, method: 'toString' });
  await request('wrong parameters', '/rpc', { ...call, method: 'getTransaction', params: {} });
  await request('no transaction', '/rpc', { ...call, method: 'sendTransaction', params: { transaction: 'AAAA' } });
  await request('a list', '/rpc', [call, { ...call, id: 2, method: 'none' }, { ...call, id: null }]);
  await request('a list of notifications', '/rpc', [{ ...call, id: null }]);
  await request('an empty list', '/rpc', []);
  await request('a number', '/rpc', 7);
  await request('by GET', '/rpc', undefined, 'GET');
  await request('another path', '/', undefined, 'GET');
  for (const length of [524_288, 524_289]) await request(`${length} bytes`, '/rpc', '['.padEnd(length, ' '));
  for (const method of ['GET', 'POST'])
    await request(`friendbot by ${method}`, `/friendbot?addr=${address(method)}`, undefined, method);
  await request('friendbot again', `/friendbot?addr=${address('GET')}`, undefined, 'GET');
  await request('friendbot for no address', '/friendbot', undefined, 'GET');
  await request('friendbot for a contract', `/friendbot?addr=${TOKEN.address}`, undefined, 'GET');
  await request('archive nothing', '/archive');
  await request(
    'archive what is not there',
    `/archive?contract=${new Asset('NONE', address('client')).contractId(PASSPHRASE)}`,
  );
  await request('archive an account', `/archive?contract=${address('client')}`);
  await request('archive from another site', `/archive?contract=${TOKEN.address}`, undefined, 'POST', {
    Origin: 'https://example.org',
  });
  await request('another host', '/rpc', call, 'POST', { Host: 'example.org' });
  await expect(part.text()).toMatchFileSnapshot('recorded/over-http.txt');
});
