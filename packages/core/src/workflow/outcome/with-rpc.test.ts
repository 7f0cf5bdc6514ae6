/** The desk with a Stellar RPC: tokens say their decimals, and accounts who must sign. */

import { failure } from '@countersign/testkit/desk/failure';
import { createTestDesk, policy } from '@countersign/testkit/desk/test-desk';
import {
  buildDeploy,
  escrowAt,
  instanceOf,
  NOW,
  otherKey,
  request,
  requestInput,
  sandbox,
  sign,
  signerKey,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { HURRY } from '@countersign/testkit/ledger/stated-ledger';
import {
  type Answer,
  account,
  entries,
  network,
  SILENCE,
  simulated,
  startRpc,
  tokenInstance,
  type Weights,
} from '@countersign/testkit/rpc/scripted-rpc';
import { answer, type Responder, reset, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { Asset, Keypair, StrKey, xdr } from '@stellar/stellar-sdk/base';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readTransaction, transactionHash } from '../../envelope/read-transaction.ts';
import { fieldProblem, toCountersignError } from '../../errors/errors.ts';
import { NETWORKS, tokenDecimals } from '../../escrow/network.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import type { ServiceCallOptions } from '../../service/escrow-service.ts';
import type { DeskParts } from '../create-desk.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

const contractId = escrowAt();
const success = answer(200, { status: 'SUCCESS', message: 'ok', contractId });
const ASSET = new Asset('GOLD', otherKey.publicKey());
const GOLD = ASSET.contractId(sandbox.passphrase);
const OWN_CODE = StrKey.encodeContract(new Uint8Array(32).fill(6));
const cosigner = Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(21));
const ofToken = (address: string, decimals = 10_000_000) => ({
  trustline: { address, decimals },
  milestones: [{ description: 'Design', amount: '10.5' }],
});
const deployed = (changes: Record<string, unknown> = {}): Responder =>
  answer(201, { status: 'SUCCESS', unsignedTransaction: buildDeploy(request(changes)) });

/** How long an RPC that is silent is waited for. */
const ANSWER_MS = 400;

/** `later`: what the RPC answers once the transaction was handed out. */
type WithRpcOptions = {
  readonly rpc?: Record<string, Answer>;
  readonly later?: Record<string, Answer>;
  readonly policy?: Partial<DeskParts['policy']>;
};

async function openDesk({ rpc, policy: changes }: WithRpcOptions, ...scenes: Responder[]) {
  const service = await startScriptedService(...scenes);
  const now = () => NOW * 1_000;
  const store = openSqliteStore(undefined, 'sandbox', now);
  onTestFinished(store.close);
  const answers = { getNetwork: network(sandbox.passphrase), ...rpc };
  const server = rpc && (await startRpc(answers));
  const lines: string[] = [];
  const client = service.client({ now });
  /** What the service was left of a call's 45 s, in milliseconds. */
  const left: number[] = [];
  const noting = <Given, Result>(call: (given: Given, options?: ServiceCallOptions) => Result) => {
    return (given: Given, options?: ServiceCallOptions) => {
      left.push((options?.deadline ?? Number.POSITIVE_INFINITY) - now());
      return call(given, options);
    };
  };
  const desk = createTestDesk({
    service: { ...client, deploy: noting(client.deploy), sendTransaction: noting(client.sendTransaction) },
    store,
    policy: { ...policy, ...changes },
    patience: HURRY,
    now,
    signUrl: (pageId) => `http://127.0.0.1/${pageId}`,
    log: (_, line) => lines.push(line),
    ...(server === undefined ? {} : { ledger: openLedger([server.url], sandbox.passphrase, { answerMs: ANSWER_MS }) }),
  });
  return { desk, service, store, lines, left, answers, asked: server?.asked ?? [] };
}

/** On which the signer’s account is, one below the fixture’s transactions. */
const holding = (...held: readonly xdr.LedgerEntryData[]) => ({
  getLedgerEntries: entries(account(signerKey.publicKey(), {}), ...held),
});
const goldHeld = holding(tokenInstance(GOLD, { asset: ASSET }));

describe('decimals', () => {
  test('make an escrow of an unknown Stellar asset verified, also on the signing page', async () => {
    const { desk } = await openDesk({ rpc: goldHeld }, deployed(ofToken(GOLD)));
    const prepared = await desk.prepare('deploy', requestInput(ofToken(GOLD)));
    expect(prepared).toMatchObject({ checked: 'verified', summary: { total: '10.5', token: { address: GOLD } } });
    // Anybody may issue an asset of this name, so it is not called by it.
    expect(prepared.summary.token).not.toHaveProperty('code');
    const page = await desk.page(prepared.signUrl?.split('/').at(-1) as string).view();
    expect(page).toMatchObject({ offer: { reasons: [] }, network: { saidDecimals: { [GOLD]: 7 } } });
  });

  test('and who lacks a trustline for it is named, but for its issuer', async () => {
    const worker = Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(31)).publicKey();
    const rpc = holding(tokenInstance(GOLD, { asset: ASSET }), account(otherKey.publicKey()), account(worker));
    const roles = { ...requestInput().roles, receiver: worker, platformAddress: otherKey.publicKey() };
    const asked = { ...ofToken(GOLD), roles };
    const { desk } = await openDesk({ rpc }, deployed(asked));
    const { judgement: risk } = await desk.prepare('deploy', requestInput(asked));
    const lacking = [...risk.warnings, ...risk.facts].filter(({ code }) => code === 'TRUSTLINE_MISSING');
    expect(lacking).toEqual([
      { code: 'TRUSTLINE_MISSING', params: { address: worker, role: 'receiver' } },
      { code: 'TRUSTLINE_MISSING', params: { address: signerKey.publicKey(), role: 'signer' } },
    ]);
  });

  test.each([false, true])(
    'are a mismatch when the request gets them wrong, partly allowed or not (%s)',
    async (allowPartly) => {
      const asked = ofToken(GOLD, 1_000_000);
      const { desk } = await openDesk({ rpc: goldHeld, policy: { allowPartly } }, deployed(asked));
      expect(await failure(desk.prepare('deploy', requestInput(asked)))).toMatchObject({
        code: 'TRANSACTION_MISMATCH',
        message: expect.stringMatching(/units do not match its token/),
        remedy: expect.stringMatching(/Correct trustline.decimals/),
        fields: [
          fieldProblem('trustline.decimals', 'OTHER_DECIMALS', {
            given: 1_000_000,
            decimals: 7,
            multiplier: 10_000_000,
          }),
        ],
        differences: [
          {
            ...{ field: 'trustline.decimals', asked: { code: 'DECIMALS_OF_TOKEN', params: { decimals: 7 } } },
            found: { code: 'DECIMALS_OF_REQUEST', params: { multiplier: 1_000_000 } },
          },
        ],
      });
    },
  );

  test('are reported when they are too fine for an escrow', async () => {
    const rpc = {
      ...holding(tokenInstance(OWN_CODE, { native: false })),
      simulateTransaction: simulated(xdr.ScVal.scvU32(18)),
    };
    const { desk } = await openDesk({ rpc }, deployed(ofToken(OWN_CODE)));
    expect((await failure(desk.prepare('deploy', requestInput(ofToken(OWN_CODE))))).fields?.[0]).toEqual(
      fieldProblem('trustline.decimals', 'OTHER_DECIMALS', { given: 10_000_000, decimals: 18 }),
    );
  });

  test('are the service’s fault when the service changed them', async () => {
    const { desk } = await openDesk({ rpc: goldHeld }, deployed(ofToken(GOLD, 1_000_000)));
    expect(await failure(desk.prepare('deploy', requestInput(ofToken(GOLD))))).toMatchObject({
      code: 'TRANSACTION_MISMATCH',
      message: expect.stringMatching(/the service prepared does not match the request/),
      fields: undefined,
    });
  });

  test('do not excuse the service when the request gets them wrong and the service changed something else', async () => {
    const asked = ofToken(GOLD, 1_000_000);
    const { desk } = await openDesk({ rpc: goldHeld }, deployed({ ...asked, title: 'Another' }));
    expect(await failure(desk.prepare('deploy', requestInput(asked)))).toMatchObject({
      message: expect.stringMatching(/the service prepared does not match the request/),
      fields: [{ path: 'trustline.decimals' }],
      differences: [{ field: 'title' }, { field: 'trustline.decimals' }],
    });
  });

  const WORTHLESS: readonly [string, Record<string, Answer>][] = [
    ['another network', { ...goldHeld, getNetwork: network(NETWORKS.testnet.passphrase) }],
    ['silence', { getLedgerEntries: SILENCE }],
    ['no such token', holding()],
    ['text', { getLedgerEntries: 'seven' }],
  ];

  test.each(WORTHLESS)('are not pinned by %s: partly, with the reason', async (_, rpc) => {
    const { desk, lines } = await openDesk({ rpc, policy: { allowPartly: true } }, deployed(ofToken(GOLD)));
    const prepared = await desk.prepare('deploy', requestInput(ofToken(GOLD)));
    const reasons = [{ code: 'TOKEN_NOT_ASKED', params: { token: GOLD, stored: false } }];
    expect(prepared).toMatchObject({ checked: 'partly', summary: { reasons } });
    const page = await desk.page(prepared.signUrl?.split('/').at(-1) as string).view();
    expect(page).toMatchObject({ offer: { reasons }, network: sandbox });
    expect(page.network).not.toHaveProperty('saidDecimals');
    expect(lines).toContainEqual(expect.stringContaining(`did not return the decimals of token ${GOLD}`));
  });

  test('are not requested for a known token, even if the RPC would answer differently', async () => {
    const usdc = sandbox.tokens[0]?.address as string;
    const { getLedgerEntries: held } = holding(tokenInstance(usdc, { native: false }));
    const keys: string[] = [];
    const rpc = {
      getLedgerEntries: (params: Parameters<typeof held>[0]) => {
        keys.push(...(params?.keys ?? []));
        return held(params);
      },
      simulateTransaction: simulated(xdr.ScVal.scvU32(2)),
    };
    const { desk, asked } = await openDesk({ rpc }, deployed());
    expect(await desk.prepare('deploy', requestInput())).toMatchObject({ checked: 'verified' });
    expect(asked).not.toContain('simulateTransaction');
    expect(keys).not.toContain(instanceOf(usdc).toXdr('base64'));
    expect(tokenDecimals({ ...sandbox, saidDecimals: { [usdc]: 2 } }, usdc)).toBe(7);
  });
});

describe('signers', () => {
  const signed = (xdr: string | undefined, ...keys: Keypair[]) =>
    sign(xdr ?? '', keys, (tx) => transactionHash(tx, sandbox.passphrase));
  const standing = (weights: Weights) => ({ getLedgerEntries: entries(account(signerKey.publicKey(), weights)) });
  const BOTH: Weights = { thresholds: [1, 2, 2, 2], signers: [[cosigner, 1]] };

  async function submitted(options: WithRpcOptions, keys: readonly Keypair[], ...scenes: Responder[]) {
    const { desk, service, asked, left, answers } = await openDesk(
      options,
      deployed(),
      ...(scenes.length === 0 ? [success] : scenes),
    );
    const prepared = await desk.prepare('deploy', requestInput());
    const signedXdr = signed(prepared.unsignedXdr, ...keys);
    Object.assign(answers, options.later);
    const before = asked.length;
    const problem = await desk.submit({ signedXdr, id: prepared.id }).then(() => undefined, toCountersignError);
    const sent = service.asked.filter(({ url }) => url.includes('send-transaction')).length;
    return { desk, prepared, signedXdr, problem, sent, asked: asked.slice(before), left, answers };
  }

  test('who together are enough: sent', async () => {
    const { problem, sent } = await submitted({ rpc: standing(BOTH) }, [signerKey, cosigner]);
    expect([problem, sent]).toEqual([undefined, 1]);
  });

  const GONE = { getLedgerEntries: { latestLedger: 9, entries: [] } };

  test.each<[string, Record<string, Answer>, Keypair[], string, RegExp]>([
    ['an account that does not exist', GONE, [signerKey], 'SIGNER_NOT_FOUND', /does not exist on sandbox/],
    [
      'several, for an account that does not exist',
      GONE,
      [signerKey, cosigner],
      'SIGNER_NOT_FOUND',
      /does not exist on sandbox/,
    ],
    [
      'several, and an RPC without an answer',
      { getLedgerEntries: 'x' },
      [signerKey, cosigner],
      'MULTISIG_NOT_SUPPORTED',
      /could not be asked/,
    ],
    [
      'several, and an RPC of another network',
      { ...standing(BOTH), getNetwork: network(NETWORKS.public.passphrase) },
      [signerKey, cosigner],
      'MULTISIG_NOT_SUPPORTED',
      /could not be asked/,
    ],
    [
      'a stranger, and an RPC without an answer',
      { getLedgerEntries: 'x' },
      [otherKey],
      'SIGNED_BY_ANOTHER',
      /must be signed by/,
    ],
  ])('%s: not sent', async (_, later, keys, code, message) => {
    // Whose network it is, an RPC is asked once.
    const { getNetwork = network(sandbox.passphrase) } = later;
    const { problem, sent } = await submitted({ rpc: { ...standing({}), getNetwork }, later }, keys);
    expect(problem).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(sent).toBe(0);
  });

  test('the signer alone, and an RPC without an answer: sent, and the network has the last word', async () => {
    const { problem, sent, left } = await submitted({ rpc: { getLedgerEntries: SILENCE } }, [signerKey]);
    expect([problem, sent]).toEqual([undefined, 1]);
    // The time that the RPC was waited for is the service's no more: the call ends within 45 s all the same.
    const [deploy, send] = left;
    expect(deploy).toBeGreaterThan(40_000);
    expect(deploy).toBeLessThanOrEqual(45_000);
    expect(send).toBeLessThanOrEqual(45_000 - ANSWER_MS + 100);
  });

  test('warns before a signature that the ledger was not asked when the RPC is silent', async () => {
    const silent = await openDesk({ rpc: { getLedgerEntries: SILENCE } }, deployed());
    const { judgement: risk } = await silent.desk.prepare('deploy', requestInput());
    expect(risk.warnings?.map(({ code }) => code)).toContain('LEDGER_NOT_ASKED');
    const answering = await openDesk({ rpc: standing({}) }, deployed());
    const found = await answering.desk.prepare('deploy', requestInput());
    expect(found.judgement.warnings?.map(({ code }) => code) ?? []).not.toContain('LEDGER_NOT_ASKED');
  });

  test('the signers of a transaction without a signature are not asked for', async () => {
    const { problem, asked } = await submitted({ rpc: standing({}) }, []);
    expect(problem?.code).toBe('XDR_NOT_SIGNED');
    // Once, for what became of it: the wallet may have sent it.
    expect(asked).toEqual(['getLedgerEntries']);
    const elsewhere = await openDesk({ rpc: standing({}), policy: { allowForeign: true } });
    const foreign = elsewhere.desk.submit({ signedXdr: buildDeploy(request()) });
    expect((await failure(foreign)).code).toBe('XDR_NOT_SIGNED');
    expect(elsewhere.asked).toEqual([]);
  });

  test('a signature for another network is named as one, also of an account that does not exist here', async () => {
    const { desk, answers } = await openDesk({ rpc: standing({}) }, deployed());
    const prepared = await desk.prepare('deploy', requestInput());
    Object.assign(answers, GONE);
    const signedXdr = sign(prepared.unsignedXdr ?? '', [signerKey], (tx) =>
      transactionHash(tx, NETWORKS.testnet.passphrase),
    );
    expect((await failure(desk.submit({ signedXdr }))).code).toBe('SIGNED_FOR_ANOTHER_NETWORK');
  });

  test('get nothing to sign when the account does not exist', async () => {
    const { desk, service } = await openDesk({ rpc: GONE }, deployed());
    expect(await failure(desk.prepare('deploy', requestInput()))).toMatchObject({
      code: 'SIGNER_NOT_FOUND',
      message: expect.stringMatching(/does not exist on sandbox/),
    });
    expect(service.asked).toHaveLength(1);
  });

  test('the very transaction that may have been sent is sent again, even if the signers have changed', async () => {
    const others = standing({ thresholds: [0, 1, 1, 1], signers: [[otherKey, 1]] });
    const { desk, prepared, signedXdr, answers } = await submitted(
      { rpc: standing(BOTH) },
      [signerKey, cosigner],
      reset,
      success,
    );
    Object.assign(answers, others);
    expect((await failure(desk.submit({ signedXdr: signed(prepared.unsignedXdr, signerKey) }))).code).toBe(
      'SIGNATURES_MISSING',
    );
    expect(await desk.submit({ signedXdr, id: prepared.id })).toMatchObject({ status: 'accepted', by: 'service' });
  });

  test('are weighed before anything is kept when a transaction was prepared elsewhere', async () => {
    const { desk, store } = await openDesk({ rpc: standing(BOTH), policy: { allowForeign: true } }, success);
    const foreign = buildDeploy(request());
    expect((await failure(desk.submit({ signedXdr: signed(foreign, signerKey) }))).code).toBe('SIGNATURES_MISSING');
    const { hashHex } = readTransaction(foreign, sandbox.passphrase);
    expect(await store.findByHash(hashHex)).toBeUndefined();
    expect(await desk.submit({ signedXdr: signed(foreign, signerKey, cosigner) })).toMatchObject({
      status: 'accepted',
      preparedHere: false,
    });
    expect((await store.findByHash(hashHex))?.state).toBe('accepted');
  });
});

describe('a transaction that was prepared elsewhere, of a token that is not known here', () => {
  const foreign = (decimals?: number) =>
    sign(buildDeploy(request(ofToken(GOLD, decimals))), [signerKey], (tx) => transactionHash(tx, sandbox.passphrase));
  const both = { allowForeign: true, allowPartly: true };
  const known = goldHeld;

  test('is sent where the token says the decimals that the amounts are in', async () => {
    const { desk } = await openDesk({ rpc: known, policy: { allowForeign: true } }, success);
    expect(await desk.submit({ signedXdr: foreign() })).toMatchObject({ status: 'accepted', preparedHere: false });
  });

  test.each<[string, Record<string, Answer> | undefined]>([
    ['no Stellar RPC', undefined],
    ['one that is silent', { getLedgerEntries: SILENCE }],
  ])('is not sent with %s, also where partly verified ones are allowed', async (_, rpc) => {
    const { desk, service } = await openDesk({ ...(rpc && { rpc }), policy: both }, success);
    expect(await failure(desk.submit({ signedXdr: foreign() }))).toMatchObject({
      code: 'NOT_PREPARED_HERE',
      message: expect.stringContaining(`The decimals of token ${GOLD} are taken from the request`),
    });
    expect(service.asked).toHaveLength(0);
  });
});
