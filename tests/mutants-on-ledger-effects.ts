/** What a transaction does on a fresh embedded ledger: whether it is accepted, its cost, every changed entry. */
import { transactionHash } from '@countersign/core/envelope';
import { demoKeypair, type Ledger, openLedger } from '@countersign/escrow-service';
import { EnvelopeError } from '@countersign/sandbox-ledger/internal/transaction/envelope';
import { NOW, sign } from '@countersign/testkit/fixtures/deploy-fixture';
import { decodeValue, encodeTree, type Tree } from '@countersign/testkit/mutation/rust-codec';
import { NETWORK, type ValidDeploy, validDeploy } from '@countersign/testkit/mutation/valid-deploys';

/** An entry before and after, as the reference codec reads them; `before` is absent where it was created. */
type EntryChange = { readonly before?: Tree; readonly after: Tree };

export type Effect =
  /** Never accepted, at any of the moments; nothing was charged. */
  | { readonly outcome: 'refused' }
  | {
      readonly outcome: 'failed' | 'succeeded';
      /** Epoch seconds. */
      readonly closedAt: number;
      readonly changes: readonly EntryChange[];
    };

const client = demoKeypair('client');
/** Of a demo account in a new sandbox. */
const FIRST_SEQUENCE = (1n << 32n) + 1n;
/** In stroops. */
const RESOURCE_FEE = 10_000_000;

/** A valid deploy by the sandbox's demo client, with the resources that this ledger asks for: it succeeds there. */
export function deployOnLedger(milestones: number): ValidDeploy {
  const deploy = validDeploy(milestones, { signer: client.publicKey(), sequence: FIRST_SEQUENCE });
  const simulation = onNewLedger((ledger) => ledger.view((view) => view.simulate(deploy.base64, undefined)));
  if ('error' in simulation) throw new Error(simulation.error);
  const { resources } = decodeValue('SorobanTransactionData', simulation.transactionData.toXdr('base64'));
  const tree = structuredClone(deploy.tree);
  const { tx } = tree.tx;
  // With room for changed texts; the unused part is refunded.
  const write_bytes = 2 * resources.write_bytes + 20_000;
  Object.assign(tx.ext.v1.resources, { instructions: resources.instructions, disk_read_bytes: 20_000, write_bytes });
  Object.assign(tx.ext.v1, { resource_fee: String(RESOURCE_FEE) });
  Object.assign(tx, { fee: RESOURCE_FEE + 100 });
  // The fixture does not know the code that the sandbox's factory runs, nor where it keeps an escrow.
  for (const part of ['read_only', 'read_write']) {
    const declared = tx.ext.v1.resources.footprint[part];
    const known = new Set(declared.map((key: Tree) => JSON.stringify(key)));
    declared.push(...resources.footprint[part].filter((key: Tree) => !known.has(JSON.stringify(key))));
  }
  return { ...deploy, tree, base64: encodeTree(tree) as string };
}

/**
 * Signs with the demo client's key and submits: at once; if refused, a little later; and if still refused, after
 * another transaction of the account.
 * @throws TypeError if it is not a v1 envelope, which no one could sign as one
 */
export function effectOf(base64: string): Effect {
  const envelope = signed(base64);
  let now = NOW;
  const waits = () => {
    now += 15;
  };
  return onNewLedger(
    (ledger): Effect => {
      for (const meanwhile of [() => {}, waits, () => spendSequence(ledger)]) {
        meanwhile();
        const sent = take(ledger, envelope);
        if (sent?.status !== 'PENDING') continue;
        const stored = ledger.view((view) => view.transaction(sent.hash));
        if (stored === undefined) throw new Error('the ledger lost what it took');
        const meta = decodeValue('TransactionMeta', stored.meta).v4;
        const changes = netChanges([
          ...stored.feeChanges.map((change) => decodeValue('LedgerEntryChange', change)),
          ...meta.tx_changes_before,
          ...meta.operations.flatMap((operation: Tree) => operation.changes),
          ...meta.tx_changes_after,
          ...stored.refundChanges.map((change) => decodeValue('LedgerEntryChange', change)),
        ]);
        return { outcome: stored.success ? 'succeeded' : 'failed', closedAt: stored.closedAt, changes };
      }
      return { outcome: 'refused' };
    },
    () => now * 1_000,
  );
}

function onNewLedger<T>(work: (ledger: Ledger) => T, now: () => number = () => NOW * 1_000): T {
  const ledger = openLedger({ now });
  try {
    return work(ledger);
  } finally {
    ledger.close();
  }
}

const signed = (base64: string) => sign(base64, [client], (tx) => transactionHash(tx, NETWORK.passphrase));

/** Nothing if it is not an envelope for this ledger: with its signature it may be larger than the network accepts. */
function take(ledger: Ledger, envelope: string): ReturnType<Ledger['send']> | undefined {
  try {
    return ledger.send(envelope);
  } catch (error) {
    if (error instanceof EnvelopeError) return undefined;
    throw error;
  }
}

/** A payment of the client to itself. */
function spendSequence(ledger: Ledger): void {
  const source = client.publicKey();
  const payment = { source_account: null, body: { payment: { destination: source, asset: 'native', amount: '1' } } };
  const tx = {
    source_account: source,
    fee: 100,
    seq_num: String(FIRST_SEQUENCE),
    cond: 'none',
    memo: 'none',
    operations: [payment],
    ext: 'v0',
  };
  const sent = ledger.send(signed(encodeTree({ tx: { tx, signatures: [] } }) as string));
  if (sent.status !== 'PENDING') throw new Error(`the account’s other transaction was ${sent.status}`);
}

/** From the network's own record of changes: each entry once, with its first state before and its last state after. */
function netChanges(record: readonly Tree[]): EntryChange[] {
  const entries = new Map<string, { before?: Tree; after?: Tree }>();
  for (const change of record) {
    const [kind, entry] = Object.entries<Tree>(change)[0] ?? [];
    if (kind === 'removed') throw new Error('nothing of a deploy removes an entry');
    const { data } = entry;
    const body = Object.values<Tree>(data)[0];
    const key = JSON.stringify([Object.keys(data), body.account_id, body.asset, body.contract, body.key]);
    const known = entries.get(key) ?? {};
    if (kind === 'state') entries.set(key, { before: data, ...known });
    else entries.set(key, { ...known, after: data });
  }
  return [...entries.values()].filter((change): change is EntryChange => change.after !== undefined);
}
