import {
  account,
  buildDeploy,
  escrowAt,
  NOW,
  otherKey,
  request,
  requestInput,
  sandbox,
  sign,
  signerKey,
  time,
} from '@countersign/testkit/fixtures/deploy-fixture';
import {
  answer,
  deadUrl,
  html,
  reset,
  type Scene,
  startScriptedService,
} from '@countersign/testkit/service/scripted-service';
import { type Keypair, xdr } from '@stellar/stellar-sdk/base';
import { describe, expect, onTestFinished, test } from 'vitest';
import { transactionHash } from '../envelope/read-transaction.ts';
import { CountersignError } from '../errors/errors.ts';
import { createSecretScanner } from '../secrets/secrets.ts';
import { createDesk, type Desk, type DeskParts } from './create-desk.ts';
import type { PrepareInput } from './desk.ts';
import type { Prepared } from './results.ts';
import { openSqliteStore } from './store/sqlite/sqlite-store.ts';

const contractId = escrowAt();
type DeskPolicy = DeskParts['policy'];
const policy: DeskPolicy = { maxFee: 50_000_000n, allowPartly: false, allowForeign: false, readOnly: false };

/** An honest deploy reply; `end` is when the transaction expires, in seconds, which also makes its hash another one. */
const prepared = (end = NOW + 100): Scene =>
  answer(201, {
    status: 'SUCCESS',
    unsignedTransaction: buildDeploy(request(), { condition: time(0, end) }),
  });
/** As the service words a success; without a ledger to ask that is its word alone. */
const success = answer(200, { status: 'SUCCESS', message: 'ok', contractId, escrow: { title: 'x\u202ey', extra: 1 } });
const refused = (message: string) => answer(400, { message, error: 'Bad Request', statusCode: 400 });

async function openDesk(changes: Partial<DeskPolicy>, ...scenes: Scene[]) {
  const service = await startScriptedService(...scenes);
  const store = openSqliteStore(undefined, 'sandbox', () => clock.now);
  onTestFinished(() => store.close());
  const clock = { now: NOW * 1_000 };
  const parts: DeskParts = {
    service: service.client({ now: () => clock.now }),
    store,
    network: sandbox,
    policy: { ...policy, ...changes },
    scanner: createSecretScanner(['a-credential-of-our-own']),
    now: () => clock.now,
  };
  return { desk: createDesk(parts), parts, service, clock };
}

const wallet = (envelope: string | undefined, key: Keypair = signerKey, passphrase: string = sandbox.passphrase) =>
  sign(envelope ?? '', [key], (tx) => transactionHash(tx, passphrase));

async function failure(call: Promise<unknown>): Promise<CountersignError> {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown instanceof CountersignError) return thrown;
  throw new Error(`an error of ours was expected, not ${thrown}`);
}

const submitSigned = (desk: Desk, offer: Prepared) =>
  desk.submit({ signedXdr: wallet(offer.unsignedXdr), id: offer.id });

describe('prepare', () => {
  test('returns what the transaction itself says', async () => {
    const { desk, service } = await openDesk({}, prepared());
    const result = await desk.prepare('deploy', requestInput());
    expect(result).toMatchObject({
      status: 'prepared',
      network: 'sandbox',
      checked: 'verified',
      contractId,
      expiresAt: new Date((NOW + 100) * 1_000).toISOString(),
      summary: {
        platformFeePercent: '1.5',
        total: '30.5000001',
        token: { code: 'USDC' },
        roles: { releaseSigner: signerKey.publicKey() },
        milestones: [{ amount: '10.5' }, { amount: '20' }, { amount: '0.0000001' }],
      },
    });
    expect(service.asked).toHaveLength(1);
    expect(await desk.status(result.id)).toMatchObject({ status: 'prepared', transactionHash: result.transactionHash });
  });

  test('the same request, however spelled, gives the same offer without asking again', async () => {
    const { desk, service } = await openDesk({}, prepared());
    const first = await desk.prepare('deploy', requestInput());
    expect(await desk.prepare('deploy', requestInput({ platformFee: '1.50' }))).toEqual(first);
    expect(await desk.prepare('deploy', { id: first.id })).toEqual(first);
    expect(service.asked).toHaveLength(1);
  });

  test('prepares an offer that expires too soon again, under its handle and from the same request', async () => {
    const { desk, service, clock } = await openDesk({}, prepared(NOW + 100), prepared(NOW + 190), success);
    const first = await desk.prepare('deploy', requestInput());
    clock.now += 80_000;
    const second = await desk.prepare('deploy', { id: first.id });
    expect(second.id).toBe(first.id);
    expect(second.transactionHash).not.toBe(first.transactionHash);
    expect(service.asked[1]?.body).toBe(service.asked[0]?.body);
    // A copy signed before the renewal still counts while it lives; once it was sent, the other is not.
    expect((await submitSigned(desk, first)).status).toBe('accepted');
    expect((await failure(submitSigned(desk, second))).code).toBe('OUTCOME_UNKNOWN');
    expect(service.asked).toHaveLength(3);
    expect((await failure(desk.prepare('deploy', { id: first.id }))).code).toBe('ALREADY_SETTLED');
    expect((await failure(desk.prepare('deploy', requestInput()))).code).toBe('ALREADY_SETTLED');
  });

  test('never hands out a transaction that differs, and names every difference', async () => {
    const swapped = buildDeploy(request({ platformFee: 9 }), { source: account(otherKey.publicKey()) });
    const { desk } = await openDesk({}, answer(201, { status: 'SUCCESS', unsignedTransaction: swapped }));
    const error = await failure(desk.prepare('deploy', requestInput()));
    expect(error.code).toBe('TRANSACTION_MISMATCH');
    expect(error.differences).toEqual([
      { field: 'source account', asked: signerKey.publicKey(), found: otherKey.publicKey() },
      { field: 'platformFee', asked: '1.5 %', found: '9 %' },
    ]);
    expect(JSON.stringify(error.toView())).not.toContain(swapped.slice(0, 40));
  });

  test.each(['not base64!', 'AAAA'])(
    'an answer with "%s" for a transaction is a mismatch',
    async (unsignedTransaction) => {
      const { desk } = await openDesk({}, answer(201, { status: 'SUCCESS', unsignedTransaction }));
      expect((await failure(desk.prepare('deploy', requestInput()))).code).toBe('TRANSACTION_MISMATCH');
    },
  );

  test('a partly verified one is offered only where the operator allows it, with its reasons', async () => {
    const token = sandbox.factory as string;
    const foreign = request({ trustline: { address: token } });
    const scene = answer(201, { status: 'SUCCESS', unsignedTransaction: buildDeploy(foreign) });
    const strict = await openDesk({}, scene);
    expect(await failure(strict.desk.prepare('deploy', requestInput({ trustline: { address: token } })))).toMatchObject(
      {
        code: 'TRANSACTION_PARTLY_VERIFIED',
        detail: expect.stringContaining(token),
      },
    );
    const lenient = await openDesk({ allowPartly: true }, scene);
    const offer = await lenient.desk.prepare('deploy', requestInput({ trustline: { address: token } }));
    expect(offer).toMatchObject({
      checked: 'partly',
      summary: { reasons: [{ code: 'TOKEN_NOT_ASKED', params: { token } }] },
    });
  });

  test.each<[string, unknown, string]>([
    ['a bad request', requestInput({ title: '' }), 'INPUT_INVALID'],
    [
      'decimals that are not the token’s',
      requestInput({ trustline: { address: sandbox.tokens[0]?.address, decimals: 1_000_000 } }),
      'INPUT_INVALID',
    ],
    ['an issuer nobody knows', requestInput({ trustline: { address: otherKey.publicKey() } }), 'INPUT_INVALID'],
    [
      'a secret seed in any field',
      requestInput({ description: `my key is ${otherKey.secret()} ok?` }),
      'SECRET_REFUSED',
    ],
    ['one of our own credentials', requestInput({ title: 'a-credential-of-our-own' }), 'SECRET_REFUSED'],
    ['an id that is not known', { id: 'x' }, 'HANDLE_NOT_FOUND'],
  ])('%s never reaches the service', async (_, input, code) => {
    const { desk, service } = await openDesk({}, prepared());
    const error = await failure(desk.prepare('deploy', input as PrepareInput<'deploy'>));
    expect(error.code).toBe(code);
    expect(JSON.stringify(error.toView())).not.toMatch(/S[A-Z2-7]{55}|a-credential/);
    expect(service.asked).toEqual([]);
  });
});

describe('submit', () => {
  test('reports the service’s success as unconfirmed, and again for the same submission', async () => {
    const { desk, service, clock } = await openDesk({}, prepared(), success, refused('txBadSeq'));
    const offer = await desk.prepare('deploy', requestInput());
    const first = await submitSigned(desk, offer);
    expect(first).toMatchObject({
      status: 'accepted',
      by: 'service',
      contractId,
      transactionHash: offer.transactionHash,
      escrow: { title: 'xy', extra: 1 },
    });
    clock.now += 3_600_000;
    expect(await desk.submit({ signedXdr: wallet(offer.unsignedXdr) })).toEqual(first);
    expect(await desk.status(offer.transactionHash)).toMatchObject({
      id: offer.id,
      status: 'accepted',
      by: 'service',
      message: expect.stringContaining('service says'),
      contractId,
    });
    // Sent once more, it would be denied: the ledger takes one sequence number once.
    expect(await desk.submit({ id: offer.id })).toEqual(first);
    expect(service.asked).toHaveLength(2);
  });

  const other = buildDeploy(request({ title: 'Another' }));
  test.each<[string, (offer: Prepared) => unknown, string]>([
    ['unsigned', (offer) => ({ signedXdr: offer.unsignedXdr }), 'XDR_NOT_SIGNED'],
    ['signed by another', (offer) => ({ signedXdr: wallet(offer.unsignedXdr, otherKey) }), 'SIGNED_BY_ANOTHER'],
    [
      'signed for another network',
      (offer) => ({ signedXdr: wallet(offer.unsignedXdr, signerKey, 'Test SDF Network ; September 2015') }),
      'SIGNED_FOR_ANOTHER_NETWORK',
    ],
    ['changed, with the id', (offer) => ({ signedXdr: wallet(other), id: offer.id }), 'TRANSACTION_CHANGED'],
    ['changed, without the id', () => ({ signedXdr: wallet(other) }), 'TRANSACTION_CHANGED'],
    [
      'prepared elsewhere',
      () => ({ signedXdr: wallet(buildDeploy(request(), { salt: new Uint8Array(32) })) }),
      'NOT_PREPARED_HERE',
    ],
    ['no XDR', () => ({ signedXdr: 'hello' }), 'XDR_UNREADABLE'],
    ['a secret seed', () => ({ signedXdr: otherKey.secret() }), 'SECRET_REFUSED'],
    ['an unknown id', (offer) => ({ signedXdr: wallet(offer.unsignedXdr), id: 'nope' }), 'HANDLE_NOT_FOUND'],
    ['an unknown field', (offer) => ({ signedXdr: wallet(offer.unsignedXdr), key: 1 }), 'INPUT_INVALID'],
  ])('%s is refused before anything is sent', async (_, input, code) => {
    const { desk, service } = await openDesk({}, prepared(), success);
    const offer = await desk.prepare('deploy', requestInput());
    expect((await failure(desk.submit(input(offer)))).code).toBe(code);
    expect(service.asked).toHaveLength(1);
  });

  test('names what changed in a changed transaction', async () => {
    const { desk } = await openDesk({}, prepared());
    const offer = await desk.prepare('deploy', requestInput());
    const error = await failure(desk.submit({ signedXdr: wallet(other), id: offer.id }));
    expect(error.differences).toEqual([{ field: 'title', asked: offer.summary.title, found: 'Another' }]);
  });

  test('refuses an expired transaction', async () => {
    const { desk, service, clock } = await openDesk({}, prepared());
    const offer = await desk.prepare('deploy', requestInput());
    clock.now += 100_000;
    expect((await failure(submitSigned(desk, offer))).code).toBe('TRANSACTION_EXPIRED');
    expect(service.asked).toHaveLength(1);
  });

  test('allows another try if the transaction was certainly not sent', async () => {
    const { desk, parts, service } = await openDesk({}, prepared(), success);
    const offer = await desk.prepare('deploy', requestInput());
    const dead = createDesk({ ...parts, service: service.client({ baseUrl: await deadUrl(), now: parts.now }) });
    expect((await failure(submitSigned(dead, offer))).code).toBe('SERVICE_UNREACHABLE');
    expect(await desk.status(offer.id)).toMatchObject({ status: 'prepared', by: 'here' });
    expect((await submitSigned(desk, offer)).status).toBe('accepted');
  });

  test.each<[string, Scene, string | undefined]>([
    ['a 401', answer(401, { statusCode: 401, message: 'Unauthorized' }), 'Unauthorized'],
    ['a 429', answer(429, { statusCode: 429, message: 'ThrottlerException: Too Many Requests' }), 'Too Many'],
    ['a 400 of the service’s own', refused('signedXdr must be a string'), 'must be a string'],
    ['a 400 that claims to be the ledger’s', refused('Transaction failed: txBadSeq'), 'txBadSeq'],
    ['a 500 that quotes a title', answer(500, { statusCode: 500, message: 'Website (tx_failed)' }), 'tx_failed'],
    ['a reset', reset, undefined],
    ['a 502 page', html(502), undefined],
    ['a 2xx without success', answer(200, { status: 'FAILED' }), undefined],
    ['an empty 200', answer(200, ''), undefined],
  ])('%s leaves it unknown: no new one is prepared, the same XDR asks again', async (_, scene, words) => {
    const { desk, service, clock } = await openDesk({}, prepared(), scene, refused('txBadSeq'), success);
    const offer = await desk.prepare('deploy', requestInput());
    const result = await submitSigned(desk, offer);
    expect(result).toMatchObject({ status: 'unknown', by: 'here', contractId });
    if (words !== undefined) expect(result.detail).toContain(words);
    expect(result.message).not.toMatch(/txBadSeq|tx_failed|Unauthorized|must be a string/);
    expect(await desk.status(offer.id)).toMatchObject({ status: 'unknown', by: 'here' });
    expect((await failure(desk.prepare('deploy', { id: offer.id }))).code).toBe('OUTCOME_UNKNOWN');
    expect((await failure(desk.prepare('deploy', requestInput()))).code).toBe('OUTCOME_UNKNOWN');
    expect((await failure(desk.discard(offer.id))).code).toBe('OUTCOME_UNKNOWN');
    // A refusal of the second sending proves nothing: that is also how a ledger answers one that it settled.
    clock.now += 200_000;
    expect((await submitSigned(desk, offer)).status).toBe('unknown');
    expect((await submitSigned(desk, offer)).status).toBe('accepted');
    expect(service.asked).toHaveLength(4);
    expect((await failure(desk.prepare('deploy', { id: offer.id }))).code).toBe('ALREADY_SETTLED');
    expect((await failure(desk.discard(offer.id))).code).toBe('ALREADY_SETTLED');
  });

  test('an expired transaction that was never sent is unknown without a ledger to ask', async () => {
    const { desk, clock } = await openDesk({}, prepared());
    const offer = await desk.prepare('deploy', requestInput());
    clock.now += 100_000;
    expect(await desk.status(offer.id)).toMatchObject({ status: 'unknown', by: 'here', neverSent: true });
  });

  test('two concurrent submissions send once', async () => {
    const { desk, service } = await openDesk({}, prepared(), (response, asked) =>
      setTimeout(() => success(response, asked), 50),
    );
    const offer = await desk.prepare('deploy', requestInput());
    const results = await Promise.all([submitSigned(desk, offer), submitSigned(desk, offer)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['accepted', 'unknown']);
    expect(service.asked).toHaveLength(2);
    expect((await desk.status(offer.id)).status).toBe('accepted');
  });

  test('the service’s word on the address is compared, never believed', async () => {
    const { desk } = await openDesk({}, prepared(), answer(200, { status: 'SUCCESS', contractId: sandbox.factory }));
    const result = await submitSigned(desk, await desk.prepare('deploy', requestInput()));
    expect(result).toMatchObject({
      status: 'accepted',
      contractId,
      message: expect.stringContaining('wrong'),
      detail: expect.stringContaining(sandbox.factory as string),
    });
  });

  test('sends a transaction prepared elsewhere if the operator allows it, and says so', async () => {
    const foreign = buildDeploy(request());
    const { desk, service } = await openDesk({ allowForeign: true }, success);
    expect(await desk.submit({ signedXdr: wallet(foreign) })).toMatchObject({
      status: 'accepted',
      preparedHere: false,
    });
    const strange = buildDeploy(request(), { factory: sandbox.tokens[0]?.address as string });
    expect((await failure(desk.submit({ signedXdr: wallet(strange) }))).code).toBe('NOT_PREPARED_HERE');
    const payment = buildDeploy(request(), { operations: [] });
    expect((await failure(desk.submit({ signedXdr: wallet(payment) }))).code).toBe('NOT_PREPARED_HERE');
    const late = buildDeploy(request(), { condition: time(0, NOW) });
    expect((await failure(desk.submit({ signedXdr: wallet(late) }))).code).toBe('TRANSACTION_EXPIRED');
    const unsigned = buildDeploy(request({ title: 'Unsigned' }));
    expect((await failure(desk.submit({ signedXdr: unsigned }))).code).toBe('XDR_NOT_SIGNED');
    const blank = buildDeploy(request({ title: 'Blank cheque' }), { auth: [] });
    expect((await failure(desk.submit({ signedXdr: wallet(blank) }))).differences).toEqual([
      {
        field: 'authorisation',
        asked: { code: 'ENTRIES', params: { count: 1 } },
        found: { code: 'ENTRIES', params: { count: 0 } },
      },
    ]);
    // Sending happens once for a hash, also for one that was prepared elsewhere.
    expect(await desk.submit({ signedXdr: wallet(foreign) })).toMatchObject({ status: 'accepted' });
    expect(service.asked).toHaveLength(1);
  });

  test('compares a transaction prepared elsewhere again before each try', async () => {
    const foreign = wallet(buildDeploy(request()));
    const { desk, parts, service, clock } = await openDesk({ allowForeign: true }, success);
    const dead = createDesk({ ...parts, service: service.client({ baseUrl: await deadUrl(), now: parts.now }) });
    expect((await failure(dead.submit({ signedXdr: foreign }))).code).toBe('SERVICE_UNREACHABLE');
    clock.now += 85_000;
    expect(await failure(desk.submit({ signedXdr: foreign }))).toMatchObject({
      code: 'NOT_PREPARED_HERE',
      differences: [
        {
          field: 'time bounds',
          asked: { code: 'ENDS_BETWEEN', params: { least: 20, most: 600 } },
          found: { code: 'ENDS_IN', params: { seconds: '15' } },
        },
      ],
    });
    clock.now -= 85_000;
    expect(await desk.submit({ signedXdr: foreign })).toMatchObject({ status: 'accepted', preparedHere: false });
    expect(service.asked).toHaveLength(1);
  });
});

describe('balances', () => {
  const escrows = [contractId, sandbox.factory as string];
  const found = answer(
    200,
    `[{"address":"${escrows[1]}","balance":0.0000001},{"address":"${escrows[0]}","balance":900719925474.0992123}]`,
  );

  test('are exact and in the order asked, for the given or the default signer', async () => {
    const { desk, service } = await openDesk({ defaultSigner: otherKey.publicKey() }, found);
    expect(await desk.balances({ addresses: escrows })).toMatchObject({
      network: 'sandbox',
      asOf: new Date(NOW * 1_000).toISOString(),
      balances: [
        { address: escrows[0], balance: '900719925474.0992123', by: 'service' },
        { address: escrows[1], balance: '0.0000001', by: 'service' },
      ],
    });
    expect(service.asked[0]?.url).toContain(`signer=${otherKey.publicKey()}`);
  });

  test.each<[string, unknown, string]>([
    ['no signer', { addresses: escrows }, 'signer'],
    ['no address', { signer: signerKey.publicKey(), addresses: [] }, 'addresses'],
    ['201 addresses', { signer: signerKey.publicKey(), addresses: Array(201).fill(contractId) }, 'addresses'],
    [
      'an account for an escrow',
      { signer: signerKey.publicKey(), addresses: [contractId, signerKey.publicKey()] },
      'addresses[1]',
    ],
    ['a contract for a signer', { signer: contractId, addresses: escrows }, 'signer'],
  ])('%s is refused by path', async (_, input, path) => {
    const { desk, service } = await openDesk({}, found);
    const error = await failure(desk.balances(input));
    expect(error).toMatchObject({ code: 'INPUT_INVALID', fields: [{ path }] });
    expect(service.asked).toEqual([]);
  });
});

test('a read-only desk reads balances and nothing else', async () => {
  const { desk, service } = await openDesk({ readOnly: true }, answer(200, [{ address: contractId, balance: 1 }]));
  expect((await failure(desk.prepare('deploy', requestInput()))).code).toBe('READ_ONLY');
  expect((await failure(desk.submit({ signedXdr: 'x' }))).code).toBe('READ_ONLY');
  await desk.balances({ signer: signerKey.publicKey(), addresses: [contractId] });
  expect(service.asked).toHaveLength(1);
});

test('the fixture is a transaction that the SDK reads too', () => {
  expect(xdr.TransactionEnvelope.fromXdr(buildDeploy(request()), 'base64').type).toBe('envelopeTypeTx');
});
