/** Sending to a network whose RPC answers as the real one: what a client gets, and what core's client makes of it. */
import {
  type RealNetwork,
  SIGNER,
  signedDeploy,
  startRealNetwork,
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
const txBadSeq = xdr.TransactionResultResult.txBadSeq();
const txBadAuth = xdr.TransactionResultResult.txBadAuth();

describe('a transaction that the network takes', () => {
  test('PENDING, NOT_FOUND for a while, then SUCCESS: settled, with the escrow', async () => {
    const script = { ...PENDING, getTransaction: [notFound(), notFound(), notFound(), settled()] };
    expect(await sending(script)).toMatchObject({ ...SETTLED, asked: { sends: 1, looks: 4 } });
  });

  test.each([
    ['HTTP 503', { status: 503 }],
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

  test('ERROR txBadSeq of one that settled before: settled, also where the RPC learns of it a moment later', async () => {
    const script = { sendTransaction: [sent('ERROR', { result: txBadSeq })], getTransaction: [notFound(), settled()] };
    expect(await sending(script)).toMatchObject(SETTLED);
  });

  test('ERROR where the RPC does not say whether it settled before: unknown, and no code is named', async () => {
    const script = { sendTransaction: [sent('ERROR', { result: txBadSeq })], getTransaction: [{ status: 503 }] };
    const reply = await sending(script);
    expect(reply).toMatchObject(unknown(containing('HTTP status 503')));
    expect(JSON.stringify(reply.json)).not.toContain('txBadSeq');
  });

  test('a question that the RPC cannot read: 400', async () => {
    const script = { sendTransaction: [{ error: { code: -32602, message: 'invalid_xdr' } }] };
    expect(await sending(script)).toMatchObject({
      ...refused('signedXdr is not a transaction that the network can read'),
      outcome: { kind: 'unknown' },
    });
  });
});

describe('a transaction whose outcome no one knows', () => {
  test('is reported as not sent when the RPC does not take the request', async () => {
    const script = { sendTransaction: [{ status: 403, body: '<html>blocked</html>' }], getTransaction: [notFound()] };
    expect(await sending(script)).toMatchObject(unknown(containing('The transaction was not sent')));
  });

  test('is not reported as refused or not sent when an earlier try may have sent it', async () => {
    const after = (later: Script[string][number]) =>
      sending({ sendTransaction: [{ status: 503 }, later], getTransaction: [notFound()] } as Script);
    expect(await after(sent('ERROR', { result: txBadSeq }))).toMatchObject(
      unknown(containing('may have taken the transaction')),
    );
    const reply = await after({ status: 403 });
    expect(reply).toMatchObject(unknown(containing('HTTP status 403')));
    expect(JSON.stringify(reply.json)).not.toContain('not sent');
  });

  test.each([
    ['sent', { sendTransaction: ['silence'], getTransaction: [notFound()] }, 'did not answer in time'],
    ['looked for', { ...PENDING, getTransaction: ['silence'] }, 'send the same signed XDR again to learn it'],
  ] as [string, Script, string][])('is unknown after long silence when it is %s', async (_, script, words) => {
    expect(await sending(script)).toMatchObject(unknown(containing(words)));
  });
});
