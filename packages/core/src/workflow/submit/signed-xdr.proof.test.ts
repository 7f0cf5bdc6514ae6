/** Everything that comes back in a signed transaction's place, through the desk: sent once, or refused for what it is. */

import { failure } from '@countersign/testkit/desk/failure';
import { createTestDesk } from '@countersign/testkit/desk/test-desk';
import {
  buildDeploy,
  NOW,
  otherKey,
  request,
  requestInput,
  sandbox,
  sign,
  signerKey,
  time,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { hostileTexts, REFUSED, WRAPPED } from '@countersign/testkit/fixtures/pasted-cases';
import { fastest, LONGEST_MS } from '@countersign/testkit/fuzz/fuzz';
import { refusedOr } from '@countersign/testkit/fuzz/target';
import { HURRY, include, stateLedger } from '@countersign/testkit/ledger/stated-ledger';
import { sampled } from '@countersign/testkit/proof/share';
import { answer, type Responder, reset, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { type Keypair, xdr } from '@stellar/stellar-sdk/base';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findXdr } from '../../envelope/find-xdr.ts';
import { transactionHash } from '../../envelope/read-transaction.ts';
import { type CountersignError, type ErrorName, errorName } from '../../errors/errors.ts';
import { KNOWN_PASSPHRASES } from '../../escrow/network.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Desk } from '../create-desk.ts';
import type { Prepared } from '../model/results.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

const prepared = (end = NOW + 100): Responder =>
  answer(201, {
    status: 'SUCCESS',
    unsignedTransaction: buildDeploy(request(), { condition: time(0, end) }),
  });
const success = answer(200, { status: 'SUCCESS', message: 'ok' });
const PAGE = 'http://127.0.0.1:1/sign/';

/** A desk that handed out one transaction. */
const handedOut = (...after: Responder[]) => handedOutWith(undefined, ...after);

/** @param ledger where there is one to ask */
async function handedOutWith(ledger: Ledger | undefined, ...after: Responder[]) {
  const clock = { now: NOW * 1_000 };
  const service = await startScriptedService(prepared(), ...after);
  const store = openSqliteStore(undefined, 'sandbox', () => clock.now);
  onTestFinished(store.close);
  const desk = createTestDesk({
    service: service.client({ now: () => clock.now }),
    store,
    now: () => clock.now,
    signUrl: (page) => `${PAGE}${page}`,
    patience: HURRY,
    ...(ledger === undefined ? {} : { ledger }),
  });
  return { desk, service, clock, prepared: await desk.prepare('deploy', requestInput()) };
}

const signed = (envelope: string | undefined, key: Keypair = signerKey, passphrase: string = sandbox.passphrase) =>
  sign(envelope ?? '', [key], (tx) => transactionHash(tx, passphrase));

function open(envelope: string): xdr.TransactionV1Envelope {
  const read = xdr.TransactionEnvelope.fromXdr(envelope, 'base64');
  if (read.type !== 'envelopeTypeTx') throw new TypeError('a v1 envelope is taken apart here');
  return read.v1;
}

/** The body of one envelope under the signatures of another. */
function signaturesOf(from: string, body: string): string {
  const v1 = new xdr.TransactionV1Envelope({ tx: open(body).tx, signatures: [...open(from).signatures] });
  return xdr.TransactionEnvelope.envelopeTypeTx(v1).toXdr('base64');
}

function broken(envelope: string): string {
  const [{ hint }] = open(envelope).signatures as [xdr.DecoratedSignature];
  const signature = new xdr.DecoratedSignature({ hint, signature: new Uint8Array(64).fill(1) });
  const v1 = new xdr.TransactionV1Envelope({ tx: open(envelope).tx, signatures: [signature] });
  return xdr.TransactionEnvelope.envelopeTypeTx(v1).toXdr('base64');
}

function feeBumped(envelope: string): string {
  return xdr.TransactionEnvelope.envelopeTypeTxFeeBump(
    new xdr.FeeBumpTransactionEnvelope({
      tx: new xdr.FeeBumpTransaction({
        feeSource: xdr.MuxedAccount.keyTypeEd25519(otherKey.rawPublicKey()),
        fee: 1_000_000n,
        innerTx: xdr.FeeBumpTransactionInnerTx.envelopeTypeTx(open(envelope)),
        ext: xdr.FeeBumpTransactionExt.v0(),
      }),
      signatures: [],
    }),
  ).toXdr('base64');
}

/** The same transaction as it was written before 2020, its soroban data left out as that kind has no room for it. */
function oldKind(envelope: string): string {
  const { tx, signatures } = open(envelope);
  return xdr.TransactionEnvelope.envelopeTypeTxV0(
    new xdr.TransactionV0Envelope({
      tx: new xdr.TransactionV0({
        sourceAccountEd25519: signerKey.rawPublicKey(),
        fee: tx.fee,
        seqNum: tx.seqNum,
        timeBounds: null,
        memo: tx.memo,
        operations: [...tx.operations],
        ext: xdr.TransactionV0Ext.v0(),
      }),
      signatures: [...signatures],
    }),
  ).toXdr('base64');
}

const another = buildDeploy(request({ title: 'Another' }));
const elsewhere = buildDeploy(request(), { salt: new Uint8Array(32).fill(4) });
const strangerKey = (await import('@stellar/stellar-sdk/base')).Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(99));
const pageOf = (preparedRequest: Prepared) => preparedRequest.signUrl?.slice(PAGE.length) as string;

type Refused = readonly [
  input: (preparedRequest: Prepared) => string | { signedXdr: string; id: string },
  name: ErrorName,
  says: RegExp,
];

/** What is XDR, or names what is known here, and is still not the signed transaction. */
const SIGNED_WRONG: Readonly<Record<string, Refused>> = {
  'the unsigned one': [({ unsignedXdr = '' }) => unsignedXdr, 'XDR_NOT_SIGNED', /exactly as it was handed out/],
  'the unsigned one in quotes': [({ unsignedXdr }) => `"${unsignedXdr}"`, 'XDR_NOT_SIGNED', /exactly as it was/],
  'the whole answer of the preparation': [
    (preparedRequest) => JSON.stringify(preparedRequest),
    'XDR_NOT_SIGNED',
    /exactly as it was/,
  ],
  'signed by the provider': [
    ({ unsignedXdr }) => signed(unsignedXdr, otherKey),
    'SIGNED_BY_ANOTHER',
    new RegExp(`must be signed by ${signerKey.publicKey()}.* signed by ${otherKey.publicKey()}, its service provider`),
  ],
  'signed by the provider for another network': [
    ({ unsignedXdr }) => signed(unsignedXdr, otherKey, KNOWN_PASSPHRASES['testnet']),
    'SIGNED_BY_ANOTHER',
    new RegExp(`${otherKey.publicKey()}, .*for the network “testnet”`),
  ],
  'signed brokenly by the provider': [
    ({ unsignedXdr }) => broken(signed(unsignedXdr, otherKey)),
    'SIGNED_BY_ANOTHER',
    new RegExp(`claims to be by ${otherKey.publicKey()}, .*not valid`),
  ],
  'signed by a stranger': [
    ({ unsignedXdr }) => signed(unsignedXdr, strangerKey),
    'SIGNED_BY_ANOTHER',
    /an account that it does not name/,
  ],
  ...Object.fromEntries(
    Object.entries(KNOWN_PASSPHRASES)
      .filter(([name]) => name !== 'sandbox')
      .map(([name, passphrase]): [string, Refused] => [
        `signed for ${name}`,
        [
          ({ unsignedXdr }) => signed(unsignedXdr, signerKey, passphrase),
          'SIGNED_FOR_ANOTHER_NETWORK',
          new RegExp(`network “${name}”.*“sandbox”`),
        ],
      ]),
  ),
  'with a broken signature': [({ unsignedXdr }) => broken(signed(unsignedXdr)), 'SIGNATURE_BROKEN', /not valid/],
  'signed twice': [({ unsignedXdr }) => signed(signed(unsignedXdr)), 'MULTISIG_NOT_SUPPORTED', /more than once/],
  'signed by two': [
    ({ unsignedXdr }) => signed(signed(unsignedXdr), otherKey),
    'MULTISIG_NOT_SUPPORTED',
    /^Other accounts have signed/,
  ],
  'changed after it was signed': [
    ({ unsignedXdr }) => signaturesOf(signed(unsignedXdr), another),
    'TRANSACTION_CHANGED',
    /changed afterwards/,
  ],
  'changed after it was signed, with the id, to another escrow': [
    ({ id, unsignedXdr }) => ({ id, signedXdr: signaturesOf(signed(unsignedXdr), elsewhere) }),
    'TRANSACTION_CHANGED',
    /changed afterwards/,
  ],
  'changed before it was signed': [() => signed(another), 'TRANSACTION_CHANGED', /changed before it was signed/],
  'changed and signed by a stranger': [
    () => signed(another, strangerKey),
    'TRANSACTION_CHANGED',
    /not the one that was prepared and compared\. It was not sent\.$/,
  ],
  'prepared elsewhere': [() => signed(elsewhere), 'NOT_PREPARED_HERE', /not compared with a request/],
  'fee-bumped by the wallet': [
    ({ unsignedXdr }) => feeBumped(signed(unsignedXdr)),
    'FEE_BUMPED',
    /signed the transaction that was prepared here/,
  ],
  'fee-bumped, prepared elsewhere': [() => feeBumped(signed(elsewhere)), 'FEE_BUMPED', /^The wallet wrapped/],
  'of the old kind': [({ unsignedXdr }) => oldKind(signed(unsignedXdr)), 'XDR_UNREADABLE', /old or unknown kind/],
  'the hash of ours': [
    ({ transactionHash: hash }) => hash.toUpperCase(),
    'XDR_UNREADABLE (hash)',
    /hash of the transaction [0-9a-f]{64} that was prepared here, not the signed/,
  ],
  'the address of our escrow': [
    ({ contractId: id }) => id,
    'XDR_UNREADABLE (address)',
    /escrow C[A-Z2-7]{55} that was prepared/,
  ],
  'the id of ours': [({ id }) => id, 'XDR_UNREADABLE (id)', /id of the escrow that was prepared here/],
  'the address of its page': [
    ({ signUrl }) => signUrl as string,
    'XDR_UNREADABLE (link)',
    /signing page of the escrow/,
  ],
  'an explorer’s link to ours': [
    ({ transactionHash: hash }) => `https://stellar.expert/explorer/testnet/tx/${hash}`,
    'XDR_UNREADABLE (link)',
    /link to the transaction [0-9a-f]{64} that was prepared here/,
  ],
};

const counts = { errors: new Set<string>() };

describe('a signed transaction is taken', () => {
  test.each(Object.entries(WRAPPED))('%s', async (_, wrap) => {
    const { desk, prepared: preparedRequest, service } = await handedOut(success);
    const signedXdr = signed(preparedRequest.unsignedXdr);
    const result = await desk.submit({ signedXdr: wrap(signedXdr), id: preparedRequest.id });
    expect(result).toMatchObject({ status: 'accepted', transactionHash: preparedRequest.transactionHash });
    expect(JSON.parse(service.asked[1]?.body ?? '')).toMatchObject({ signedXdr });
  });
});

async function refusedBy(desk: Desk, input: unknown): Promise<CountersignError> {
  const error = await failure(desk.submit(input));
  counts.errors.add(errorName(error));
  expect(error.remedy).not.toBe('');
  return error;
}

describe('anything else is refused for what it is, and nothing is sent', () => {
  test.each(REFUSED)('refuses %s', async (_, text, name, says = /./) => {
    const { desk, prepared: preparedRequest, service } = await handedOut(success);
    const error = await refusedBy(desk, { signedXdr: text(signed(preparedRequest.unsignedXdr)) });
    expect([errorName(error), error.message]).toEqual([name, expect.stringMatching(says)]);
    expect(service.asked).toHaveLength(1);
  });

  test.each(Object.entries(SIGNED_WRONG))('%s', async (_, [make, name, says]) => {
    const { desk, prepared: preparedRequest, service } = await handedOut(success);
    const made = make(preparedRequest);
    const error = await refusedBy(desk, typeof made === 'string' ? { signedXdr: made } : made);
    expect([errorName(error), error.message]).toEqual([name, expect.stringMatching(says)]);
    if (name === 'TRANSACTION_CHANGED') expect(error.differences).not.toEqual([]);
    // A person with a hash or an address may not own the escrow, so the error has neither its id nor its page.
    if (made !== preparedRequest.id && typeof made === 'string')
      expect(JSON.stringify(error.toView())).not.toContain(preparedRequest.id);
    if (made !== preparedRequest.signUrl) expect(JSON.stringify(error.toView())).not.toContain(pageOf(preparedRequest));
    expect(service.asked).toHaveLength(1);
  });
});

test('reports until when a late transaction could be sent', async () => {
  const { desk, prepared: preparedRequest, service, clock } = await handedOut(success);
  clock.now = (NOW + 130) * 1_000;
  const error = await refusedBy(desk, { signedXdr: signed(preparedRequest.unsignedXdr) });
  expect(error).toMatchObject({
    code: 'TRANSACTION_EXPIRED',
    message: expect.stringContaining(`until ${preparedRequest.expiresAt}, which was 30 s ago`),
    remedy: expect.stringContaining('with the id'),
  });
  expect(service.asked).toHaveLength(1);
});

test('one that was renewed since is compared with the one that was signed', async () => {
  const { desk, prepared: preparedRequest, clock } = await handedOut(prepared(NOW + 190));
  clock.now += 80_000;
  const renewed = await desk.prepare('deploy', { id: preparedRequest.id });
  expect(renewed.transactionHash).not.toBe(preparedRequest.transactionHash);
  // The body differs from the first one in its title, and from the renewed one in its time too.
  const error = await refusedBy(desk, {
    signedXdr: signaturesOf(signed(preparedRequest.unsignedXdr), another),
    id: preparedRequest.id,
  });
  expect(error).toMatchObject({
    code: 'TRANSACTION_CHANGED',
    differences: [{ field: 'title', asked: preparedRequest.summary.title, found: 'Another' }],
  });
});

test('one that comes with the id of another escrow is not sent for either', async () => {
  const salt = new Uint8Array(32).fill(5);
  const second = { engagementId: 'engagement-2' };
  const unsignedTransaction = buildDeploy(request(second), { salt });
  const {
    desk,
    prepared: preparedRequest,
    service,
  } = await handedOut(answer(201, { status: 'SUCCESS', unsignedTransaction }), success, success);
  const other = await desk.prepare('deploy', requestInput(second));
  const error = await refusedBy(desk, { signedXdr: signed(preparedRequest.unsignedXdr), id: other.id });
  expect(error).toMatchObject({
    code: 'INPUT_INVALID',
    fields: [{ path: 'id', problem: { code: 'ID_OF_ANOTHER' } }],
  });
  expect(service.asked).toHaveLength(2);
  for (const { id, unsignedXdr } of [preparedRequest, other]) {
    await expect(desk.submit({ signedXdr: signed(unsignedXdr), id })).resolves.toMatchObject({ status: 'accepted' });
  }
});

test('one that is settled already gives the first result, however it is wrapped or signed', async () => {
  const { ledger, state } = stateLedger();
  const {
    desk,
    prepared: preparedRequest,
    service,
  } = await handedOutWith(ledger, (response, received) => {
    include(state, preparedRequest.transactionHash);
    success(response, received);
  });
  const signedXdr = signed(preparedRequest.unsignedXdr);
  const first = await desk.submit({ signedXdr });
  expect(first).toMatchObject({ status: 'settled', by: 'ledger' });
  for (const again of [signedXdr, `"${signedXdr}"`, preparedRequest.unsignedXdr]) {
    expect(await desk.submit({ signedXdr: again })).toEqual(first);
  }
  expect(service.asked).toHaveLength(2);
  expect(await failure(desk.submit({ signedXdr: preparedRequest.transactionHash }))).toMatchObject({
    code: 'XDR_UNREADABLE',
    reason: 'hash',
    message: expect.stringContaining('It has settled.'),
    remedy: 'Nothing more needs to be signed or pasted.',
  });
});

test('reports an unknown outcome for the hash of such a transaction', async () => {
  const { desk, prepared: preparedRequest } = await handedOut(reset);
  await desk.submit({ signedXdr: signed(preparedRequest.unsignedXdr) });
  expect(await failure(desk.submit({ signedXdr: preparedRequest.contractId }))).toMatchObject({
    code: 'XDR_UNREADABLE',
    reason: 'address',
    remedy: expect.stringContaining('Do not sign another one'),
  });
});

const HOSTILE = hostileTexts(signed(buildDeploy(request())));

test.each(sampled(Object.entries(HOSTILE)))('%s is answered soon', async (_, text) => {
  expect(await fastest(() => refusedOr(() => findXdr(text)))).toBeLessThanOrEqual(LONGEST_MS);
});

test('the count', ({ task }) => {
  task.meta.figures = {
    proof: 'Signed XDR, every way it goes wrong',
    rows: {
      'ways in which a signed transaction is wrapped, all taken': Object.keys(WRAPPED).length,
      'things pasted in its place, all refused': REFUSED.length,
      'transactions wrongly signed, changed or not to be sent, all refused': Object.keys(SIGNED_WRONG).length + 2,
      'error codes and reasons among them, each with a remedy': counts.errors.size,
      'hostile texts of the largest size, all answered': Object.keys(HOSTILE).length,
      'slowest of them': `under ${LONGEST_MS} ms`,
    },
  };
  expect(counts.errors.size).toBeGreaterThanOrEqual(20);
});
