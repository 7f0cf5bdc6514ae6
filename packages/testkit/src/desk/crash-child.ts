/** One piece of the desk's work in a process of its own, which ends by SIGKILL at the step that it is told. */

import { transactionHash } from '@countersign/core/envelope';
import { toCountersignError } from '@countersign/core/errors';
import { createDesk } from '@countersign/core/internal/desk/create-desk';
import { openSqliteStore } from '@countersign/core/internal/desk/store/sqlite/sqlite-store';
import { createEscrowClient } from '@countersign/core/internal/service/index';
import { createSecretScanner } from '@countersign/core/secrets';
import { requestInput, sandbox, sign, signerKey } from '../fixtures/deploy-fixture.ts';

const [folder = '', url = '', task, id = '', killAt, seconds] = process.argv.slice(2);
const now = () => Date.now() + Number(seconds) * 1_000;
const desk = createDesk({
  service: createEscrowClient({
    baseUrl: url,
    accessToken: 'a-token-of-sixteen',
    apiKey: 'a-key-of-sixteen-',
    requestsPerMinute: 50,
  }),
  store: openSqliteStore(folder, 'sandbox', now),
  network: sandbox,
  policy: { maxFee: 50_000_000n, allowPartly: false, allowForeign: false, readOnly: false },
  scanner: createSecretScanner(),
  now,
  reached: (step) => {
    if (step === killAt) process.kill(process.pid, 'SIGKILL');
  },
});

/** As a page or a host does it: what was delivered already is submitted by its handle, else it is signed now. */
async function submit() {
  try {
    return await desk.submit({ id });
  } catch (error) {
    if (toCountersignError(error).code !== 'NOT_SIGNED_YET') throw error;
    const offer = await desk.prepare('deploy', { id });
    const signedXdr = sign(offer.unsignedXdr ?? '', [signerKey], (tx) => transactionHash(tx, sandbox.passphrase));
    return await desk.submit({ signedXdr, id });
  }
}

const result = await (task === 'submit' ? submit() : desk.prepare('deploy', requestInput())).catch((error) => ({
  status: toCountersignError(error).code,
}));
process.stdout.write(JSON.stringify(result));
await desk.close();
