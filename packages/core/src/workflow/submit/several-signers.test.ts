/** An account of which two of three must sign: their signatures arrive one after the other, and one transaction is sent. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { CrashCall } from '@countersign/testkit/desk/crash-desk';
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
import { createPart } from '@countersign/testkit/record/part';
import { account, entries, network, startRpc, type Weights } from '@countersign/testkit/rpc/scripted-rpc';
import { answer, type Responder, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { Keypair } from '@stellar/stellar-sdk/base';
import { expect, onTestFinished, test } from 'vitest';
import { readTransaction, transactionHash } from '../../envelope/read-transaction.ts';
import { toCountersignError } from '../../errors/errors.ts';
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
async function openFolder() {
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
    getLedgerEntries: entries(account(signerKey.publicKey(), TWO_OF_THREE)),
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

/** With one transaction that waits for its signatures. */
async function openSigning() {
  const opened = await openFolder();
  const { id, unsignedXdr } = await opened.desk.prepare('deploy', requestInput());
  const sign = (...keys: Keypair[]) => opened.desk.submit({ signedXdr: signedBy(unsignedXdr, ...keys), id });
  return { ...opened, id, unsignedXdr, sign };
}

const NAMES = new Map(
  [ann, bob, signerKey, otherKey].map((key, at) => [key, ['Ann', 'Bob', 'the account', 'a stranger'][at]]),
);

/** Who signs together, one after the other; or seconds that pass, other weights of the account, or a renewal. */
type Act = readonly Keypair[] | number | Weights | 'renew';
const OLDER = 'one over an older transaction';
const SCRIPTS: Readonly<Record<string, readonly Act[]>> = {
  'the account’s own key first, and a late third': [[signerKey], [ann], [bob]],
  'the account’s own key last': [[bob], [signerKey]],
  'both of the others': [[bob], [ann]],
  'one of them several times': [[ann], [ann], [ann, ann]],
  'a stranger, alone and next to a signer': [[otherKey], [ann, otherKey]],
  'one too many': [[ann, bob, signerKey]],
  'one whose signature another made needless': [
    {
      thresholds: [1, 1, 3, 3],
      signers: [
        [ann, 1],
        [bob, 2],
      ],
    },
    ...[[signerKey], [ann], [bob]],
  ],
  'the second with little time left': [[ann], LIFE_S - 5, 'renew', [bob]],
  'the second too late, and both again': [[ann], LIFE_S + 1, [bob], 'renew', [bob], [ann]],
  [OLDER]: [LIFE_S - 20, 'renew', [ann]],
  'one that the account removes': [[ann], { thresholds: [1, 1, 2, 2], signers: [[bob, 1]] }, [bob], [signerKey]],
  'an account without other signers': [{}, 'renew', [signerKey]],
};

/** Processes share the machine's clock, so dates differ each time. */
const undated = (value: object) => JSON.parse(JSON.stringify(value).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>'));

test('keeps each signature of two of three, and sends the transaction once it has enough', async () => {
  const part = createPart();
  for (const [title, acts] of Object.entries(SCRIPTS)) {
    const { desk, store, id, unsignedXdr, answers, later, signersSent } = await openSigning();
    part.note(title);
    let newest = unsignedXdr;
    for (const act of acts) {
      if (typeof act === 'number') {
        later(act);
        part.note(`  after ${act} s`);
      } else if (act === 'renew') {
        const renewed = await desk.prepare('deploy', { id });
        const { next } = renewed;
        part.note(`  asked for again, ${renewed.unsignedXdr === newest ? 'the same' : 'another'}`, undated({ next }));
        if (title !== OLDER) newest = renewed.unsignedXdr;
      } else if (Array.isArray(act)) {
        const keys = act as readonly Keypair[];
        const answer = await desk.submit({ signedXdr: signedBy(newest, ...keys), id }).catch(toCountersignError);
        const { code, message, next, signers, status } = answer as Partial<Settlement> & { code?: string };
        part.note(
          `  ${keys.map((key) => NAMES.get(key)).join(' and ')}`,
          undated({ code, status, message, next, signers }),
        );
      } else {
        answers.getLedgerEntries = entries(account(signerKey.publicKey(), act as Weights));
      }
    }
    const { status, signers = 'none' } = await desk.status(id);
    const kept = (await store.signaturesOf(id)).map(({ signer }) => signer);
    part.note(`  ${status}`, undated({ signers, kept, sent: signersSent() }));
  }
  await expect(part.text()).toMatchFileSnapshot('recorded/several-signers.txt');
});

test('sends what the second signed as it is when that has the first one’s signature', async () => {
  const { desk, id, unsignedXdr, sent } = await openSigning();
  const first = signedBy(unsignedXdr, ann);
  expect((await desk.submit({ signedXdr: first, id })).status).toBe('partly-signed');
  const both = signedBy(first, bob);
  expect((await desk.submit({ signedXdr: both, id })).status).toBe('accepted');
  expect(sent()).toEqual([both]);
});

test('takes a signature from a person who did not prepare it, and shows them only who signs', async () => {
  const { desk, id, unsignedXdr, sign, sent } = await openSigning();
  const others = desk.for({ tenant: 'elsewhere', id: 'bob' });
  const kept = await others.submit({ signedXdr: signedBy(unsignedXdr, bob) });
  expect(kept).toMatchObject({ status: 'partly-signed', signers: { have: 1 } });
  expect(JSON.stringify(kept)).not.toContain(id);
  expect((await sign(ann)).status).toBe('accepted');
  expect(sent()).toHaveLength(1);
});

test('sends it once when two desks get the signatures, one after the other or at the same moment', async () => {
  for (let round = 0; round < 5; round++) {
    const { desk, open, id, unsignedXdr, sent, sign, signersSent } = await openSigning();
    const { desk: other } = open();
    const first = sign(ann);
    if (round === 0) await first.then(() => desk.close());
    const outcomes = await Promise.all([first, other.submit({ signedXdr: signedBy(unsignedXdr, bob), id })]);
    expect(outcomes.map(({ status }) => status)).toContain('accepted');
    expect(sent()).toHaveLength(1);
    expect(signersSent()).toEqual([expect.arrayContaining([ann.publicKey(), bob.publicKey()])]);
  }
});

test('sends it once when two processes get the signatures at the same moment', async () => {
  const { id, inProcess, sent } = await openSigning();
  expect(await Promise.all([inProcess(id, ANN), inProcess(id, BOB)])).toContain('accepted');
  expect(sent()).toHaveLength(1);
});

test('sends it once in the next process when one was killed after it stored the last signature', async () => {
  const { desk, id, open, inProcess, sent } = await openSigning();
  expect(await inProcess(id, ANN, 'kept')).toBe('killed');
  expect(await desk.submit({ id })).toMatchObject({ status: 'partly-signed', signers: { have: 1 } });
  expect(await inProcess(id, BOB, 'kept')).toBe('killed');
  expect(sent()).toEqual([]);
  for (const each of [open().desk, desk]) expect((await each.submit({ id })).status).toBe('accepted');
  expect(new Set(sent()).size).toBe(1);
});
