/** What the network checks before it accepts a transaction, on both sides of each limit: the result and the fee in it. */
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { openTestLedger } from '@countersign/testkit/ledger/ledger-client';
import { changed, PASSPHRASE, TOKEN } from '@countersign/testkit/ledger/sandbox-client';
import { decodeValue } from '@countersign/testkit/mutation/rust-codec';
import { Asset, FeeBumpTransaction, hash, Operation, StrKey, type Transaction, xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { addressValue, i128 } from '../host/values.ts';
import { accountKey, instanceKey, keyText, nonceKey, trustlineKey } from '../keys.ts';

const t = openTestLedger();
const key = sandboxKeypair;
const address = (name: string) => key(name).publicKey();
for (const name of ['ana', 'ben']) t.ledger.fund(address(name));
const lines: string[] = [];

/** The result without what is the same in all of them. */
function outcomeOf(envelope: string): string {
  const result = (base64: string) => JSON.stringify({ ...decodeValue('TransactionResult', base64), ext: undefined });
  try {
    const sent = t.ledger.send(envelope);
    if (sent.status === 'ERROR') return `ERROR ${result(sent.result.toXdr('base64'))}`;
    const stored = t.ledger.view((view) => view.transaction(sent.hash));
    return `${sent.status} ${result(stored?.result ?? '')}`;
  } catch (error) {
    return `${error}`;
  }
}
const note = (title: string, envelope: string) =>
  lines.push(`${title}: ${outcomeOf(envelope).replace(/[0-9a-f]{64}/g, '<hash>')}`);

type Change = Partial<xdr.Transaction>;
const pay = (to = 'ben') => Operation.payment({ destination: address(to), asset: Asset.native(), amount: '1' });
const txOf = (transaction: Transaction) => (transaction.toEnvelope() as xdr.TransactionEnvelopeTx).v1.tx;
const send = (
  title: string,
  change: Change = {},
  { signers = ['ana'], operations = [pay()] as xdr.Operation[] } = {},
) =>
  note(
    title,
    changed(
      t.build(key('ana'), operations, { fee: String(100 * operations.length) }),
      change,
      ...signers.map(key),
    ).toXdr(),
  );

const conditions = (change: Partial<ConstructorParameters<typeof xdr.PreconditionsV2>[0]>): Change => ({
  cond: xdr.Preconditions.precondV2(
    new xdr.PreconditionsV2({
      ...{ timeBounds: null, ledgerBounds: null, minSeqNum: null, minSeqAge: 0n, minSeqLedgerGap: 0, extraSigners: [] },
      ...change,
    }),
  ),
});
const bounds = (minTime: number, maxTime: number) =>
  new xdr.TimeBounds({ minTime: BigInt(minTime), maxTime: BigInt(maxTime) });
const next = () => t.ledger.view(({ latest }) => latest.sequence + 1);
const sequence = () => t.sequenceOf(address('ana'));
const signerOf = (name: string) => xdr.SignerKey.signerKeyTypeEd25519(StrKey.decodeEd25519PublicKey(address(name)));
const payloadSigner = (payload: Uint8Array) =>
  xdr.SignerKey.signerKeyTypeEd25519SignedPayload(
    new xdr.SignerKeyEd25519SignedPayload({ ed25519: StrKey.decodeEd25519PublicKey(address('ben')), payload }),
  );

test('refuses each fault of a transaction, and accepts what is within its limits', async () => {
  const section = (title: string) => lines.push(`\n# ${title}`);
  section('operations, fee and sequence number');
  send('a payment');
  note('the same again', changed(t.build(key('ana'), [pay()], { sequence: sequence() - 1n }), {}, key('ana')).toXdr());
  send('no operation', { operations: [] });
  for (const fee of [99, 100]) send(`a fee of ${fee}`, { fee });
  for (const fee of [199, 200, 5_000])
    send(`a fee of ${fee} for two operations`, { fee }, { operations: [pay(), pay()] });
  for (const more of [0n, 1n, 2n]) send(`sequence number ${more}`, { seqNum: sequence() + more });
  for (const [from, more] of [
    [0n, 3n],
    [-5n, 2n],
    [1n, 2n],
    [0n, 0n],
  ] as const) {
    send(`sequence number ${more} from ${from} on`, {
      ...conditions({ minSeqNum: sequence() + from }),
      seqNum: sequence() + more,
    });
  }
  send('the first sequence number of this ledger', { ...conditions({ minSeqNum: 0n }), seqNum: BigInt(next()) << 32n });
  send('no account', { sourceAccount: key('stranger').xdrMuxedAccount() }, { signers: ['stranger'] });
  send('an operation of another kind', {}, { operations: [Operation.inflation({})] });
  send('two, of which the first is of another kind', {}, { operations: [Operation.inflation({}), pay()] });
  send(
    'two, of which the second is malformed',
    {},
    { operations: [pay(), Operation.accountMerge({ destination: address('ana') })] },
  );

  section('time and ledgers');
  const now = t.clock.now / 1000;
  for (const [min, max] of [
    [now, 0],
    [now + 1, 0],
    [0, now],
    [0, now - 1],
    [now, now],
  ] as const) {
    const text = `from ${min === 0 ? 'ever' : min - now} to ${max === 0 ? 'ever' : max - now}`;
    send(`time ${text}`, { cond: xdr.Preconditions.precondTime(bounds(min, max)) });
    send(`time ${text} among other conditions`, conditions({ timeBounds: bounds(min, max) }));
  }
  for (const [min, max] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [-5, 0],
  ] as const) {
    const ledgerBounds = new xdr.LedgerBounds({ minLedger: next() + min, maxLedger: max === 0 ? 0 : next() + max });
    send(`ledgers from ${min} to ${max === 0 ? 'ever' : `before ${max}`}`, conditions({ ledgerBounds }));
  }
  send(
    'ledgers before this one',
    conditions({ ledgerBounds: new xdr.LedgerBounds({ minLedger: 0, maxLedger: next() }) }),
  );
  send('an age', conditions({ minSeqAge: 1n }));
  send('a gap', conditions({ minSeqLedgerGap: 1 }));

  section('signatures');
  send('none', {}, { signers: [] });
  send('another’s', {}, { signers: ['ben'] });
  send('one more', {}, { signers: ['ana', 'ben'] });
  send('twice', {}, { signers: ['ana', 'ana'] });
  const extra = (title: string, extraSigners: xdr.SignerKey[], signers: string[]) =>
    send(title, conditions({ extraSigners }), { signers });
  extra('an extra signer that signs', [signerOf('ben')], ['ana', 'ben']);
  extra('an extra signer that does not sign', [signerOf('ben')], ['ana']);
  extra('the source as extra signer', [signerOf('ana')], ['ana']);
  extra('two extra signers, one of whom signs', [signerOf('ben'), signerOf('cleo')], ['ana', 'ben']);
  extra('two extra signers that sign', [signerOf('ben'), signerOf('cleo')], ['ana', 'ben', 'cleo']);
  extra('an extra signer twice', [signerOf('ben'), signerOf('ben')], ['ana', 'ben']);
  extra('a signer of no payload', [payloadSigner(Buffer.alloc(0))], ['ana']);
  extra('a signer of a payload', [payloadSigner(Buffer.alloc(3, 1))], ['ana']);
  extra('no payload as the second', [signerOf('ben'), payloadSigner(Buffer.alloc(0))], ['ana', 'ben']);
  const withPayload = (payload: Uint8Array, signed = payload) => {
    const plain = changed(
      t.build(key('ana'), [pay()]),
      conditions({ extraSigners: [payloadSigner(payload)] }),
      key('ana'),
    );
    plain.addDecoratedSignature(key('ben').signPayloadDecorated(signed));
    note(
      `a signature of a payload of ${payload.length} bytes${signed === payload ? '' : ', of another payload'}`,
      plain.toXdr(),
    );
  };
  for (const length of [1, 4, 64]) withPayload(Buffer.alloc(length, 9));
  withPayload(Buffer.alloc(8, 9), Buffer.alloc(8, 8));
  const preimage = Buffer.from('preimage');
  const byHash = changed(
    t.build(key('ana'), [pay()]),
    conditions({ extraSigners: [xdr.SignerKey.signerKeyTypeHashX(hash(preimage))] }),
    key('ana'),
  );
  byHash.signHashX(preimage);
  note('a preimage of a hash', byHash.toXdr());
  send(
    'a source of an operation that does not sign',
    {},
    {
      operations: [
        Operation.payment({ source: address('ben'), destination: address('ana'), asset: Asset.native(), amount: '1' }),
      ],
    },
  );

  section('accounts that cannot pay');
  const poor = (title: string, balance: string, fee: number) => {
    const at = address(title);
    send(
      `an account with ${balance}`,
      {},
      { operations: [Operation.createAccount({ destination: at, startingBalance: balance })] },
    );
    note(
      `  pays a fee of ${fee}`,
      changed(t.build(key(title), [Operation.bumpSequence({ bumpTo: '0' })]), { fee }, key(title)).toXdr(),
    );
  };
  poor('p1', '1.00002', 200);
  poor('p2', '1.00002', 201);
  poor('p3', '1.0000199', 200);

  section('contract calls');
  const prepare = () =>
    t.prepareCall(
      key('ana'),
      TOKEN.address,
      'transfer',
      addressValue(address('ana')),
      addressValue(address('ben')),
      i128(5n),
    ) as Transaction;
  const dataOf = (transaction: Transaction) => (txOf(transaction).ext as xdr.TransactionExtSorobanData).sorobanData;
  const call = (
    title: string,
    change: (data: xdr.SorobanTransactionData) => Partial<xdr.SorobanTransactionData>,
    rest: Change = {},
    more = 5_000_000n,
  ) => {
    const prepared = prepare();
    const data = dataOf(prepared);
    const changedData = new xdr.SorobanTransactionData({
      ...data,
      resourceFee: data.resourceFee + more,
      ...change(data),
    });
    const fee = Math.min(Number(changedData.resourceFee) + 100, 2 ** 32 - 1);
    note(
      title,
      changed(prepared, { ext: xdr.TransactionExt.sorobanData(changedData), fee, ...rest }, key('ana')).toXdr(),
    );
  };
  const resources = (title: string, change: (old: xdr.SorobanResources) => Partial<xdr.SorobanResources>) =>
    call(title, (data) => ({ resources: new xdr.SorobanResources({ ...data.resources, ...change(data.resources) }) }));
  const footprint = (title: string, readOnly: readonly xdr.LedgerKey[], readWrite: readonly xdr.LedgerKey[] = []) =>
    resources(title, ({ footprint: old }) => ({
      footprint: new xdr.LedgerFootprint({
        readOnly: [...old.readOnly, ...readOnly],
        readWrite: [...old.readWrite, ...readWrite],
      }),
    }));
  call('as simulated', (data) => data, {}, 0n);
  call('with more for resources', () => ({}));
  send(
    'without resources',
    { ext: xdr.TransactionExt.v0() },
    { operations: txOf(prepare()).operations as xdr.Operation[] },
  );
  send('resources for a payment', { ext: txOf(prepare()).ext, fee: 1_000_000 });
  send(
    'a call and a payment',
    { ext: txOf(prepare()).ext, fee: 1_000_000 },
    { operations: [...txOf(prepare()).operations, pay()] },
  );
  call('a memo', () => ({}), { memo: xdr.Memo.memoText('x') });
  call('an M address as source', () => ({}), { sourceAccount: key('ana').xdrMuxedAccount('7') });
  call('an M address as source of the call', () => ({}), {
    operations: [
      new xdr.Operation({
        body: (txOf(prepare()).operations[0] as xdr.Operation).body,
        sourceAccount: key('ana').xdrMuxedAccount('7'),
      }),
    ],
  });
  const line = (name: string) => trustlineKey(address(name), new Asset(TOKEN.code, TOKEN.issuer));
  const sizeOf = (name: string) => t.ledger.view((view) => view.entry(keyText(line(name)))?.data.toXdr().length ?? 0);
  const onDisk = sizeOf('ana') + sizeOf('ben');
  for (const more of [0, 1]) {
    resources(`instructions at their most and ${more}`, () => ({ instructions: 100_000_000 + more }));
    resources(`bytes read at their most and ${more}`, () => ({ diskReadBytes: 200_000 + more }));
    resources(`bytes written at their most and ${more}`, () => ({ writeBytes: 132_096 + more }));
    const nonces = (count: number) => Array.from({ length: count }, (_, at) => nonceKey(address('ana'), BigInt(at)));
    const { footprint: own } = dataOf(prepare()).resources;
    footprint(`entries at their most and ${more}`, nonces(100 + more - own.readOnly.length - own.readWrite.length));
    footprint(`entries written at their most and ${more}`, [], nonces(50 + more - own.readWrite.length));
    resources(`instructions at their least less ${more}`, () => ({ instructions: 3_800_000 - more }));
    call(`a fee of the resource fee less ${more}`, (data) => data, {
      fee: Number(dataOf(prepare()).resourceFee) - more,
    });
    call(`a resource fee that just pays what is not refunded, less ${more}`, ({ resourceFee }) => ({
      resourceFee: resourceFee - BigInt(more),
    }));
    call(`a resource fee of the most and ${more}`, () => ({ resourceFee: 2n ** 50n + BigInt(more) }));
    call(`a resource fee of 0 less ${more}`, () => ({ resourceFee: BigInt(-more) }));
    resources(`the bytes read from disk less ${more}`, () => ({ diskReadBytes: onDisk - more }));
    resources(`the bytes written less ${more}`, () => ({ writeBytes: onDisk - more }));
  }
  footprint('an account', [accountKey(address('ben'))]);
  footprint('an entry twice', [line('ana')]);
  footprint('a setting', [
    xdr.LedgerKey.configSetting(
      new xdr.LedgerKeyConfigSetting({ configSettingId: xdr.ConfigSettingId.configSettingStateArchival }),
    ),
  ]);
  resources('nothing written', ({ footprint: old }) => ({
    footprint: new xdr.LedgerFootprint({ readOnly: [...old.readOnly, ...old.readWrite], readWrite: [] }),
  }));
  resources('nothing read', ({ footprint: old }) => ({
    footprint: new xdr.LedgerFootprint({ readOnly: [], readWrite: old.readWrite }),
  }));
  resources('all written', ({ footprint: old }) => ({
    footprint: new xdr.LedgerFootprint({ readOnly: [], readWrite: [...old.readOnly, ...old.readWrite] }),
  }));
  const restoring = (title: string, archivedSorobanEntries: number[]) =>
    call(title, (data) => ({
      ext: xdr.SorobanTransactionDataExt.resourceExt(new xdr.SorobanResourcesExtV0({ archivedSorobanEntries })),
      resources: new xdr.SorobanResources({
        ...data.resources,
        footprint: new xdr.LedgerFootprint({
          readOnly: data.resources.footprint.readOnly,
          readWrite: [
            instanceKey(TOKEN.address),
            nonceKey(address('ana'), 1n),
            ...data.resources.footprint.readWrite,
          ].filter((each) => !data.resources.footprint.readOnly.some((other) => other.equals(each))),
        }),
      }),
    }));
  for (const list of [[], [0], [0, 0], [1, 0], [1], [9]]) restoring(`restored: ${list.join(', ') || 'none'}`, list);

  section('fee bumps');
  type Bump = {
    fee?: number | bigint;
    inner?: Change;
    signers?: readonly string[];
    payer?: string;
    innerSigners?: readonly string[];
    operation?: xdr.Operation;
  };
  const bump = (
    title: string,
    { fee = 200, inner = {}, signers = ['ben'], payer = 'ben', innerSigners = ['ana'], operation = pay() }: Bump = {},
  ) => {
    const plain = changed(t.build(key('ana'), [operation]), inner, ...innerSigners.map(key));
    const { v1 } = plain.toEnvelope() as xdr.TransactionEnvelopeTx;
    const tx = new xdr.FeeBumpTransaction({
      ...{ feeSource: key(payer).xdrMuxedAccount(), fee: BigInt(fee), ext: xdr.FeeBumpTransactionExt.v0() },
      innerTx: xdr.FeeBumpTransactionInnerTx.envelopeTypeTx(v1),
    });
    const outer = new FeeBumpTransaction(
      xdr.TransactionEnvelope.envelopeTypeTxFeeBump(new xdr.FeeBumpTransactionEnvelope({ tx, signatures: [] })),
      PASSPHRASE,
    );
    outer.sign(...signers.map(key));
    note(title, outer.toXdr());
  };
  for (const fee of [-1, 0, 199, 200, 10_000]) bump(`of ${fee}`, { fee });
  bump('around a fee of 0', { inner: { fee: 0 } });
  bump('around a fee of 99', { inner: { fee: 99 } });
  for (const fee of [300, 301]) bump(`of ${fee} around 150`, { inner: { fee: 150 }, fee });
  bump('of 299 around 150', { inner: { fee: 150 }, fee: 299 });
  bump('by no account', { payer: 'stranger', signers: ['stranger'] });
  bump('not signed', { signers: [] });
  bump('signed by another', { signers: ['ana'] });
  bump('signed twice', { signers: ['ben', 'ana'] });
  bump('around what is not signed', { innerSigners: [] });
  bump('around what is signed twice', { innerSigners: ['ana', 'ben'] });
  bump('around a wrong sequence number', { inner: { seqNum: 1n } });
  bump('around what fails', { operation: pay('stranger') });
  bump('of the same account', { payer: 'ana', signers: ['ana'] });
  bump('of more than it has', { fee: 2n ** 62n });
  const whole = prepare();
  for (const less of [0n, 1n])
    bump(`around a call, less ${less}`, {
      inner: { ...txOf(whole), seqNum: sequence() + 1n },
      fee: dataOf(whole).resourceFee + 200n - less,
    });

  section('envelopes');
  const plain = () => changed(t.build(key('ana'), [pay()]), {}, key('ana')).toXdr();
  note('nothing', '');
  note('no base64', `${plain().slice(0, -4)}!!!!`);
  note('a line break', `${plain()}\n`);
  note('too short', plain().slice(0, -4));
  note('a byte more', Buffer.concat([Buffer.from(plain(), 'base64'), Buffer.alloc(3)]).toString('base64'));
  for (const length of [176_128, 176_132]) note(`${length} characters`, 'A'.repeat(length));
  const { tx } = (t.build(key('ana'), [pay()]).toEnvelope() as xdr.TransactionEnvelopeTx).v1;
  const old = xdr.TransactionV0.fromXdr(Buffer.from(tx.toXdr()).subarray(4));
  const signature = key('ana').signDecorated(t.build(key('ana'), [pay()]).hash());
  note(
    'an old envelope',
    xdr.TransactionEnvelope.envelopeTypeTxV0(new xdr.TransactionV0Envelope({ tx: old, signatures: [signature] })).toXdr(
      'base64',
    ),
  );
  await expect(`${lines.join('\n').trim()}\n`).toMatchFileSnapshot('recorded/every-refusal.txt');
});
