/** Each classic operation at both sides of each of its limits: result, fee, changed entries and events. */
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { openTestLedger } from '@countersign/testkit/ledger/ledger-client';
import { changed, TOKEN } from '@countersign/testkit/ledger/sandbox-client';
import { settledNote } from '@countersign/testkit/ledger/settled-note';
import { Account, Asset, hash, Memo, MuxedAccount, Operation, StrKey, xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { readEnvelope } from '../transaction/envelope.ts';

const t = openTestLedger();
const NAMES = 'ana ben cleo dan eva gus poor new strict keeper oak issuer friendbot stranger'.split(' ');
const key = sandboxKeypair;
const address = (name: string) => key(name).publicKey();
const named = (text: string): string => NAMES.reduce((all, name) => all.replaceAll(address(name), name), text);
const lines: string[] = [];

const note = (title: string, envelope: string) => lines.push(named(`${title}: ${settledNote(t, envelope)}`));

type Op = xdr.Operation;
type Change = Parameters<typeof changed>[1];
/** Signed by the first, whose sequence number it uses, and the others. */
function send(
  title: string,
  who: string | readonly [string, ...string[]],
  operations: readonly Op[],
  change: Change = {},
): void {
  const [source, ...others] = typeof who === 'string' ? [who] : who;
  const plain = t.build(key(source), operations, { fee: String(100 * operations.length) });
  note(`${title}`, changed(plain, change, ...[source, ...others].map(key)).toXdr());
}
/** Only the result: the entries were shown before. */
function briefly(title: string, ...rest: [Parameters<typeof send>[1], readonly Op[], Change?]): void {
  send(title, ...rest);
  lines.push((lines.pop() as string).split('\n')[0] as string);
}
const raw = (body: xdr.OperationBody) => new xdr.Operation({ sourceAccount: null, body });
const rawOptions = (change: object) => raw(xdr.OperationBody.setOptions(new xdr.SetOptionsOp({ ...EMPTY, ...change })));
/** What the SDK would neither build nor read. */
function odd(title: string, who: string, body: xdr.OperationBody): void {
  const { tx } = (t.build(key(who), [data('x')]).toEnvelope() as xdr.TransactionEnvelopeTx).v1;
  const changed = new xdr.Transaction({ ...tx, operations: [raw(body)] });
  const enveloped = (...signatures: xdr.DecoratedSignature[]) =>
    xdr.TransactionEnvelope.envelopeTypeTx(new xdr.TransactionV1Envelope({ tx: changed, signatures })).toXdr('base64');
  const networkId = hash(new TextEncoder().encode(t.ledger.passphrase));
  note(title, enveloped(key(who).signDecorated(readEnvelope(enveloped(), networkId).hash)));
}
const coin = (code: string, issuer = 'strict') => new Asset(code, address(issuer));
const token = new Asset(TOKEN.code, TOKEN.issuer);
const xlm = Asset.native();
const pay = (to: string, amount: string, asset = xlm, source?: string) =>
  Operation.payment({
    destination: address(to),
    amount,
    asset,
    ...(source === undefined ? {} : { source: address(source) }),
  });
const create = (to: string, startingBalance: string) =>
  Operation.createAccount({ destination: address(to), startingBalance });
const trust = (asset: Asset, limit?: string) =>
  Operation.changeTrust({ asset, ...(limit === undefined ? {} : { limit }) });
const options = Operation.setOptions;
const data = (name: string, value: string | null = 'x') => Operation.manageData({ name, value });
const spare = (name: string) =>
  t.ledger.view((view) => {
    const entry = view.entry(
      xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId: key(name).xdrAccountId() })).toXdr('base64'),
    )?.data;
    if (entry?.type !== 'account') throw new Error('no account');
    return entry.account.balance - BigInt(2 + entry.account.numSubEntries) * 5_000_000n;
  });
const units = (stroops: bigint) => `${stroops / 10_000_000n}.${String(stroops % 10_000_000n).padStart(7, '0')}`;

test('applies or refuses each operation as the network does', async () => {
  for (const name of ['ana', 'ben', 'strict']) t.ledger.fund(address(name));
  const section = (title: string) => lines.push(`\n# ${title}`);

  section('create account');
  send('with the least balance', 'ana', [create('cleo', '1')]);
  briefly('with 1 stroop less', 'ana', [create('dan', '0.9999999')]);
  briefly('with nothing', 'ana', [create('dan', '0')]);
  briefly('that exists', 'ana', [create('cleo', '1')]);
  briefly('itself', 'ana', [create('ana', '1')]);
  briefly('with less than nothing', 'ana', [
    raw(
      xdr.OperationBody.createAccount(
        new xdr.CreateAccountOp({ destination: key('dan').xdrAccountId(), startingBalance: -1n }),
      ),
    ),
  ]);
  briefly('poor', 'ana', [create('poor', '5')]);
  briefly('with 1 stroop more than the source can spare', 'poor', [create('dan', units(spare('poor') - 99n))]);
  send('with all that the source can spare, and a memo', 'poor', [create('dan', units(spare('poor') - 100n))], {
    memo: Memo.text('rent').toXdrObject(),
  });
  briefly('poor again', 'ana', [pay('poor', '2')]);

  const actsAs = (name: string) => Operation.bumpSequence({ bumpTo: '0', source: address(name) });
  briefly('that acts at once, signed by itself', ['ana', 'lea'], [create('lea', '5'), actsAs('lea')]);
  briefly('that acts before it is there', ['ana', 'mia'], [actsAs('mia'), create('mia', '5')]);
  briefly('that acts unsigned', 'ana', [create('nik', '5'), actsAs('nik')]);

  section('payment of XLM');
  send('to another', 'ana', [pay('cleo', '1')]);
  send(
    'to an M address, with a memo',
    'ana',
    [
      Operation.payment({
        destination: new MuxedAccount(new Account(address('ben'), '0'), '77').accountId(),
        asset: xlm,
        amount: '1',
      }),
    ],
    { memo: Memo.id('5').toXdrObject() },
  );
  for (const memo of [
    Memo.text('März'),
    Memo.id('5'),
    Memo.hash(Buffer.alloc(32, 3)),
    Memo.return(Buffer.alloc(32, 4)),
  ]) {
    send(`with a ${memo.type} memo`, 'ana', [pay('ben', '1')], { memo: memo.toXdrObject() });
  }
  briefly('to no account', 'ana', [pay('stranger', '1')]);
  briefly('to itself, more than it has', 'poor', [pay('poor', '500')]);
  briefly('1 stroop more than it can spare', 'poor', [pay('ben', units(spare('poor') - 99n))]);
  briefly('all that it can spare', 'poor', [pay('ben', units(spare('poor') - 100n))]);
  briefly('by an account without the fee', 'poor', [pay('ben', '0.0000001')]);
  for (const amount of [0n, -1n]) {
    briefly(`of ${amount}`, 'ana', [
      raw(
        xdr.OperationBody.payment(
          new xdr.PaymentOp({ destination: key('ben').xdrMuxedAccount(), asset: xlm.toXdrObject(), amount }),
        ),
      ),
    ]);
  }
  send('of two, of which the second fails', 'ana', [pay('ben', '1'), pay('stranger', '1')]);
  briefly('of two, of which the first fails', 'ana', [pay('stranger', '1'), pay('ben', '1')]);
  send('for another, who signs', ['ana', 'ben'], [pay('cleo', '1', xlm, 'ben')]);
  briefly('for another, who does not sign', 'ana', [pay('cleo', '1', xlm, 'ben')]);
  briefly('for no account', ['ana', 'stranger'], [pay('cleo', '1', xlm, 'stranger')]);

  section('trustlines and payments of assets');
  briefly('the issuer demands consent, and may claw back', 'strict', [options({ setFlags: 11 as never })]);
  send('a trustline without consent', 'ben', [trust(coin('ABC'), '10')]);
  briefly('the issuer pays to it', 'strict', [pay('ben', '1', coin('ABC'))]);
  briefly('the issuer frees its flags', 'strict', [options({ clearFlags: 11 as never })]);
  send('a trustline with consent, of a long code', 'ben', [trust(coin('ABCDEFGHIJKL'), '10')]);
  send('a higher limit', 'ben', [trust(coin('ABCDEFGHIJKL'), '20')]);
  briefly('another trustline', 'ben', [trust(coin('XYZ'), '10')]);
  send('minted up to the limit', 'strict', [pay('ben', '10', coin('XYZ'))]);
  briefly('minted above the limit', 'strict', [pay('ben', '0.0000001', coin('XYZ'))]);
  briefly('a limit below the balance', 'ben', [trust(coin('XYZ'), '9.9999999')]);
  briefly('a limit of the balance', 'ben', [trust(coin('XYZ'), '10')]);
  briefly('removed with a balance', 'ben', [trust(coin('XYZ'), '0')]);
  briefly('paid to itself, above its limit', 'ben', [pay('ben', '1', coin('XYZ'))]);
  briefly('paid to an account without a trustline', 'ben', [pay('ana', '1', coin('XYZ'))]);
  briefly('paid by an account without a trustline', 'ana', [pay('ben', '1', coin('XYZ'))]);
  briefly('a second holder', 'ana', [trust(coin('XYZ'))]);
  send('paid between holders', 'ben', [pay('ana', '4', coin('XYZ'))]);
  briefly('more than there is', 'ben', [pay('ana', '6.0000001', coin('XYZ'))]);
  briefly('paid by an account without a trustline to a holder', 'cleo', [pay('ben', '1', coin('XYZ'))]);
  send('burnt, with a memo', 'ben', [pay('strict', '6', coin('XYZ'))], { memo: Memo.text('back').toXdrObject() });
  send('removed without a balance', 'ben', [trust(coin('XYZ'), '0')]);
  briefly('removed where there is none', 'ben', [trust(coin('XYZ'), '0')]);
  briefly('paid without consent', 'ben', [pay('strict', '1', coin('ABC'))]);
  briefly('of no issuer', 'ben', [trust(coin('ABC', 'stranger'))]);
  briefly('for its own asset', 'strict', [trust(coin('ABC'))]);
  briefly('for XLM', 'ben', [
    raw(xdr.OperationBody.changeTrust(new xdr.ChangeTrustOp({ line: xlm.toXdrObject() as never, limit: 1n }))),
  ]);
  for (const code of ['U.', '', 'U\0D']) {
    const assetCode = Buffer.from(code.padEnd(4, '\0'));
    const asset = xdr.Asset.assetTypeCreditAlphanum4(
      new xdr.AlphaNum4({ assetCode, issuer: key('strict').xdrAccountId() }),
    );
    const destination = key('ana').xdrMuxedAccount();
    const bodies = {
      trusted: xdr.OperationBody.changeTrust(new xdr.ChangeTrustOp({ line: asset as never, limit: 1n })),
      paid: xdr.OperationBody.payment(new xdr.PaymentOp({ destination, asset, amount: 1n })),
    };
    for (const [what, body] of Object.entries(bodies)) odd(`${what} in the code ${JSON.stringify(code)}`, 'ben', body);
  }
  briefly('of less than nothing', 'ben', [
    raw(xdr.OperationBody.changeTrust(new xdr.ChangeTrustOp({ line: coin('XYZ').toXdrObject() as never, limit: -1n }))),
  ]);
  briefly('for a pool', 'ben', [
    raw(
      xdr.OperationBody.changeTrust(
        new xdr.ChangeTrustOp({
          line: xdr.ChangeTrustAsset.assetTypePoolShare(
            xdr.LiquidityPoolParameters.liquidityPoolConstantProduct(
              new xdr.LiquidityPoolConstantProductParameters({
                assetA: xlm.toXdrObject(),
                assetB: token.toXdrObject(),
                fee: 30,
              }),
            ),
          ),
          limit: 1n,
        }),
      ),
    ),
  ]);
  briefly('the sandbox’s token', 'ana', [pay('ben', '3', token)]);

  section('reserves');
  const owned = [
    ['trustline', trust(token), trust(token, '0')],
    ['data entry', data('a'), data('a', null)],
    [
      'signer',
      options({ signer: { ed25519PublicKey: address('ben'), weight: 1 } }),
      options({ signer: { ed25519PublicKey: address('ben'), weight: 0 } }),
    ],
  ] as const;
  for (const [what, add, remove] of owned) {
    for (const [title, balance] of [
      ['1 stroop less than it needs', '1.5000099'],
      ['just what it needs', '1.5000100'],
    ] as const) {
      briefly(`an account with ${title}`, 'ana', [create('new', balance)]);
      briefly(`  a ${what}`, 'new', [add]);
      briefly('  more for fees', 'ana', [pay('new', '1')]);
      if (balance === '1.5000100') send('  away with it', 'new', [remove]);
      briefly('  merged', 'new', [Operation.accountMerge({ destination: address('ana') })]);
    }
  }

  section('merging');
  briefly('an account', 'ana', [create('new', '5')]);
  send('merged', 'new', [Operation.accountMerge({ destination: address('ana') })]);
  briefly('again', 'ana', [create('new', '5')]);
  briefly('into itself', 'new', [Operation.accountMerge({ destination: address('new') })]);
  briefly('into no account', 'new', [Operation.accountMerge({ destination: address('stranger') })]);
  briefly('with a data entry', 'new', [data('a'), Operation.accountMerge({ destination: address('ana') })]);
  briefly('immutable', 'new', [
    options({ setFlags: 4 as never }),
    Operation.accountMerge({ destination: address('ana') }),
  ]);
  briefly('with a signer', 'new', [
    options({ signer: { ed25519PublicKey: address('ben'), weight: 1 } }),
    Operation.accountMerge({ destination: address('ana') }),
  ]);

  const merged = Operation.accountMerge({ destination: address('ana') });
  briefly('one that acts afterwards', 'ana', [create('new', '5')]);
  briefly('  merged, then paying', 'new', [merged, pay('ana', '1')]);
  const far = (BigInt(t.ask('getLatestLedger').sequence) + 1_000_000n) << 32n;
  briefly('  with a number that it could have again', 'new', [Operation.bumpSequence({ bumpTo: `${far}` }), merged]);
  briefly('an issuer', 'ana', [create('oak', '5')]);
  briefly('  its asset trusted', 'ben', [trust(coin('GONE', 'oak'))]);
  briefly('  paid, and the issuer merged', 'oak', [pay('ben', '1', coin('GONE', 'oak')), merged]);
  send('  returned to no issuer', 'ben', [pay('oak', '1', coin('GONE', 'oak'))]);

  section('data');
  briefly('keeper', 'ana', [create('keeper', '100')]);
  send('set', 'keeper', [data('color', 'green')]);
  send('changed', 'keeper', [data('color', 'red')]);
  briefly('removed where there is none', 'keeper', [data('size', null)]);
  send('removed', 'keeper', [data('color', null)]);
  for (const [title, name] of [
    ['a space', ' '],
    ['a tilde', '~'],
    ['a control character', '\u001f'],
    ['a delete character', '\u007f'],
    ['64 characters', 'x'.repeat(64)],
  ] as const) {
    briefly(`a name of ${title}`, 'keeper', [data(name)]);
  }
  briefly('a name of nothing', 'keeper', [
    raw(xdr.OperationBody.manageData(new xdr.ManageDataOp({ dataName: '', dataValue: null }))),
  ]);

  section('sequence numbers');
  const bump = (to: bigint) => [raw(xdr.OperationBody.bumpSequence(new xdr.BumpSequenceOp({ bumpTo: to })))];
  const now = t.sequenceOf(address('keeper'));
  briefly('to less than nothing', 'keeper', bump(-1n));
  send('to nothing', 'keeper', bump(0n));
  send('to the number of the transaction itself', 'keeper', bump(now + 2n));
  send('to the next', 'keeper', bump(now + 4n));
  briefly('to the largest', 'keeper', bump(2n ** 63n - 1n));

  section('options');
  const set = (title: string, change: Parameters<typeof options>[0], who: Parameters<typeof send>[1] = 'eva') =>
    send(title, who, [options(change)]);
  briefly('eva', 'ana', [create('eva', '100')]);
  for (const flags of [1, 2, 8, 10, 16, 4, 15])
    briefly(`flags ${flags}${flags === 4 || flags === 15 ? '' : ', then undone'}`, 'eva', [
      options({ setFlags: flags as never }),
      ...(flags === 15 || flags === 4 ? [] : [options({ clearFlags: flags as never })]),
    ]);
  briefly('gus', 'ana', [create('gus', '100')]);
  const other = (title: string, change: Parameters<typeof options>[0]) => briefly(title, 'gus', [options(change)]);
  other('a flag set and cleared', { setFlags: 1, clearFlags: 1 });
  other('an unknown flag cleared', { clearFlags: 16 as never });
  other('claw back without revocation', { setFlags: 8 as never });
  set('home domain', { homeDomain: 'example.org' }, 'gus');
  set('and away with it', { homeDomain: '' }, 'gus');
  other('a home domain with a line break', { homeDomain: 'a\nb' });
  set('inflation to an account', { inflationDest: address('ana') }, 'gus');
  other('inflation to no account', { inflationDest: address('stranger') });
  for (const weight of [255, 256]) {
    const masterWeight = weight === 255 ? 255 : null;
    briefly(`thresholds of ${weight}`, 'gus', [rawOptions({ masterWeight, lowThreshold: weight })]);
  }
  set('all thresholds', { masterWeight: 4, lowThreshold: 1, medThreshold: 2, highThreshold: 3 }, 'gus');
  set('a signer', { signer: { ed25519PublicKey: address('ben'), weight: 1 } }, 'gus');
  set('another weight for it', { signer: { ed25519PublicKey: address('ben'), weight: 2 } }, 'gus');
  set('a hash as signer', { signer: { sha256Hash: Buffer.alloc(32, 7), weight: 1 } }, 'gus');
  set('and away with it', { signer: { sha256Hash: Buffer.alloc(32, 7), weight: 0 } }, 'gus');
  other('a signer removed that is not there', { signer: { sha256Hash: Buffer.alloc(32, 7), weight: 0 } });
  other('itself as signer', { signer: { ed25519PublicKey: address('gus'), weight: 1 } });
  for (const length of [0, 1]) {
    const payload = xdr.SignerKey.signerKeyTypeEd25519SignedPayload(
      new xdr.SignerKeyEd25519SignedPayload({
        ed25519: StrKey.decodeEd25519PublicKey(address('ben')),
        payload: Buffer.alloc(length),
      }),
    );
    const signer = new xdr.Signer({ key: payload, weight: 1 });
    briefly(`a payload of ${length} bytes as signer`, 'gus', [rawOptions({ signer })]);
  }
  for (const weight of [255, 256]) {
    const ben = xdr.SignerKey.signerKeyTypeEd25519(StrKey.decodeEd25519PublicKey(address('ben')));
    briefly(`a signer of weight ${weight}`, 'gus', [rawOptions({ signer: new xdr.Signer({ key: ben, weight }) })]);
  }
  const signers = Array.from({ length: 19 }, (_, at) =>
    options({ signer: { sha256Hash: Buffer.alloc(32, at), weight: 1 } }),
  );
  briefly('18 more signers, then one above 20', 'gus', signers);
  briefly('18 more signers', 'gus', signers.slice(0, 18));

  section('what signatures suffice');
  const weigh = (who: readonly [string, ...string[]], title: string, operation: Op) =>
    briefly(`${title} by ${who.join(' and ')}`, who, [operation]);
  briefly('dan is rich', 'ana', [pay('dan', '50')]);
  briefly('dan with two signers', 'dan', [
    options({ signer: { ed25519PublicKey: address('ben'), weight: 1 } }),
    options({ masterWeight: 2, lowThreshold: 1, medThreshold: 2, highThreshold: 3 }),
  ]);
  for (const who of [['dan'], ['dan', 'ben'], ['dan', 'ana']] as const) {
    weigh(who, 'low', Operation.bumpSequence({ bumpTo: '0' }));
    weigh(who, 'medium', data('a'));
    weigh(who, 'high', options({ highThreshold: 3 }));
    weigh(who, 'medium of options', options({ homeDomain: 'a.b' }));
  }
  const byBen = (title: string, operation: Op) =>
    note(`${title} by ben alone`, changed(t.build(key('dan'), [operation]), {}, key('ben')).toXdr());
  byBen('low', Operation.bumpSequence({ bumpTo: '0' }));
  byBen('medium', pay('ana', '1'));
  byBen('high', Operation.accountMerge({ destination: address('ana') }));
  await expect(`${lines.join('\n').trim()}\n`).toMatchFileSnapshot('recorded/every-operation.txt');
});

const EMPTY = {
  ...{ inflationDest: null, clearFlags: null, setFlags: null, masterWeight: null, lowThreshold: null },
  ...{ medThreshold: null, highThreshold: null, homeDomain: null, signer: null },
};
