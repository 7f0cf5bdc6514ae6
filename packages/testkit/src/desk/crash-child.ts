/** Runs one call of the desk in a child process, which is killed by SIGKILL at a given step. */

import { transactionHash } from '@countersign/core/envelope';
import { toCountersignError } from '@countersign/core/errors';
import { createDesk } from '@countersign/core/internal/desk/create-desk';
import { openPostgresStore } from '@countersign/core/internal/desk/store/postgres/postgres-store';
import { openSqliteStore } from '@countersign/core/internal/desk/store/sqlite/sqlite-store';
import { openDatabase } from '@countersign/core/internal/platform/postgres/database';
import { createEscrowClient } from '@countersign/core/internal/service/index';
import { createSecretScanner } from '@countersign/core/secrets';
import { Keypair } from '@stellar/stellar-sdk/base';
import { requestInput, sandbox, sign, signerKey } from '../fixtures/deploy-fixture.ts';

/** `folder`: or a database's address. `rpcUrl`, `seed`: for a multisig account, and the byte of this signer's seed. */
const [folder = '', url = '', task, id = '', killAt, seconds, rpcUrl, seed] = process.argv.slice(2);
const now = () => Date.now() + Number(seconds) * 1_000;
/** Short, since the scripted ledger never reports an outcome. */
const HURRY = { alignMs: 40, acceptedMs: 40, unknownMs: 20, askEveryMs: 10, followEveryMs: 20, leaseMs: 5_000 };

async function ledgerAt(url: string) {
  const { openLedger } = await import('@countersign/core/internal/ledger/open-ledger');
  return openLedger([url], sandbox.passphrase);
}

const desk = createDesk({
  service: createEscrowClient({
    baseUrl: url,
    accessToken: 'a-token-of-sixteen',
    apiKey: 'a-key-of-sixteen-',
    requestsPerMinute: 50,
  }),
  store: folder.startsWith('postgres:')
    ? await openPostgresStore(await openDatabase(folder), 'sandbox', now)
    : openSqliteStore(folder, 'sandbox', now),
  network: sandbox,
  policy: { maxFee: 50_000_000n, allowPartly: false, allowForeign: false, readOnly: false },
  scanner: createSecretScanner(),
  ...(rpcUrl === undefined ? {} : { ledger: await ledgerAt(rpcUrl), patience: HURRY }),
  now,
  reached: (step) => {
    if (step === killAt) process.kill(process.pid, 'SIGKILL');
  },
});

/** Like a page or a host: submits a delivered signature by its handle, else signs now. */
async function submit() {
  try {
    return await desk.submit({ id });
  } catch (error) {
    if (toCountersignError(error).code !== 'NOT_SIGNED_YET') throw error;
    return await signAndSubmit();
  }
}

async function signAndSubmit() {
  const key = seed === undefined ? signerKey : Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(Number(seed)));
  const offer = await desk.prepare('deploy', { id });
  const signedXdr = sign(offer.unsignedXdr ?? '', [key], (tx) => transactionHash(tx, sandbox.passphrase));
  return await desk.submit({ signedXdr, id });
}

const TASKS = { submit, sign: signAndSubmit, prepare: () => desk.prepare('deploy', requestInput()) };

const result = await TASKS[task as keyof typeof TASKS]().catch((error: unknown) => ({
  status: toCountersignError(error).code,
}));
process.stdout.write(JSON.stringify(result));
await desk.close();
