/** Shared by tests: a sandbox with a settable clock, and clients made only of fetch and the SDK. */
import { randomUUID } from 'node:crypto';
import { NETWORKS } from '@countersign/core/network';
import {
  type DemoAccountName,
  demoKeypair,
  type Sandbox,
  type SandboxOptions,
  startSandbox,
} from '@countersign/escrow-service';
import {
  Account,
  Address,
  BASE_FEE,
  Contract,
  type Keypair,
  Operation,
  scValToNative,
  Transaction,
  TransactionBuilder,
  xdr,
} from '@stellar/stellar-sdk/base';
import { Api, Server } from '@stellar/stellar-sdk/rpc';

export const PASSPHRASE = NETWORKS.sandbox.passphrase;
export const [TOKEN] = NETWORKS.sandbox.tokens;
export const START = Date.UTC(2026, 5, 1, 12);

export type TestSandbox = Awaited<ReturnType<typeof startTestSandbox>>;

export async function startTestSandbox(options: SandboxOptions = {}) {
  /** Epoch milliseconds, for service and ledger; set it to move time. */
  const clock = { now: START };
  const sandbox = await startSandbox({ rateLimit: 0, now: () => clock.now, ...options });
  return { sandbox, rpc: new Server(sandbox.rpcUrl, { allowHttp: true }), clock };
}

export const address = (name: DemoAccountName | 'issuer') => demoKeypair(name).publicKey();

export function deployBody(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    signer: address('client'),
    engagementId: 'ENG-7',
    title: 'Website',
    description: 'A site in two steps',
    roles: {
      approver: address('client'),
      serviceProvider: address('provider'),
      platformAddress: address('platform'),
      release: address('client'),
      disputeResolver: address('arbiter'),
      receiver: address('provider'),
    },
    platformFee: 2.5,
    milestones: [
      { description: 'Design', amount: 10.5 },
      { description: 'Build', amount: '20.0000001' },
    ],
    trustline: { address: TOKEN.address, decimals: 10_000_000 },
    ...changes,
  };
}

/** The same, whose terms no other escrow has. */
export const freshBody = (changes: Readonly<Record<string, unknown>> = {}) =>
  deployBody({ engagementId: randomUUID(), ...changes });

// biome-ignore lint/suspicious/noExplicitAny: a reply is what the test expects of it
export type Reply = { readonly status: number; readonly text: string; readonly json: any; readonly headers: Headers };

export async function call(url: string, init: RequestInit = {}): Promise<Reply> {
  const response = await fetch(url, init);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return { status: response.status, text, json: isJson ? JSON.parse(text) : undefined, headers: response.headers };
}

/** Whatever serves the interface. */
export type Callable = { readonly sandbox: Pick<Sandbox, 'url' | 'accessToken' | 'apiKey'> };

export function post({ sandbox }: Callable, path: string, body: unknown, headers = {}): Promise<Reply> {
  return call(`${sandbox.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${sandbox.accessToken}`, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Without a body: of an escrow of its own. */
export const deploy = (t: Callable, body: unknown = freshBody(), headers: Readonly<Record<string, string>> = {}) =>
  post(t, '/deployer/multi-release', body, headers);

export const send = (t: Callable, signedXdr: string, returnEscrowDataIsRequired = true) =>
  post(t, '/helper/send-transaction', { signedXdr, returnEscrowDataIsRequired });

export function balances({ sandbox }: Callable, query: string): Promise<Reply> {
  return call(`${sandbox.url}/escrow/single-release/get-multiple-escrow-balance?${query}`, {
    headers: { 'Content-Type': 'application/json', 'x-api-key': sandbox.apiKey },
  });
}

export function read(xdrText: string): Transaction {
  return TransactionBuilder.fromXdr(xdrText, PASSPHRASE) as Transaction;
}

export function sign(xdrText: string, ...signers: (DemoAccountName | Keypair)[]): string {
  const transaction = read(xdrText);
  for (const signer of signers) transaction.sign(typeof signer === 'string' ? demoKeypair(signer) : signer);
  return transaction.toXdr();
}

export async function deployEscrow(t: TestSandbox, changes: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { json } = await deploy(t, freshBody(changes));
  return (await send(t, sign(json.unsignedTransaction, 'client'))).json.contractId;
}

/** A transaction of `operations`, not simulated, valid for a minute. */
export async function build(
  t: TestSandbox,
  source: Keypair,
  operations: readonly xdr.Operation[],
  { fee = BASE_FEE, sequence }: { readonly fee?: string; readonly sequence?: string } = {},
): Promise<Transaction> {
  const account =
    sequence === undefined ? await t.rpc.getAccount(source.publicKey()) : new Account(source.publicKey(), sequence);
  const now = Math.floor(t.clock.now / 1000);
  const builder = new TransactionBuilder(account, {
    fee,
    networkPassphrase: PASSPHRASE,
    timebounds: { minTime: now, maxTime: now + 60 },
  });
  for (const operation of operations) builder.addOperation(operation);
  return builder.build();
}

export function changed(
  transaction: Transaction,
  change: Partial<xdr.Transaction>,
  ...signers: Keypair[]
): Transaction {
  const { tx } = (transaction.toEnvelope() as xdr.TransactionEnvelopeTx).v1;
  const envelope = xdr.TransactionEnvelope.envelopeTypeTx(
    new xdr.TransactionV1Envelope({ tx: new xdr.Transaction({ ...tx, ...change }), signatures: [] }),
  );
  const result = new Transaction(envelope, PASSPHRASE);
  result.sign(...signers);
  return result;
}

export async function prepareCall(
  t: TestSandbox,
  source: Keypair,
  contract: string,
  name: string,
  ...args: xdr.ScVal[]
): Promise<Transaction> {
  const plain = await build(t, source, [new Contract(contract).call(name, ...args)]);
  const prepared = (await t.rpc.prepareTransaction(plain)) as Transaction;
  prepared.sign(source);
  return prepared;
}

export async function settle(t: TestSandbox, transaction: Transaction): Promise<string> {
  const sent = await t.rpc.sendTransaction(transaction);
  if (sent.status === 'ERROR') return sent.errorResult?.result.type ?? 'no result';
  const outcome = await t.rpc.pollTransaction(sent.hash, { attempts: 1 });
  return 'resultXdr' in outcome ? outcome.resultXdr.result.type : outcome.status;
}

export const createAccount = (destination: string, startingBalance: string) =>
  Operation.createAccount({ destination, startingBalance });

/** What a contract call by the client would give, as a plain value; throws its error. Nothing is executed. */
export async function simulateCall(
  t: TestSandbox,
  contract: string,
  name: string,
  ...args: xdr.ScVal[]
): Promise<unknown> {
  const func = xdr.HostFunction.hostFunctionTypeInvokeContract(
    new xdr.InvokeContractArgs({
      contractAddress: Address.fromString(contract).toScAddress(),
      functionName: name,
      args,
    }),
  );
  const transaction = await build(t, demoKeypair('client'), [Operation.invokeHostFunction({ func, auth: [] })]);
  const simulated = await t.rpc.simulateTransaction(transaction);
  if (Api.isSimulationError(simulated)) throw new Error(simulated.error);
  return simulated.result && scValToNative(simulated.result.retval);
}
