/** A desk on a data folder or a database that a process which was killed may have used, and the calls it is killed in. */
import { toCountersignError } from '@countersign/core/errors';
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { openDatabase } from '@countersign/core/internal/platform/postgres/database';
import { createEscrowClient } from '@countersign/core/internal/service/index';
import type { Step } from '@countersign/core/internal/workflow/context';
import { openPostgresStore } from '@countersign/core/internal/workflow/store/postgres/postgres-store';
import { openSqliteStore } from '@countersign/core/internal/workflow/store/sqlite/sqlite-store';
import { Keypair } from '@stellar/stellar-sdk/base';
import { requestInput, sandbox, signerKey } from '../fixtures/deploy-fixture.ts';
import { signWith } from '../ledger/newcomer.ts';
import { HURRY } from '../ledger/stated-ledger.ts';
import { createTestDesk } from './test-desk.ts';

/** While several processes make one call at once, a busy machine must not end the lease of the one that works. */
const LEASE_MS = 5_000;

export type Task = 'prepare' | 'submit' | 'sign';

export type CrashCall = {
  /** A data folder, or a database's address. */
  readonly place: string;
  readonly url: string;
  readonly task: Task;
  readonly id?: string;
  /** Where the process is killed. */
  readonly killAt?: Step;
  /** How far the clock is ahead, in seconds. */
  readonly later?: number;
  /** For an account with several signers. */
  readonly rpcUrl?: string;
  /** The byte of this signer's seed. */
  readonly seed?: number;
};

/** Makes one call of a desk that is opened and closed for it. @returns its result, or an error's code as `status` */
export async function callOnce(call: CrashCall): Promise<Readonly<Record<string, unknown>>> {
  const desk = await openDesk(call);
  const { task, id = '', seed } = call;
  const signAndSubmit = async () => {
    const key = seed === undefined ? signerKey : Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(seed));
    const { unsignedXdr } = await desk.prepare('deploy', { id });
    return await desk.submit({ signedXdr: signWith(key, unsignedXdr), id });
  };
  const tasks = {
    prepare: () => desk.prepare('deploy', requestInput()),
    sign: signAndSubmit,
    // Like a page or a host: submits a delivered signature by its request, else signs now.
    submit: () =>
      desk.submit({ id }).catch((thrown: unknown) => {
        if (toCountersignError(thrown).code !== 'NOT_SIGNED_YET') throw thrown;
        return signAndSubmit();
      }),
  };
  try {
    return await tasks[task]();
  } catch (thrown) {
    return { status: toCountersignError(thrown).code };
  } finally {
    await desk.close();
  }
}

async function openDesk({ place, url, later = 0, killAt, rpcUrl }: CrashCall) {
  const now = () => Date.now() + later * 1_000;
  return createTestDesk({
    service: createEscrowClient({
      baseUrl: url,
      accessToken: 'a-token-of-sixteen',
      apiKey: 'a-key-of-sixteen-',
      requestsPerMinute: 50,
    }),
    store: place.startsWith('postgres:')
      ? await openPostgresStore(await openDatabase(place), 'sandbox', now)
      : openSqliteStore(place, 'sandbox', now),
    patience: { ...HURRY, ...(killAt === undefined ? { leaseMs: LEASE_MS } : {}) },
    ledger: rpcUrl === undefined ? undefined : openLedger([rpcUrl], sandbox.passphrase),
    now,
    onCheckpoint: (step) => {
      if (step === killAt) process.kill(process.pid, 'SIGKILL');
    },
  });
}
