/** One piece of the desk's work in a process of its own, which ends by SIGKILL at the step that it is told. */
import { requestInput, sandbox, sign, signerKey } from '../../../test/deploy-fixture.ts';
import { toCountersignError } from '../../errors.ts';
import { createSecretScanner } from '../../secrets.ts';
import { createEscrowService } from '../../service/index.ts';
import { transactionHash } from '../../transaction/index.ts';
import { createDesk } from '../create-desk.ts';
import { openStore } from '../store.ts';

const [folder = '', url = '', task, id = '', killAt, seconds] = process.argv.slice(2);
const now = () => Date.now() + Number(seconds) * 1_000;
const desk = createDesk({
  service: createEscrowService({
    baseUrl: url,
    accessToken: 'a-token-of-sixteen',
    apiKey: 'a-key-of-sixteen-',
    requestsPerMinute: 50,
  }),
  store: openStore(folder, 'sandbox', now),
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
    const offer = await desk.prepareDeploy({ id });
    const signedXdr = sign(offer.unsignedXdr, [signerKey], (tx) => transactionHash(tx, sandbox.passphrase));
    return await desk.submit({ signedXdr, id });
  }
}

const result = await (task === 'submit' ? submit() : desk.prepareDeploy(requestInput())).catch((error) => ({
  status: toCountersignError(error).code,
}));
process.stdout.write(JSON.stringify(result));
await desk.close();
