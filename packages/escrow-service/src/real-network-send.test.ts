/** Sending to a network whose RPC answers as the real one: what a client gets, and what core's client makes of it. */
import {
  type RealNetwork,
  SIGNER,
  signedDeploy,
  startRealNetwork,
  TRIES,
} from '@countersign/testkit/escrow-service/real-network';
import { send } from '@countersign/testkit/ledger/sandbox-client';
import { errorEvent, failedOf, notFound, sent, succeeded } from '@countersign/testkit/rpc/rpc-answers';
import type { Answer, Script } from '@countersign/testkit/rpc/rpc-stand-in';
import { xdr } from '@stellar/stellar-sdk/base';
import { afterAll, describe, expect, test } from 'vitest';

/** Two of each, so that a caller need not wait for the other. */
const patient = [await startRealNetwork(), await startRealNetwork()];
const impatient = [await startRealNetwork({ impatient: true }), await startRealNetwork({ impatient: true })];
const signedXdr = await signedDeploy(patient[0] as RealNetwork);
afterAll(() => Promise.all([...patient, ...impatient].map((network) => network.close())));

/** What the service answers, how often the RPC was asked for what, and what core's client tells its own caller. */
async function sending(script: Script) {
  const isSilent = Object.values(script).some((answers) => answers.includes('silence'));
  const [t, other] = (isSilent ? impatient : patient) as [RealNetwork, RealNetwork];
  t.rpc.play(script);
  other.rpc.play(script);
  const [{ status, json }, outcome] = await Promise.all([
    send(t, signedXdr),
    other.client.sendTransaction(signedXdr).catch((error: { code: string }) => ({ kind: error.code })),
  ]);
  const count = (method: string) => t.rpc.asked.filter((asked) => asked === method).length;
  return { status, json, outcome, asked: { sends: count('sendTransaction'), looks: count('getTransaction') } };
}

const PENDING = { sendTransaction: [sent('PENDING')] };
const settled = () => succeeded(signedXdr, SIGNER);
const SETTLED = {
  status: 200,
  json: {
    status: 'SUCCESS',
    contractId: expect.stringMatching(/^C[A-Z2-7]{55}$/),
    escrow: expect.objectContaining({ engagementId: expect.any(String) }),
  },
  outcome: { kind: 'accepted' },
};
const refused = (message: unknown) => ({ status: 400, json: { message, error: 'Bad Request', statusCode: 400 } });
const unknown = (message: unknown) => ({
  status: 500,
  json: { status: 'FAILED', message },
  outcome: { kind: 'unknown' },
});
const containing = (text: string) => expect.stringContaining(text);
const { txBadSeq, txBadAuth, txSorobanInvalid } = {
  txBadSeq: xdr.TransactionResultResult.txBadSeq(),
  txBadAuth: xdr.TransactionResultResult.txBadAuth(),
  txSorobanInvalid: xdr.TransactionResultResult.txSorobanInvalid(),
};

describe('a transaction that the network takes', () => {
  test('PENDING, NOT_FOUND for a while, then SUCCESS: settled, with the escrow', async () => {
    const script = { ...PENDING, getTransaction: [notFound(), notFound(), notFound(), settled()] };
    expect(await sending(script)).toMatchObject({ ...SETTLED, asked: { sends: 1, looks: 4 } });
  });

  test('DUPLICATE: the same, since it was taken before', async () => {
    const script = { sendTransaction: [sent('DUPLICATE')], getTransaction: [notFound(), settled()] };
    expect(await sending(script)).toMatchObject({ ...SETTLED, asked: { sends: 1, looks: 2 } });
  });

  test('sends the same transaction again after one or two TRY_AGAIN_LATER', async () => {
    const busy = sent('TRY_AGAIN_LATER');
    const script = { sendTransaction: [busy, busy, sent('PENDING')], getTransaction: [settled()] };
    expect(await sending(script)).toMatchObject({ ...SETTLED, asked: { sends: 3, looks: 1 } });
  });

  test.each([
    ['HTTP 503', { status: 503 }],
    ['HTTP 429', { status: 429, body: 'slow down' }],
    ['an error of JSON-RPC', { error: { code: -32603, message: 'could not submit transaction to stellar-core' } }],
    ['a broken connection', 'hang up'],
    ['silence', 'silence'],
  ] as [string, Answer][])('%s when it is sent and when it is looked for: borne', async (_, answer) => {
    const script = { sendTransaction: [answer, sent('DUPLICATE')], getTransaction: [notFound(), answer, settled()] };
    expect(await sending(script)).toMatchObject({ ...SETTLED, asked: { sends: 2, looks: 3 } });
  });

  test('FAILED, with the contract’s error among its diagnostics: 400 with number and words', async () => {
    const event = errorEvent(xdr.ScError.sceContract(43), 'failing with contract error');
    expect(await sending({ ...PENDING, getTransaction: [notFound(), failedOf(signedXdr, [event])] })).toMatchObject({
      ...refused('The contract refused: Error(Contract, #43) PlatformFeeTooHigh'),
      outcome: { kind: 'unknown' },
    });
  });

  test('FAILED for a reason of the host’s: 400 with the result and the host’s first words', async () => {
    const limit = xdr.ScError.sceBudget(xdr.ScErrorCode.scecExceededLimit);
    const script = { ...PENDING, getTransaction: [failedOf(signedXdr, [errorEvent(limit, 'operation too costly')])] };
    expect(await sending(script)).toMatchObject({
      ...refused('The transaction failed: txFailed, invokeHostFunctionTrapped, operation too costly'),
      outcome: { kind: 'unknown' },
    });
    expect(await sending({ ...PENDING, getTransaction: [failedOf(signedXdr, [])] })).toMatchObject(
      refused('The transaction failed: txFailed, invokeHostFunctionTrapped'),
    );
    const { result } = failedOf(signedXdr, []) as { result: object };
    const unreadable = { result: { ...result, resultXdr: 'AAAA' } };
    expect(await sending({ ...PENDING, getTransaction: [unreadable] })).toMatchObject(
      refused('The transaction failed: txFailed'),
    );
  });

  test('reports SUCCESS as settled even if its details cannot be read (a later protocol)', async () => {
    const { result } = settled() as { result: object };
    const later = { result: { ...result, resultMetaXdr: 'AAAACQ==', resultXdr: 'AAAA' } };
    const reply = await sending({ ...PENDING, getTransaction: [later] });
    expect(reply).toMatchObject({ status: 200, json: { status: 'SUCCESS' }, outcome: { kind: 'accepted' } });
    // What was created follows from the transaction itself.
    expect(reply.json).toHaveProperty('contractId');
  });
});

describe('a transaction that the network does not take', () => {
  test('ERROR: 400 with the network’s own code, after a look for it', async () => {
    const script = { sendTransaction: [sent('ERROR', { result: txBadAuth })], getTransaction: [notFound()] };
    expect(await sending(script)).toMatchObject({
      ...refused(containing('txBadAuth')),
      asked: { sends: 1, looks: 1 },
      outcome: { kind: 'unknown' },
    });
  });

  test('reports the first words of the diagnostics of an ERROR', async () => {
    const limit = xdr.ScError.sceBudget(xdr.ScErrorCode.scecExceededLimit);
    const events = [errorEvent(limit, 'transaction instructions exceed the network limit')];
    const script = {
      sendTransaction: [sent('ERROR', { result: txSorobanInvalid, events })],
      getTransaction: [notFound()],
    };
    expect(await sending(script)).toMatchObject(
      refused(expect.stringMatching(/txSorobanInvalid .*; transaction instructions exceed the network limit\)$/)),
    );
  });

  test('ERROR txBadSeq of one that settled before: settled, also where the RPC learns of it a moment later', async () => {
    const script = (looks: Script[string]) => ({
      sendTransaction: [sent('ERROR', { result: txBadSeq })],
      getTransaction: looks,
    });
    expect(await sending(script([settled()]))).toMatchObject({ ...SETTLED, asked: { sends: 1, looks: 1 } });
    expect(await sending(script([notFound(), notFound(), settled()]))).toMatchObject(SETTLED);
    expect(await sending(script([notFound()]))).toMatchObject({
      ...refused(containing('txBadSeq')),
      outcome: { kind: 'unknown' },
    });
  });

  test('ERROR where the RPC does not say whether it settled before: unknown, and no code is named', async () => {
    const script = { sendTransaction: [sent('ERROR', { result: txBadSeq })], getTransaction: [{ status: 503 }] };
    const reply = await sending(script);
    expect(reply).toMatchObject(unknown(containing('HTTP status 503')));
    expect(JSON.stringify(reply.json)).not.toContain('txBadSeq');
  });

  test('TRY_AGAIN_LATER for long: 500 that says what to do', async () => {
    const script = { sendTransaction: [sent('TRY_AGAIN_LATER')], getTransaction: [notFound()] };
    expect(await sending(script)).toMatchObject({
      ...unknown('The network is busy and did not take the transaction; send the same signed XDR again'),
      asked: { sends: TRIES, looks: 1 },
    });
  });

  test('a question that the RPC cannot read: 400', async () => {
    const script = { sendTransaction: [{ error: { code: -32602, message: 'invalid_xdr' } }] };
    expect(await sending(script)).toMatchObject({
      ...refused('signedXdr is not a transaction that the network can read'),
      asked: { sends: 1, looks: 0 },
      outcome: { kind: 'unknown' },
    });
  });
});

describe('a transaction that the RPC does not take', () => {
  test.each([
    ['HTTP 403', { status: 403, body: '<html>blocked</html>' }, 1],
    ['HTTP 413', { status: 413 }, 1],
    ['an unknown method', { error: { code: -32601, message: 'no such method' } }, 1],
    ['HTTP 429', { status: 429 }, TRIES],
  ] as [string, Answer, number][])('is reported as not sent after %s', async (_, answer, sends) => {
    const script = { sendTransaction: [answer], getTransaction: [notFound()] };
    expect(await sending(script)).toMatchObject({
      ...unknown(containing('The transaction was not sent')),
      asked: { sends, looks: 0 },
    });
  });

  test('is not reported as refused when an earlier try may have sent it', async () => {
    const script = {
      sendTransaction: [{ status: 503 }, sent('ERROR', { result: txBadSeq })],
      getTransaction: [notFound()],
    } as Script;
    expect(await sending(script)).toMatchObject(unknown(containing('may have taken the transaction')));
    const refusedLater = { ...script, sendTransaction: [{ status: 503 }, { status: 403 }] } as Script;
    const reply = await sending(refusedLater);
    expect(reply).toMatchObject(unknown(containing('HTTP status 403')));
    expect(JSON.stringify(reply.json)).not.toContain('not sent');
  });
});

describe('a transaction of which no one knows', () => {
  test.each([
    ['HTTP 429', { status: 429 }, 'HTTP status 429'],
    ['HTTP 503', { status: 503 }, 'HTTP status 503'],
    ['an error of JSON-RPC', { error: { code: -32603, message: 'txBadSeq, says somebody' } }, 'error -32603'],
    ['silence', 'silence', 'did not answer in time'],
    ['nonsense', { result: { status: 'MAYBE' } }, 'unreadable'],
  ] as [string, Answer, string][])('%s for long when it is sent: 500, unknown', async (_, answer, words) => {
    const script = { sendTransaction: [answer], getTransaction: [notFound()] };
    expect(await sending(script)).toMatchObject(unknown(containing(words)));
  });

  test.each([
    ['NOT_FOUND', notFound()],
    ['silence', 'silence'],
    ['HTTP 503', { status: 503 }],
    ['nonsense', { result: { status: 'MAYBE' } }],
  ] as [string, Answer][])('taken, and then %s for long: 500, unknown, with what to do', async (_, answer) => {
    expect(await sending({ ...PENDING, getTransaction: [answer] })).toMatchObject(
      unknown(containing('its outcome is not known yet; send the same signed XDR again to learn it')),
    );
  });

  test('taken, and not found in any ledger until its time was over: 400, at the second look', async () => {
    const over = notFound(Math.floor(Date.now() / 1000) + 1_000);
    expect(await sending({ ...PENDING, getTransaction: [notFound(), over, over] })).toMatchObject({
      ...refused(containing('txTooLate')),
      asked: { sends: 1, looks: 3 },
      outcome: { kind: 'unknown' },
    });
    // Its ledger may have come in while the first of the two was answered.
    expect(await sending({ ...PENDING, getTransaction: [over, settled()] })).toMatchObject(SETTLED);
  });

  test('the same from an RPC that remembers too little proves nothing', async () => {
    const forgetful: Answer = {
      result: { status: 'NOT_FOUND', latestLedgerCloseTime: '9999999999', oldestLedger: 1_204_513 },
    };
    expect(await sending({ ...PENDING, getTransaction: [forgetful] })).toMatchObject(unknown(containing('not known')));
  });
});
