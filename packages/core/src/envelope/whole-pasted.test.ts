/** What is found in pasted texts and files, or the whole reason why nothing is. */
import {
  account,
  buildDeploy,
  NOW,
  otherKey,
  request,
  sandbox,
  sign,
  signerKey,
  time,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { REFUSED, WRAPPED } from '@countersign/testkit/fixtures/pasted-cases';
import { createPart } from '@countersign/testkit/record/part';
import { Asset, Operation, StrKey, xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { CountersignError } from '../errors/errors.ts';
import { findEnvelope, lookAtPasted, MAX_PASTED_CHARACTERS, textOfXdrFile } from './find-xdr.ts';
import { openEnvelope, readEnvelope, readTransaction, transactionHash } from './read-transaction.ts';

const signed = sign(buildDeploy(request({ engagementId: 'engagement-1x' })), [signerKey], (tx) =>
  transactionHash(tx, sandbox.passphrase),
);
const json = xdr.TransactionEnvelope.fromXdr(signed, 'base64').toJson();
const base64 = (text: string) => Buffer.from(text).toString('base64');
const address = StrKey.encodeContract(Buffer.alloc(32, 7));
const hex = Buffer.from(signed, 'base64').toString('hex');

function outcomeOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error;
    const { code, reason, message, remedy, detail } = error;
    return { code, reason, message, remedy, detail };
  }
}

/** `found`: the signed transaction above; a thing that was pasted instead, with what is known of it; or the refusal. */
function found(text: string): unknown {
  return outcomeOf(() => {
    const pasted = lookAtPasted(text);
    if ('instead' in pasted) {
      const refusal = outcomeOf(() => findEnvelope(text)) as { message: string; remedy: string };
      return { instead: pasted.instead, message: refusal.message, remedy: refusal.remedy };
    }
    return pasted.opened.base64 === signed ? 'found' : 'another one is found';
  });
}

const nested = (levels: number): unknown => (levels === 0 ? json : { a: nested(levels - 1) });
const escaped = (levels: number, text = signed): string =>
  levels === 0 ? text : escaped(levels - 1, encodeURIComponent(text));

const MORE: Readonly<Record<string, string>> = {
  'JSON six levels deep': JSON.stringify(nested(6)),
  'JSON seven levels deep': JSON.stringify(nested(7)),
  'JSON with a key next to the kind': JSON.stringify({ ...(json as object), more: 1 }),
  'JSON of another kind': JSON.stringify({ other: (json as { tx: unknown }).tx }),
  'JSON without the signatures’ key': JSON.stringify({ tx: { tx: {} }, note: '"signatures"' }),
  'JSON with null, and a list': JSON.stringify({ a: null, b: [json] }),
  'JSON that does not decode': '{"tx":{"tx":5,"signatures":[]}}',
  'JSON that is cut': `{"signatures": ${JSON.stringify(json).slice(0, 200)}`,
  'percent-encoded three times': escaped(3),
  'percent-encoded four times': escaped(4),
  'with JSON’s escapes of lines and slashes': JSON.stringify(signed.replace(/.{60}/g, '$&\n')).replaceAll('/', '\\/'),
  'with escaped letters': signed.replace('A', '\\u0041'),
  'with entities by name, number and hex': signed
    .replaceAll('+', '&plus;')
    .replaceAll('/', '&#47;')
    .replaceAll('=', '&#x3D;'),
  'with an entity that is not known': `&other; ${signed}`,
  'hex of 64 digits': hex.slice(0, 64),
  'hex of 66 digits': hex.slice(0, 66),
  'hex in quotes with blanks': `"${hex.replace(/.{40}/g, '$& ')}"`,
  'base64 of its base64': base64(signed),
  'base64 of words around it': `data:text/plain;base64,${base64(`Here: ${signed}`)}`,
  'a data URL that holds it': `data:application/octet-stream;base64,${signed}`,
  'base64 of bytes that are no text': `data:image/png;base64,${Buffer.alloc(60, 0x89).toString('base64')}`,
  'a link with a hash and an id': `https://x.org/${'ab'.repeat(32)}?id=${'cd'.repeat(16)}`,
  'a link with neither': 'http://x.org',
  'a hash within letters': `x${'ab'.repeat(32)}`,
  'an address with a wrong checksum': `G${'A'.repeat(55)}`,
  'a muxed address': StrKey.encodeMed25519PublicKey(Buffer.alloc(40, 7)),
  'a contract in words': `It is ${address}.`,
  'an id in capitals': 'AB'.repeat(16),
  'a sentence without punctuation': `I signed it ${'and it said that all went well but '.repeat(4)}nothing more`,
  'the same without spaces': `I signed it ${'and it said that all went well but '.repeat(4)}nothing more`.replaceAll(
    ' ',
    '',
  ),
  'a message of a wallet with hidden characters': '{"error":"User declined\\u202e access"}',
  'a message of a wallet in Spanish': 'El usuario rechazó la solicitud: solicitud rechazada',
  'a cancellation in words': 'I want to cancel this',
  'a name of a user': 'my user name is Ana',
  'base64 in lines of 16 characters': 'ZZZZZZZZZZZZZZZZ\n'.repeat(7),
  'hex of 128 digits': 'ab'.repeat(64),
  'four bytes, which a value of a contract can have': 'AAAAAQ==',
  'eight bytes, a value of a contract': xdr.ScVal.scvU32(5).toXdr('base64'),
  'a hash in base64': Buffer.alloc(32, 7).toString('base64'),
  'base64 of 100 characters': 'Z'.repeat(100),
  'base64 of 99 characters': 'Z'.repeat(99),
  'a note of 4,000 characters with a hash': `${'x '.repeat(1_968)}${'ab'.repeat(32)}`,
  'a note that is longer': `${'x '.repeat(1_969)}${'ab'.repeat(32)}`,
  'a refusal of 400 characters': `user rejected${' x'.repeat(193)}y`,
  'a refusal that is longer': `user rejected${' x'.repeat(194)}y`,
  'the beginning of one, with dots far behind': `${signed.slice(0, 400)}      and more ...`,
};

test('finds transactions in texts, or names what is there instead, as recorded', async () => {
  const { note, text } = createPart();
  for (const [name, wrap] of Object.entries(WRAPPED)) note(name, found(wrap(signed)));
  for (const [name, make] of REFUSED) {
    const pasted = make(signed);
    const refusal = found(pasted) as { readonly message: string; readonly remedy: string };
    note(name, refusal);
    // What was pasted is not repeated to the person.
    const words = pasted.match(/[0-9A-Za-z+/]{12,}/g) ?? [];
    for (const word of words.slice(0, 50)) expect(refusal.message + refusal.remedy).not.toContain(word.slice(0, 12));
  }
  for (const [name, pasted] of Object.entries(MORE)) note(name, found(pasted));
  note('the longest text', found(`${signed}${' '.repeat(MAX_PASTED_CHARACTERS - signed.length)}`));
  note('a longer text', found(`${signed}${' '.repeat(MAX_PASTED_CHARACTERS - signed.length + 1)}`));
  await expect(text()).toMatchFileSnapshot('recorded/pasted.txt');
});

const SIGNS = ['89504e47', 'ffd8ff', '47494638', '52494646', '255044462d', '504b0304', '1f8b', '377abcaf'].map(
  (hex) => [...Buffer.from(hex, 'hex')],
);

test('reads files as recorded', async () => {
  const { note, text } = createPart();
  const read = (bytes: readonly number[] | Uint8Array) =>
    outcomeOf(() => {
      const content = textOfXdrFile(Uint8Array.from(bytes));
      return content === signed
        ? 'the transaction'
        : content.length > 99
          ? `${content.length} characters`
          : JSON.stringify({ content });
    });
  for (const start of SIGNS) {
    note(`a file that begins with ${start.join(' ')}`, read([...start, 65]));
    note('one byte before that', read(start.slice(0, -1)));
  }
  note('in UTF-8', read(Buffer.from(signed)));
  note('in UTF-16', read(Buffer.from(`\ufeff${signed}`, 'utf16le')));
  note('its own bytes', read(Buffer.from(signed, 'base64')));
  for (const begin of ['0 0 0 0', '0 0 0 2', '0 0 0 5', '0 0 0 3', '0 0 1 2', '0 1 0 2', '1 0 0 2']) {
    const start = begin.split(' ').map(Number);
    note(`bytes that begin with ${start.join(' ')}`, read([...start, 65]));
  }
  note('a text in another encoding', read([0xfc, 65]));
  note('the longest text', read(Buffer.alloc(MAX_PASTED_CHARACTERS, 65)));
  note('a longer text', read(Buffer.alloc(MAX_PASTED_CHARACTERS + 1, 65)));
  await expect(text()).toMatchFileSnapshot('recorded/files.txt');
});

test('reads envelopes as recorded', async () => {
  const { note, text } = createPart();
  const shown = (read: ReturnType<typeof readTransaction>) => {
    const { transaction, signatures, timeBounds, fee, xdr: whole, ...own } = read;
    const bounds = timeBounds && [`${timeBounds.minTime}`, `${timeBounds.maxTime}`];
    return {
      ...own,
      hash: undefined,
      fee: `${fee}`,
      bounds,
      signatures: signatures.length,
      operations: transaction.operations.length,
      isSame: whole === signed,
    };
  };
  const read = (pasted: string) => outcomeOf(() => shown(readTransaction(pasted, sandbox.passphrase)));
  const deploy = (changes: Parameters<typeof buildDeploy>[1]) => buildDeploy(request(), changes);
  const bounds = new xdr.TimeBounds({ minTime: 5n, maxTime: 9n });
  const v2 = { ledgerBounds: null, minSeqNum: null, minSeqAge: 0n, minSeqLedgerGap: 0, extraSigners: [] };
  const withV2 = (timeBounds: xdr.TimeBounds | null) =>
    xdr.Preconditions.precondV2(new xdr.PreconditionsV2({ ...v2, timeBounds }));
  note('a signed one', read(signed));
  note('without padding', read(signed.replace(/=+$/, '')));
  note(
    'with two zero bytes behind it',
    read(Buffer.concat([Buffer.from(signed, 'base64'), Buffer.alloc(4)]).toString('base64')),
  );
  note('with time bounds', read(deploy({ condition: time(NOW, NOW + 9) })));
  note('without any', read(deploy({ condition: xdr.Preconditions.precondNone() })));
  note('with further preconditions', read(deploy({ condition: withV2(bounds) })));
  note('with these alone', read(deploy({ condition: withV2(null) })));
  note('with a source of its operation', read(deploy({ operationSource: account(otherKey.publicKey()) })));
  for (const pasted of ['', '====', 'AAAA', 'no base64!']) note(`“${pasted}”`, read(pasted));
  for (const length of [176_128, 176_132, 198_144, 198_145])
    note(`base64 of ${length} characters`, read('A'.repeat(length)));
  const bump = xdr.TransactionEnvelope.envelopeTypeTxFeeBump(
    new xdr.FeeBumpTransactionEnvelope({
      tx: new xdr.FeeBumpTransaction({
        ...{ feeSource: account(otherKey.publicKey()), fee: 1_000n, ext: xdr.FeeBumpTransactionExt.v0() },
        innerTx: xdr.FeeBumpTransactionInnerTx.envelopeTypeTx(
          (xdr.TransactionEnvelope.fromXdr(signed, 'base64') as { v1: xdr.TransactionV1Envelope }).v1,
        ),
      }),
      signatures: [],
    }),
  ).toXdr('base64');
  const old = xdr.TransactionEnvelope.envelopeTypeTxV0(
    new xdr.TransactionV0Envelope({
      tx: new xdr.TransactionV0({
        ...{
          sourceAccountEd25519: signerKey.rawPublicKey(),
          fee: 100,
          seqNum: 7n,
          timeBounds: bounds,
          memo: xdr.Memo.memoNone(),
        },
        operations: [Operation.payment({ destination: otherKey.publicKey(), asset: Asset.native(), amount: '1' })],
        ext: xdr.TransactionV0Ext.v0(),
      }),
      signatures: [],
    }),
  ).toXdr('base64');
  for (const [name, envelope] of [
    ['a fee bump', bump],
    ['an old one', old],
    ['one of today', signed],
  ] as const) {
    note(`${name}, as a transaction`, read(envelope));
    const { kind, inner, feeBump } = readEnvelope(openEnvelope(envelope), sandbox.passphrase);
    note(`${name}, as any envelope`, {
      kind,
      inner: shown(inner),
      feeBump: feeBump && [feeBump.fee.toString(), feeBump.signatures.length],
    });
  }
  await expect(text()).toMatchFileSnapshot('recorded/envelopes.txt');
});
