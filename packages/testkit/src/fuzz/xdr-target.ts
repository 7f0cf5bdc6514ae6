import { checkUnsigned, summarise, transactionDifferences } from '@countersign/core/actions';
import { findXdr, type ReadTransaction, readTransaction } from '@countersign/core/envelope';
import { explainTransaction } from '@countersign/core/explain';
import { createEscrowClient } from '@countersign/core/internal/service/index';
import { openSqliteStore } from '@countersign/core/internal/workflow/store/sqlite/sqlite-store';
import { readDeploy } from '@countersign/core/kinds';
import { Address, Keypair, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base';
import fc from 'fast-check';
import { createTestDesk } from '../desk/test-desk.ts';
import {
  buildDeploy,
  type DeployParts,
  escrowAt,
  NOW,
  request,
  requestInput,
  sandbox,
  signerKey,
} from '../fixtures/deploy-fixture.ts';
import { signWith } from '../ledger/newcomer.ts';
import { warmScanner } from './secret-target.ts';
import { must, mustBeSame, mustBeShown, refusedOr, type Target } from './target.ts';
import { oddText } from './texts.ts';

/** Envelopes and what passes for them: bytes of chance, valid ones with bytes changed, and odd values in the right places. */
const ASKED = request();
const contractId = escrowAt();
/** As an honest service makes it, but for the escrow and what else is given. */
export const deployWith = (escrow?: xdr.ScVal, changes: Partial<DeployParts> = {}): string =>
  buildDeploy(ASKED, { ...changes, ...(escrow === undefined ? {} : { escrow }) });
export const HONEST_DEPLOY = deployWith();
const SIGNED = signWith(signerKey, HONEST_DEPLOY);
const LARGE = buildDeploy(
  request({
    milestones: Array.from({ length: 10 }, (_, at) => ({ description: `${at} `.repeat(160), amount: at + 1 })),
  }),
);

const SEEDS: readonly Uint8Array[] = [HONEST_DEPLOY, SIGNED, LARGE, feeBump(), payment()].map((text) =>
  Buffer.from(text, 'base64'),
);

function feeBump(): string {
  const inner = TransactionBuilder.fromXDR(SIGNED, sandbox.passphrase);
  if ('innerTransaction' in inner) throw new TypeError('not a fee bump yet');
  const payer = Keypair.fromPublicKey(requestInput()['signer'] as string);
  return TransactionBuilder.buildFeeBumpTransaction(payer, '60000', inner, sandbox.passphrase).toXDR();
}

function payment(): string {
  const body = xdr.OperationBody.bumpSequence(new xdr.BumpSequenceOp({ bumpTo: 7n }));
  return buildDeploy(ASKED, {
    operations: [new xdr.Operation({ sourceAccount: null, body })],
    memo: xdr.Memo.memoText('hello'),
  });
}

/** Words that mean something wherever they stand: counts, discriminants, ends of ranges. */
const WORDS = [0, 1, 2, 3, 5, 6, 7, 16, 17, 24, 64, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, 0x00010000];

type Edit = (bytes: Uint8Array) => Uint8Array;
const joined = (...parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const word = (value: number) => Uint8Array.from([value >>> 24, value >>> 16, value >>> 8, value]);
const place = fc.nat(100_000);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(place, fc.integer({ min: 1, max: 255 })).map(
    ([at, mask]): Edit =>
      (bytes) =>
        bytes.map((byte, index) => (index === at % bytes.length ? byte ^ mask : byte)),
  ),
  fc.tuple(place, fc.constantFrom(...WORDS)).map(
    ([at, value]): Edit =>
      (bytes) => {
        const from = (at % bytes.length) & ~3;
        return joined(bytes.subarray(0, from), word(value), bytes.subarray(from + 4));
      },
  ),
  fc.tuple(place, place, place).map(
    ([from, length, to]): Edit =>
      (bytes) => {
        // A piece of whole words, put somewhere else again.
        const start = (from % bytes.length) & ~3;
        const piece = bytes.subarray(start, start + ((length % 400) & ~3));
        const at = (to % bytes.length) & ~3;
        return joined(bytes.subarray(0, at), piece, bytes.subarray(at));
      },
  ),
  fc.tuple(place, place).map(
    ([from, length]): Edit =>
      (bytes) => {
        const start = (from % bytes.length) & ~3;
        return joined(bytes.subarray(0, start), bytes.subarray(start + ((length % 400) & ~3)));
      },
  ),
  place.map(
    (at): Edit =>
      (bytes) =>
        bytes.subarray(0, at % bytes.length),
  ),
);
const mutated = fc
  .tuple(fc.constantFrom(...SEEDS), fc.array(edit, { minLength: 1, maxLength: 4 }))
  .map(([seed, edits]) => edits.reduce((bytes, apply) => (bytes.length === 0 ? bytes : apply(bytes)), seed));

const value: fc.Arbitrary<xdr.ScVal> = fc.letrec<{ value: xdr.ScVal }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.oneof(
      fc.constant(xdr.ScVal.scvVoid()),
      fc.boolean().map((one) => xdr.ScVal.scvBool(one)),
      fc.integer({ min: 0, max: 2 ** 32 - 1 }).map((one) => xdr.ScVal.scvU32(one)),
      fc
        .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
        .map((hi) => xdr.ScVal.scvI128(new xdr.Int128Parts({ hi, lo: 0n }))),
      fc.uint8Array({ maxLength: 40 }).map((bytes) => xdr.ScVal.scvBytes(bytes)),
      oddText.map((text) => xdr.ScVal.scvString(text)),
      oddText.map((text) =>
        xdr.ScVal.scvSymbol(
          Buffer.from(text)
            .subarray(0, 32)
            .toString('latin1')
            .replace(/[^ -~]/g, '_'),
        ),
      ),
      fc.constantFrom(ASKED.signer, contractId).map((text) => Address.fromString(text).toScVal()),
    ),
    fc.array(tie('value'), { maxLength: 6 }).map((items) => xdr.ScVal.scvVec(items)),
    fc
      .array(
        fc.tuple(
          fc.oneof(
            fc.constantFrom('title', 'roles', 'milestones', 'amount').map((name) => xdr.ScVal.scvSymbol(name)),
            tie('value'),
          ),
          tie('value'),
        ),
        { maxLength: 6 },
      )
      .map((entries) => xdr.ScVal.scvMap(entries.map(([key, val]) => new xdr.ScMapEntry({ key, val })))),
  ),
})).value;
const structured = fc.oneof(
  value.map((escrow) => buildDeploy(ASKED, { escrow })),
  fc.array(value, { maxLength: 7 }).map((args) =>
    buildDeploy(ASKED, {
      invocation: new xdr.InvokeContractArgs({
        contractAddress: Address.fromString(contractId).toScAddress(),
        functionName: 'deploy',
        args,
      }),
    }),
  ),
);

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const wrapped = fc
  .oneof(mutated, fc.constantFrom(...SEEDS))
  .chain((bytes) =>
    fc.constantFrom(
      base64(bytes),
      Buffer.from(bytes).toString('base64url'),
      Buffer.from(bytes).toString('hex'),
      JSON.stringify({ signedXdr: base64(bytes), note: base64(bytes).slice(0, 30) }),
      `data:text/plain;base64,${base64(Buffer.from(base64(bytes)))}`,
      `“${base64(bytes).replace(/.{64}/g, '$&\n> ')}”`,
      encodeURIComponent(base64(bytes)),
      `${base64(bytes).slice(0, 500)} … ${base64(bytes).slice(-80)}`,
    ),
  );

const xdrText: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: mutated.map(base64) },
  { weight: 3, arbitrary: structured },
  { weight: 2, arbitrary: wrapped },
  {
    weight: 1,
    arbitrary: fc.tuple(wrapped, oddText, oddText).map(([text, before, after]) => `${before}\n${text}${after}`),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 600 }).map((bytes) => base64(joined(word(2), bytes))) },
  {
    weight: 1,
    arbitrary: fc.oneof(oddText, fc.string({ unit: fc.constantFrom(...'AQab09+/=_- \n'), maxLength: 400 })),
  },
);

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
  createTestDesk({
    service,
    store,
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
