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
import { createPart } from '@countersign/testkit/record/part';
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
import { CountersignError, toCountersignError } from '../../errors/errors.ts';
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

const both = { allowPartly: true };
const coarse = ofToken(GOLD, 1_000_000);
/** What the request says, what the service builds unless that is the same, and what the RPC has. */
const DECIMALS: Readonly<Record<string, readonly [WithRpcOptions, asked: object, built?: object]>> = {
  'as the token has them': [{ rpc: goldHeld }, ofToken(GOLD)],
  'wrong in the request': [{ rpc: goldHeld }, coarse],
  'wrong in the request, where partly verified is allowed': [{ rpc: goldHeld, policy: both }, coarse],
  'changed by the service': [{ rpc: goldHeld }, ofToken(GOLD), coarse],
  'wrong in the request, and the service changed the title': [
    { rpc: goldHeld },
    coarse,
    { ...coarse, title: 'Another' },
  ],
  'too fine for an escrow': [
    {
      rpc: {
        ...holding(tokenInstance(OWN_CODE, { native: false })),
        simulateTransaction: simulated(xdr.ScVal.scvU32(18)),
      },
    },
    ofToken(OWN_CODE),
  ],
  'from another network': [
    { rpc: { ...goldHeld, getNetwork: network(NETWORKS.testnet.passphrase) }, policy: both },
    ofToken(GOLD),
  ],
  'from a silent RPC': [{ rpc: { getLedgerEntries: SILENCE }, policy: both }, ofToken(GOLD)],
  'of no such token': [{ rpc: holding(), policy: both }, ofToken(GOLD)],
  'in a text': [{ rpc: { getLedgerEntries: 'seven' }, policy: both }, ofToken(GOLD)],
};

test('takes the decimals of an unknown token from the network alone, and says whose mistake wrong ones are', async () => {
  const part = createPart();
  for (const [title, [options, asked, built = asked]] of Object.entries(DECIMALS)) {
    const { desk, lines } = await openDesk(options, deployed(built as Record<string, unknown>));
    const prepared = await desk
      .prepare('deploy', requestInput(asked as Record<string, unknown>))
      .catch(toCountersignError);
    if (prepared instanceof CountersignError) {
      part.note(title, prepared.toView());
    } else {
      const { checked, summary, signUrl = '' } = prepared;
      const { total, token, reasons } = summary;
      part.note(title, { checked, total, token, reasons });
      const { offer, network: shown } = await desk.page(signUrl.split('/').at(-1) ?? '').view();
      part.note('  on its page', { reasons: offer.reasons, saidDecimals: shown.saidDecimals ?? 'none' });
    }
    part.note('  logged', lines.filter((line) => line.includes('decimals')).join('\n'));
  }
  await expect(part.text()).toMatchFileSnapshot('recorded/decimals.txt');
});

test('names who lacks a trustline for an unknown token, but for its issuer', async () => {
  const worker = Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(31)).publicKey();
  const rpc = holding(tokenInstance(GOLD, { asset: ASSET }), account(otherKey.publicKey()), account(worker));
  const roles = { ...requestInput().roles, receiver: worker, platformAddress: otherKey.publicKey() };
  const asked = { ...ofToken(GOLD), roles };
  const { desk } = await openDesk({ rpc }, deployed(asked));
  const { judgement: risk } = await desk.prepare('deploy', requestInput(asked));
  const lacking = [...risk.warnings, ...risk.facts].filter(({ code }) => code === 'TRUSTLINE_MISSING');
  expect(lacking.map(({ params }) => params)).toEqual([
    { address: worker, role: 'receiver' },
    { address: signerKey.publicKey(), role: 'signer' },
  ]);
});

test('does not ask for the decimals of a known token, even if the RPC would answer differently', async () => {
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

  const GONE = { getLedgerEntries: { latestLedger: 9, entries: [] } };

  const MUTE = { getLedgerEntries: 'x' };
  const ELSEWHERE = { ...standing(BOTH), getNetwork: network(NETWORKS.public.passphrase) };
  test.each<[string, Record<string, Answer>, Keypair[], string, RegExp]>([
    ['an account that does not exist', GONE, [signerKey], 'SIGNER_NOT_FOUND', /does not exist on sandbox/],
    ['several, for no account', GONE, [signerKey, cosigner], 'SIGNER_NOT_FOUND', /does not exist on sandbox/],
    ['several, and no answer', MUTE, [signerKey, cosigner], 'MULTISIG_NOT_SUPPORTED', /could not be asked/],
    ['several, and another network', ELSEWHERE, [signerKey, cosigner], 'MULTISIG_NOT_SUPPORTED', /could not be asked/],
    ['a stranger, and no answer', MUTE, [otherKey], 'SIGNED_BY_ANOTHER', /must be signed by/],
  ])('are not enough and nothing is sent: %s', async (_, later, keys, code, message) => {
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
  const policy = { allowForeign: true, allowPartly: true };

  test('is sent where the token says the decimals that the amounts are in', async () => {
    const { desk } = await openDesk({ rpc: goldHeld, policy: { allowForeign: true } }, success);
    expect(await desk.submit({ signedXdr: foreign() })).toMatchObject({ status: 'accepted', preparedHere: false });
  });

  test.each<[string, Record<string, Answer> | undefined]>([
    ['no Stellar RPC', undefined],
    ['one that is silent', { getLedgerEntries: SILENCE }],
  ])('is not sent with %s, also where partly verified ones are allowed', async (_, rpc) => {
    const { desk, service } = await openDesk({ ...(rpc && { rpc }), policy }, success);
    expect(await failure(desk.submit({ signedXdr: foreign() }))).toMatchObject({
      code: 'NOT_PREPARED_HERE',
      message: expect.stringContaining(`The decimals of token ${GOLD} are taken from the request`),
    });
    expect(service.asked).toHaveLength(0);
  });
});
