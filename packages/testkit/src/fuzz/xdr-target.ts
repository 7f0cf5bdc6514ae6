import { checkUnsigned, summarise, transactionDifferences } from '@countersign/core/actions';
import { findXdr, type ReadTransaction, readTransaction } from '@countersign/core/envelope';
import { explainTransaction } from '@countersign/core/explain';
import { createEscrowClient } from '@countersign/core/internal/service/index';
import { createDesk } from '@countersign/core/internal/workflow/create-desk';
import { openSqliteStore } from '@countersign/core/internal/workflow/store/sqlite/sqlite-store';
import { readDeploy } from '@countersign/core/kinds';
import { NOW, sandbox } from '../fixtures/deploy-fixture.ts';
import { must, mustBeSame, mustBeShown, refusedOr, type Target } from './target.ts';
import { warmScanner } from './warm-scanner.ts';
import { ASKED, HONEST_DEPLOY, xdrText } from './xdr-inputs.ts';

const POLICY = { network: sandbox, maxFee: 50_000_000n, now: NOW };
const service = createEscrowClient({
  baseUrl: 'http://127.0.0.1:1',
  accessToken: 'the-token-of-this-installation',
  apiKey: 'the-key-of-this-installation',
  requestsPerMinute: 50,
});
const store = openSqliteStore(undefined, sandbox.name);
/** Nothing was prepared at this desk, so whatever is submitted to it is refused without a word to its service. */
const newDesk = () =>
  createDesk({
    service,
    store,
    network: sandbox,
    policy: { maxFee: POLICY.maxFee, allowPartly: false, allowForeign: false, readOnly: false },
    scanner: warmScanner(['the-token-of-this-installation', 'the-key-of-this-installation']),
    now: () => NOW * 1_000,
  });
const original = readTransaction(HONEST_DEPLOY, sandbox.passphrase);

/** Whatever is given for a transaction is refused by name, or read, compared and explained in words that can be shown. */
export const xdrTarget: Target<string> = {
  name: 'xdr',
  inputs: xdrText,
  check: (text) => {
    const found = refusedOr(() => findXdr(text));
    const explained = refusedOr(() => explainTransaction(text, sandbox, NOW));
    // A transaction may say 132 kB of things; what is shown of it is cut, but for what could cost an account.
    if ('result' in explained) mustBeShown(explained.result, 600_000);
    const read = refusedOr(() => readTransaction('result' in found ? found.result : text, sandbox.passphrase));
    if ('result' in read) mustBeJudged(read.result);
    // As it comes from a service, which wraps nothing.
    refusedOr(() => readTransaction(text, sandbox.passphrase));
  },
  calls: (text) => {
    const read = () => readTransaction(text, sandbox.passphrase);
    const known = refusedOr(read);
    const judged =
      'error' in known
        ? []
        : [
            { name: 'compare', run: () => checkUnsigned(known.result, ASKED, POLICY) },
            { name: 'changes', run: () => transactionDifferences(original, known.result, sandbox) },
          ];
    return [
      { name: 'find', run: () => refusedOr(() => findXdr(text)) },
      { name: 'explain', run: () => refusedOr(() => explainTransaction(text, sandbox, NOW)) },
      { name: 'read', run: () => refusedOr(read) },
      { name: 'submit', run: () => submitted(text) },
      ...judged,
    ];
  },
};

async function submitted(signedXdr: string): Promise<void> {
  const thrown: unknown = await newDesk()
    .submit({ signedXdr })
    .catch((error: unknown) => error);
  refusedOr(() => {
    throw thrown;
  });
}

function mustBeJudged(read: ReadTransaction): void {
  const again = readTransaction(read.xdr, sandbox.passphrase);
  must(again.canonical && again.xdr === read.xdr, 'a canonical envelope reads otherwise');
  mustBeSame(again.hashHex, read.hashHex, 'the hashes of one transaction');
  const check = checkUnsigned(read, ASKED, POLICY);
  if (check.level === 'mismatch') {
    must(check.differences.length > 0, 'a mismatch without a difference');
    mustBeShown(check.differences);
  } else {
    must(read.signatures.length === 0 && read.canonical, 'an odd envelope is verified');
    mustBeShown(summarise(read, check.call, sandbox, check.reasons));
  }
  const differences = transactionDifferences(original, read, sandbox);
  mustBeShown(differences);
  must(
    (differences.length === 0) === (read.hashHex === original.hashHex),
    'a changed transaction without a difference',
  );
  const deploy = readDeploy(read, sandbox.passphrase);
  if ('unreadable' in deploy) must(deploy.unreadable.length > 0, 'unreadable without a reason');
  else mustBeShown(summarise(read, deploy, sandbox));
}
