/**
 * `pnpm demo`: the whole life of an escrow on the sandbox with real parts, narrated live. An assistant prepares
 * each step, a wallet signs it, the ledger settles it, money moves; and what must fail does fail.
 */
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { explainTransaction } from '@countersign/core/explain';
import { NETWORKS, SANDBOX_ACCOUNTS, SANDBOX_PEOPLE } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { SOURCE_WORDS, warningText } from '@countersign/core/words';
import { type Sandbox, startSandbox } from '@countersign/escrow-service';
import { signForSandbox } from '@countersign/mcp-server/command-line/sandbox/sign';
import { explanationText } from '@countersign/mcp-server/command-line/texts';
import { dealInWords, type PageView } from '@countersign/signing-page/deal-in-words';
import { Keypair } from '@stellar/stellar-sdk/base';
import { runWithOptions } from '../command-line/run-with-options.ts';
import {
  type Assistant,
  DemoFailure,
  detail,
  expectThat,
  killAssistant,
  showDetails,
  startAssistant,
  step,
  tell,
} from './assistant.ts';
import { liveItsLife } from './life.ts';

const [client, provider, platform, arbiter] = SANDBOX_ACCOUNTS;
/** As an address book has them. */
const PEOPLE = SANDBOX_ACCOUNTS.map(({ name, address }) => ({
  ...{ field: '', name: SANDBOX_PEOPLE[name], address },
  ...({ from: 'address-book', setBy: 'page' } as const),
}));
const usdc = NETWORKS.sandbox.tokens[0];
const MILESTONES = [
  { description: 'Design agreed', amount: '150.5' },
  { description: 'Site built', amount: 200 },
  { description: 'Site live for a week', amount: 100 },
];

const USAGE = `usage: pnpm demo [--details]

  Shows the whole life of an escrow in the sandbox: deploy, fund, evidence, approve, release, dispute, resolve,
  withdraw, each step read back from the ledger; and what must not work.
  Takes nothing, sends nothing outside this machine, and leaves nothing behind.
  --details   also what each step found`;

await runWithOptions({ usage: USAGE, options: { details: { type: 'boolean' } } }, async ({ details }) => {
  if (details) showDetails();
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-demo-'));
  // Everything here may be lost, so nothing is closed in order: that could take seconds.
  const interrupted = () => {
    killAssistant();
    rmSync(folder, { recursive: true, force: true });
    process.exit(130);
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  const started: { sandbox?: Sandbox; assistant?: Assistant } = {};
  try {
    await showTheLife(folder, started);
  } finally {
    await started.assistant?.close();
    await started.sandbox?.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

async function showTheLife(folder: string, started: { sandbox?: Sandbox; assistant?: Assistant }): Promise<void> {
  process.stdout.write(
    `\nAn escrow on a simulated Stellar network: ${SANDBOX_PEOPLE.client} is the client, ${SANDBOX_PEOPLE.provider} the designer, ${SANDBOX_PEOPLE.arbiter} the arbiter.\n\n`,
  );
  const { sandbox, assistant } = await step('An assistant’s MCP server and the sandbox start', async () => {
    const sandbox = await startSandbox({ dataDir: path.join(folder, 'ledger') });
    started.sandbox = sandbox;
    const assistant = await startAssistant({
      ESCROW_API_URL: sandbox.url,
      STELLAR_RPC_URL: sandbox.rpcUrl,
      STELLAR_NETWORK: 'sandbox',
      COUNTERSIGN_DATA_DIR: path.join(folder, 'desk'),
    });
    started.assistant = assistant;
    return { sandbox, assistant };
  });
  detail(`service ${sandbox.url}, ledger ${sandbox.rpcUrl}`);

  const wallet = sandboxKeypair('client');
  const request = deployRequest();
  const escrow = await deployOnPage(assistant, wallet, request);
  const empty = await balanceOf(assistant, wallet.publicKey(), escrow);
  expectThat(empty?.balance === '0', 'a new escrow is empty');
  await payInto(assistant, wallet, escrow, '450.5');
  const balance = await balanceOf(assistant, wallet.publicKey(), escrow);
  expectThat(balance?.balance === '450.5', 'the balance is what was paid');
  expectThat(balance?.by === 'ledger', 'the balance is the ledger’s');
  detail(`${escrow} holds ${balance?.balance} USDC, ${SOURCE_WORDS.ledger}`);

  await liveItsLife({ assistant, rpcUrl: sandbox.rpcUrl, escrow, client: wallet });

  await withholdRobbery(assistant, { ...request, engagementId: 'demo-2' });
  await refuseTampered(assistant, wallet, { ...request, engagementId: 'demo-3' });
  await refuseSeed(assistant, request);
  process.stdout.write('\nAll steps did what they should. Nothing was sent outside this machine.\n');
  process.stdout.write('--details shows what each step found. README.md says how to go on.\n');
}

/** @returns the escrow's address */
async function deployOnPage(assistant: Assistant, wallet: Keypair, request: Record<string, unknown>): Promise<string> {
  const prepared = await step('The assistant prepares it: the service’s transaction matches the request', () =>
    assistant.call('deploy_escrow', { ...request, includeXdr: true }),
  );
  expectThat(prepared['status'] === 'prepared' && prepared['checked'] === 'verified', 'the deploy is verified');
  const explained = explainTransaction(
    String(prepared['unsignedXdr']),
    NETWORKS.sandbox,
    Math.floor(Date.now() / 1_000),
    { names: PEOPLE },
  );
  detail('', explanationText(explained, process.stdout.columns === undefined ? undefined : process.stdout.columns - 4));
  detail('to weigh before signing:', ...saidOf(prepared));
  const signUrl = String(prepared['signUrl']);
  const view = await step('Ana gets a link: the page’s code compares it again (in Node here, not in a browser)', () =>
    openPage(signUrl),
  );
  detail(signUrl);
  const { kind, sentences } = dealInWords(view, PEOPLE);
  expectThat(kind === 'match' && sentences.length === 3, 'the page describes a transaction that matches');
  tell(...sentences);
  const outcome = await step('Ana signs, and the ledger has the escrow', async () => {
    const waiting = assistant.call('get_escrow', { id: prepared['id'], waitSeconds: 30 });
    await deliver(signUrl, signForSandbox(String(view.offer.unsignedXdr), wallet));
    return await waiting;
  });
  expectThat(outcome['status'] === 'settled', 'the ledger took the transaction');
  expectThat(outcome['escrow'] === prepared['escrow'], 'the escrow has the address that was announced');
  detail(...settledLines(outcome));
  return String(outcome['escrow']);
}

async function payInto(assistant: Assistant, wallet: Keypair, escrow: string, amount: string): Promise<void> {
  const payment = { escrow: escrow, signer: wallet.publicKey(), amount, way: 'transfer' };
  const settlement = await step('Ana pays 450.5 USDC into it', async () => {
    const { id, checked, unsignedXdr } = await assistant.call('prepare_step', {
      step: 'fund',
      ...payment,
      includeXdr: true,
    });
    expectThat(checked === 'verified', 'the payment is verified');
    const signedXdr = signForSandbox(String(unsignedXdr), wallet);
    return await assistant.call('submit_signed_xdr', { signedXdr, id });
  });
  expectThat(settlement['status'] === 'settled', 'the ledger took the payment');
  detail(...settledLines(settlement));
  const again = await step('Refused until Ana confirms it: the same payment again', () =>
    assistant.call('prepare_step', { step: 'fund', ...payment }),
  );
  expectThat(again['status'] === 'to-confirm' && again['unsignedXdr'] === undefined, 'nothing is paid twice unasked');
  detail(...(again['judgement'] as { readonly stops: string[] }).stops);
}

async function withholdRobbery(assistant: Assistant, request: Record<string, unknown>): Promise<void> {
  const stranger = Keypair.random().publicKey();
  const roles = Object.fromEntries(Object.keys(request['roles'] as object).map((role) => [role, stranger]));
  const prepared = await step('Refused until Ana confirms it: a stranger in every role, and a fee of 99 %', () =>
    assistant.call('deploy_escrow', { ...request, roles, platformFee: 99 }),
  );
  expectThat(prepared['status'] === 'to-confirm' && prepared['unsignedXdr'] === undefined, 'nothing to sign is given');
  detail(...saidOf(prepared));
}

async function refuseTampered(assistant: Assistant, wallet: Keypair, request: Record<string, unknown>): Promise<void> {
  const prepared = await assistant.call('deploy_escrow', { ...request, includeXdr: true });
  const signedXdr = signForSandbox(swapReceivers(String(prepared['unsignedXdr'])), wallet);
  const refusal = await step('Refused: a signed transaction in which the receiver was swapped', () =>
    assistant.refusal('submit_signed_xdr', { signedXdr, id: prepared['id'] }),
  );
  expectThat(refusal.code === 'TRANSACTION_CHANGED', 'the change is noticed');
  const difference = refusal.differences?.find(({ field }) => field === 'roles.receiver');
  expectThat(difference?.found === arbiter.address, 'the swapped receiver is named');
  detail(refusal.message, `receiver asked ${difference.asked}`, `        found ${difference.found}`);
}

/** What a hostile chat, page or wallet could do: the same transaction, but each milestone pays someone else. */
function swapReceivers(unsignedXdr: string): string {
  const bytes = Buffer.from(unsignedXdr, 'base64');
  const [receiver, other] = [provider, arbiter].map(({ address }) => Keypair.fromPublicKey(address).rawPublicKey());
  // Milestones come before the roles, where the same account is the service provider.
  for (const _ of MILESTONES) bytes.set(other as Uint8Array, bytes.indexOf(receiver as Uint8Array));
  return bytes.toString('base64');
}

async function refuseSeed(assistant: Assistant, request: Record<string, unknown>): Promise<void> {
  const seed = Keypair.random().secret();
  const refusal = await step('Refused: a description with a secret key in it', () =>
    assistant.refusal('deploy_escrow', { ...request, description: `Here is my key ${seed}` }),
  );
  expectThat(refusal.code === 'SECRET_REFUSED', 'the seed is noticed');
  expectThat(!refusal.text.includes(seed), 'the seed is not repeated');
  detail(refusal.message);
}

/** The judgement in a result of deploy_escrow: what to confirm first. */
function saidOf(prepared: Record<string, unknown>): string[] {
  const {
    stops: blockers,
    warnings,
    facts,
  } = prepared['judgement'] as Record<'stops' | 'warnings' | 'facts', string[]>;
  const { parties } = prepared['summary'] as { parties: { address: string; firstTimeHere?: boolean }[] };
  const addresses = parties.filter(({ firstTimeHere }) => firstTimeHere).map(({ address }) => address);
  const isNew = warningText({ code: 'FIRST_TIME_ADDRESSES', params: { addresses } });
  return [...blockers, ...warnings, ...(addresses.length === 0 ? [] : [isNew]), ...facts];
}

function settledLines(outcome: Readonly<Record<string, unknown>>): string[] {
  expectThat(outcome['by'] === 'ledger', 'the outcome is the ledger’s, not the service’s');
  return [`settled, by the ledger: ${outcome['escrow']}`, `transaction ${outcome['transactionHash']}`];
}

type Balance = { readonly balance?: string; readonly by?: keyof typeof SOURCE_WORDS };

async function balanceOf(assistant: Assistant, signer: string, escrow: string): Promise<Balance | undefined> {
  const result = await assistant.call('get_balances', { signer, addresses: [escrow] });
  const [entry] = result['balances'] as readonly Balance[];
  return entry;
}

function deployRequest(): Record<string, unknown> {
  const signer = client.address;
  return {
    signer,
    engagementId: 'demo-1',
    title: 'Website for a bakery',
    description: 'Design, build and launch of a small website',
    roles: {
      approver: signer,
      serviceProvider: provider.address,
      platformAddress: platform.address,
      release: signer,
      disputeResolver: arbiter.address,
      receiver: provider.address,
    },
    platformFee: 1.5,
    milestones: MILESTONES,
    trustline: { address: usdc.address, decimals: 10_000_000 },
  };
}

async function openPage(signUrl: string): Promise<PageView> {
  const page = await fetch(signUrl);
  if (!page.ok || !(await page.text()).includes('<script')) throw new DemoFailure('the signing page did not load');
  return (await (await fetch(`${signUrl}/view`)).json()) as PageView;
}

/** Does what the signing page does in a browser, over the same HTTP: the demo must run without a browser. */
async function deliver(signUrl: string, signedXdr: string): Promise<void> {
  const response = await fetch(`${signUrl}/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(signUrl).origin },
    body: JSON.stringify({ signedXdr }),
  });
  if (!response.ok) throw new DemoFailure(`the signing page refused the signature: ${await response.text()}`);
}
