/** An account of which two of three must sign: their signatures arrive one after the other, and one transaction is sent. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { CrashCall } from '@countersign/testkit/desk/crash-desk';
import { codeOf } from '@countersign/testkit/desk/failure';
import { createTestDesk } from '@countersign/testkit/desk/test-desk';
import {
  buildDeploy,
  otherKey,
  request,
  requestInput,
  sandbox,
  sign,
  signerKey,
  time,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { HURRY } from '@countersign/testkit/ledger/stated-ledger';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { account, entries, network, startRpc, type Weights } from '@countersign/testkit/rpc/scripted-rpc';
import { answer, type Responder, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { Keypair } from '@stellar/stellar-sdk/base';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readTransaction, transactionHash } from '../../envelope/read-transaction.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import type { Step } from '../context.ts';
import type { Settlement } from '../model/results.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

const [ANN, BOB] = [21, 22];
const [ann, bob] = [ANN, BOB].map((seed) => Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(seed))) as [
  Keypair,
  Keypair,
];
const TWO_OF_THREE: Weights = {
  thresholds: [1, 1, 2, 2],
  signers: [
    [ann, 1],
    [bob, 1],
  ],
};
const CHILD = fileURLToPath(new URL('../../../../testkit/src/desk/crash-child.ts', import.meta.url));
const START = Math.floor(Date.now() / 1_000);
const LIFE_S = 100;

const hashed = (tx: Parameters<typeof transactionHash>[0]) => transactionHash(tx, sandbox.passphrase);
const signedBy = (xdr: string | undefined, ...keys: Keypair[]) => sign(xdr ?? '', keys, hashed);

/** Desks on one data folder, as processes that share it; a service that notes what it is sent. */
async function openFolder(weights: Weights = TWO_OF_THREE) {
  let now = START * 1_000;
  const honest: Responder = (response, received) => {
    const condition = time(0, Math.floor(now / 1_000) + LIFE_S);
    const unsignedTransaction = buildDeploy(request(), { condition });
    const reply = received.url.includes('deployer')
      ? answer(201, { status: 'SUCCESS', unsignedTransaction })
      : answer(200, { status: 'SUCCESS', message: 'ok' });
    reply(response, received);
  };
  const service = await startScriptedService(honest);
  const answers = {
    getNetwork: network(sandbox.passphrase),
    getLedgerEntries: entries(account(signerKey.publicKey(), weights)),
  };
  const rpc = await startRpc(answers);
  const folder = temporaryFolder();
  const open = () => {
    const store = openSqliteStore(folder, 'sandbox', () => now);
    onTestFinished(store.close);
    const desk = createTestDesk({
      service: service.client({ now: () => now }),
      store,
      patience: HURRY,
      now: () => now,
      signUrl: (pageId) => `http://127.0.0.1/${pageId}`,
      ledger: openLedger([rpc.url], sandbox.passphrase),
    });
    return { desk, store };
  };
  const sent = () =>
    service.asked
      .filter(({ url }) => url.includes('send-transaction'))
      .map(({ body }) => (JSON.parse(body) as { signedXdr: string }).signedXdr);
  const signersSent = () =>
    sent().map((xdr) => {
      const { signatures, hash } = readTransaction(xdr, sandbox.passphrase);
      return signatures.map(({ signature }) =>
        [signerKey, ann, bob].find((key) => key.verify(hash, signature.toBytes()))?.publicKey(),
      );
    });
  /** Signs and submits in a process of its own. @param seed of the signer; @param killAt where it ends itself */
  const inProcess = async (id: string, seed: number, killAt?: Step) => {
    const later = (now - Date.now()) / 1_000;
    const call: CrashCall = { place: folder, url: service.url, task: 'sign', id, later, rpcUrl: rpc.url, seed };
    const args = [CHILD, JSON.stringify({ ...call, killAt })];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [shownText, [, signal]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    return signal === 'SIGKILL' ? 'killed' : (JSON.parse(shownText) as Settlement).status;
  };
  return {
    ...open(),
    open,
    inProcess,
    answers,
    sent,
    signersSent,
    later: (seconds: number) => {
      now += seconds * 1_000;
    },
  };
}

const signedIn = ({ signers }: Pick<Settlement, 'signers'>) =>
  signers?.signers.filter(({ signed }) => signed).map(({ address }) => address);

describe('two of three', () => {
  test.each([
    ['the account’s own key first', signerKey, ann],
    ['the account’s own key last', bob, signerKey],
    ['both of the others', bob, ann],
  ])('%s: the first is kept, and with the second it is sent once', async (_, first, second) => {
    const { desk, sent, signersSent } = await openFolder();
    const { id, unsignedXdr } = await desk.prepare('deploy', requestInput());
    const kept = await desk.submit({ signedXdr: signedBy(unsignedXdr, first), id });
    expect(kept).toMatchObject({
      status: 'partly-signed',
      by: 'here',
      expiresAt: new Date((START + LIFE_S) * 1_000).toISOString(),
      message: expect.stringContaining(`weight of 2 in all, and has 1, by ${first.publicKey()}.`),
      next: expect.stringContaining('in 100 s'),
      signers: { needed: 2, have: 1 },
    });
    expect(signedIn(kept)).toEqual([first.publicKey()]);
    expect(sent()).toEqual([]);
    expect(await desk.status(id)).toMatchObject({ status: 'prepared', signers: { needed: 2, have: 1 } });
    expect(await desk.submit({ signedXdr: signedBy(unsignedXdr, second), id })).toMatchObject({ status: 'accepted' });
    expect(signersSent()).toEqual([expect.arrayContaining([first.publicKey(), second.publicKey()])]);
    expect(signersSent()[0]).toHaveLength(2);
  });

  test('the second signs what the first signed: sent as it is', async () => {
    const { desk, sent } = await openFolder();
    const { id, unsignedXdr } = await desk.prepare('deploy', requestInput());
    const first = signedBy(unsignedXdr, ann);
    expect((await desk.submit({ signedXdr: first, id })).status).toBe('partly-signed');
    const both = signedBy(first, bob);
    expect((await desk.submit({ signedXdr: both, id })).status).toBe('accepted');
    expect(sent()).toEqual([both]);
  });

  test('the same signer twice counts once', async () => {
    const { desk, sent } = await openFolder();
    const { id, unsignedXdr } = await desk.prepare('deploy', requestInput());
    for (const keys of [[ann], [ann], [ann, ann]]) {
      const kept = await desk.submit({ signedXdr: signedBy(unsignedXdr, ...keys), id });
      expect(kept).toMatchObject({ status: 'partly-signed', signers: { have: 1 } });
    }
    expect(sent()).toEqual([]);
  });

  test('a stranger’s signature is refused, alone and next to a signer’s, and nothing of it is kept', async () => {
    const { desk } = await openFolder();
    const { id, unsignedXdr } = await desk.prepare('deploy', requestInput());
    expect(await codeOf(desk.submit({ signedXdr: signedBy(unsignedXdr, otherKey), id }))).toBe('SIGNED_BY_ANOTHER');
    expect(await codeOf(desk.submit({ signedXdr: signedBy(unsignedXdr, ann, otherKey), id }))).toBe(
      'SIGNATURES_MISSING',
    );
    expect(await desk.status(id)).toMatchObject({ signers: { have: 0 } });
    expect(await codeOf(desk.submit({ signedXdr: signedBy(unsignedXdr, ann, bob, signerKey), id }))).toBe(
      'SIGNATURE_NOT_NEEDED',
    );
  });

  test('a signature that another made needless is left out', async () => {
    const { desk, signersSent } = await openFolder({
      thresholds: [1, 1, 3, 3],
      signers: [
        [ann, 1],
        [bob, 2],
      ],
    });
    const { id, unsignedXdr } = await desk.prepare('deploy', requestInput());
    await desk.submit({ signedXdr: signedBy(unsignedXdr, signerKey), id });
    await desk.submit({ signedXdr: signedBy(unsignedXdr, ann), id });
    expect((await desk.submit({ signedXdr: signedBy(unsignedXdr, bob), id })).status).toBe('accepted');
    const [signers] = signersSent();
    expect(signers).toHaveLength(2);
    expect(signers).toContain(bob.publicKey());
  });

  test('a late third signer learns the outcome, and nothing is sent again', async () => {
    const { desk, sent } = await openFolder();
    const { id, unsignedXdr } = await desk.prepare('deploy', requestInput());
    for (const key of [ann, bob]) await desk.submit({ signedXdr: signedBy(unsignedXdr, key), id });
    const late = await desk.submit({ signedXdr: signedBy(unsignedXdr, signerKey), id });
    expect(late.status).toBe('accepted');
    expect(new Set(sent()).size).toBe(1);
  });

  test('a stranger can add a signature, and learns only who signs', async () => {
    const { desk, sent } = await openFolder();
    const { id, unsignedXdr } = await desk.prepare('deploy', requestInput());
    const others = desk.for({ tenant: 'elsewhere', id: 'bob' });
    const kept = await others.submit({ signedXdr: signedBy(unsignedXdr, bob) });
    expect(kept).toMatchObject({ status: 'partly-signed', signers: { have: 1 } });
    expect(JSON.stringify(kept)).not.toContain(id);
    expect((await desk.submit({ signedXdr: signedBy(unsignedXdr, ann), id })).status).toBe('accepted');
    expect(sent()).toHaveLength(1);
  });
});

describe('time', () => {
  test('returns a partly signed transaction as it is while it is valid, however little time is left', async () => {
    const { desk, later } = await openFolder();
    const { id, unsignedXdr, transactionHash } = await desk.prepare('deploy', requestInput());
    await desk.submit({ signedXdr: signedBy(unsignedXdr, ann), id });
    later(LIFE_S - 5);
    expect((await desk.prepare('deploy', { id })).transactionHash).toBe(transactionHash);
    expect((await desk.submit({ signedXdr: signedBy(unsignedXdr, bob), id })).status).toBe('accepted');
  });

  test('asks everybody to sign a new one after it expired', async () => {
    const { desk, store, later, signersSent } = await openFolder();
    const { id, unsignedXdr } = await desk.prepare('deploy', requestInput());
    await desk.submit({ signedXdr: signedBy(unsignedXdr, ann), id });
    later(LIFE_S + 1);
    expect(await codeOf(desk.submit({ signedXdr: signedBy(unsignedXdr, bob), id }))).toBe('TRANSACTION_EXPIRED');
    const renewed = await desk.prepare('deploy', { id });
    expect(renewed.next).toMatch(new RegExp(`that ${ann.publicKey()} signed .*Everybody signs this one again`));
    expect(await store.signaturesOf(id)).toEqual([{ signer: ann.publicKey(), hash: expect.any(String) }]);
    const status = await desk.status(id);
    expect(status).toMatchObject({
      signers: { have: 0 },
      message: expect.stringContaining('Everybody signs a new one'),
    });
    expect(status.signers?.signers.filter(({ again }) => again)).toMatchObject([{ address: ann.publicKey() }]);
    expect((await desk.submit({ signedXdr: signedBy(renewed.unsignedXdr, bob), id })).status).toBe('partly-signed');
    expect((await desk.submit({ signedXdr: signedBy(renewed.unsignedXdr, ann), id })).status).toBe('accepted');
    expect(signersSent()).toEqual([expect.arrayContaining([ann.publicKey(), bob.publicKey()])]);
  });

  test('a signature over an older transaction than the newest is not kept', async () => {
    const { desk, later } = await openFolder();
    const first = await desk.prepare('deploy', requestInput());
    later(LIFE_S - 20);
    const { id } = await desk.prepare('deploy', { id: first.id });
    expect(await codeOf(desk.submit({ signedXdr: signedBy(first.unsignedXdr, ann), id }))).toBe('TRANSACTION_EXPIRED');
    expect(await desk.status(id)).toMatchObject({ signers: { have: 0 } });
  });
});

describe('several desks on one data folder', () => {
  test('a signature that one kept is there for the other', async () => {
    const { desk, open, sent } = await openFolder();
    const { id, unsignedXdr } = await desk.prepare('deploy', requestInput());
    await desk.submit({ signedXdr: signedBy(unsignedXdr, ann), id });
    await desk.close();
    const { desk: other } = open();
    expect((await other.submit({ signedXdr: signedBy(unsignedXdr, bob), id })).status).toBe('accepted');
    expect(sent()).toHaveLength(1);
  });

  test('two signers at the same moment: sent once', async () => {
    for (let round = 0; round < 5; round++) {
      const { desk, open, sent, signersSent } = await openFolder();
      const { desk: other } = open();
      const { id, unsignedXdr } = await desk.prepare('deploy', requestInput());
      const outcomes = await Promise.all([
        desk.submit({ signedXdr: signedBy(unsignedXdr, ann), id }),
        other.submit({ signedXdr: signedBy(unsignedXdr, bob), id }),
      ]);
      expect(outcomes.map(({ status }) => status)).toContain('accepted');
      expect(sent()).toHaveLength(1);
      expect(signersSent()).toEqual([expect.arrayContaining([ann.publicKey(), bob.publicKey()])]);
    }
  });

  test('two processes at the same moment: sent once', async () => {
    const { desk, inProcess, sent } = await openFolder();
    const { id } = await desk.prepare('deploy', requestInput());
    expect(await Promise.all([inProcess(id, ANN), inProcess(id, BOB)])).toContain('accepted');
    expect(sent()).toHaveLength(1);
  });

  test('sends it once in the next process when one was killed after it stored the last signature', async () => {
    const { desk, open, inProcess, sent } = await openFolder();
    const { id } = await desk.prepare('deploy', requestInput());
    expect(await inProcess(id, ANN, 'kept')).toBe('killed');
    expect(await desk.submit({ id })).toMatchObject({ status: 'partly-signed', signers: { have: 1 } });
    expect(await inProcess(id, BOB, 'kept')).toBe('killed');
    expect(sent()).toEqual([]);
    expect((await open().desk.submit({ id })).status).toBe('accepted');
    expect((await desk.submit({ id })).status).toBe('accepted');
    expect(new Set(sent()).size).toBe(1);
  });
});

test('does not count a signer that the account has removed', async () => {
  const { desk, answers, sent } = await openFolder();
  const { id, unsignedXdr } = await desk.prepare('deploy', requestInput());
  await desk.submit({ signedXdr: signedBy(unsignedXdr, ann), id });
  answers.getLedgerEntries = entries(account(signerKey.publicKey(), { thresholds: [1, 1, 2, 2], signers: [[bob, 1]] }));
  expect(await desk.submit({ signedXdr: signedBy(unsignedXdr, bob), id })).toMatchObject({
    status: 'partly-signed',
    signers: { have: 1 },
  });
  expect(sent()).toEqual([]);
  expect((await desk.submit({ signedXdr: signedBy(unsignedXdr, signerKey), id })).status).toBe('accepted');
});

test('a plain account is shown without signers', async () => {
  const { desk } = await openFolder({});
  const { id } = await desk.prepare('deploy', requestInput());
  expect(await desk.status(id)).not.toHaveProperty('signers');
});
