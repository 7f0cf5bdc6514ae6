/**
 * `pnpm demo`: the whole life of an escrow on the sandbox with real parts, narrated live. An assistant prepares
 * each step, a wallet signs it, the ledger settles it, money moves; and what must fail does fail.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { explainTransaction } from '@countersign/core/explain';
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { parseSettings } from '@countersign/core/settings';
import { SOURCE_WORDS, stopText, warningText } from '@countersign/core/words';
import { type Sandbox, startSandbox } from '@countersign/escrow-service';
import { runCommand } from '@countersign/mcp-server/command-line/run-command';
import { fund } from '@countersign/mcp-server/command-line/sandbox/pay';
import {
  openFundingDesk,
  prepareFunding,
  signForSandbox,
  submitFunding,
} from '@countersign/mcp-server/command-line/sandbox/sign';
import { explanationText } from '@countersign/mcp-server/command-line/texts';
import { Keypair } from '@stellar/stellar-sdk/base';
import { type Assistant, DemoFailure, expectThat, heading, startAssistant, step, tell } from './assistant.ts';
import { liveItsLife, swapReceiver } from './life.ts';

const [, provider, platform, arbiter] = SANDBOX_ACCOUNTS;
const usdc = NETWORKS.sandbox.tokens[0];

const USAGE = `usage: pnpm demo

  The whole life of an escrow on the sandbox, told as it happens: deploy, fund, evidence, approve, release, dispute,
  resolve, withdraw, each step read on the ledger, and what must not work.
  Takes nothing, sends nothing outside this machine, and leaves nothing behind.`;

await runCommand(async () => {
  if (parseArgs({ options: { help: { type: 'boolean' } } }).values.help) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-demo-'));
  const started: { sandbox?: Sandbox; assistant?: Assistant } = {};
  const clean = async () => {
    await started.assistant?.close();
    await started.sandbox?.close();
    await rm(folder, { recursive: true, force: true });
  };
  const interrupted = () => void clean().finally(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    await tellTheStory(folder, started);
  } finally {
    await clean();
  }
});

async function tellTheStory(folder: string, started: { sandbox?: Sandbox; assistant?: Assistant }): Promise<void> {
  heading('A milestone escrow from an assistant’s tool call, on a simulated Stellar network');
  const sandbox = await step('Start the escrow service on its embedded ledger', () =>
    startSandbox({ dataDir: path.join(folder, 'ledger') }),
  );
  started.sandbox = sandbox;
  tell(`service ${sandbox.url}, ledger ${sandbox.rpcUrl}`);
  const assistant = await step('Start the MCP server, as an assistant’s host does', () =>
    startAssistant({
      ESCROW_API_URL: sandbox.url,
      STELLAR_RPC_URL: sandbox.rpcUrl,
      STELLAR_NETWORK: 'sandbox',
      COUNTERSIGN_DATA_DIR: path.join(folder, 'desk'),
    }),
  );
  started.assistant = assistant;
  tell(`tools: ${assistant.tools.join(', ')}`);
  const wallet = Keypair.random();
  const ledger = { ...sandbox, close: async () => {} };
  await step('Make a throw-away wallet and fund it', () => fund(ledger, wallet.publicKey()));
  tell(wallet.publicKey());

  heading('Deploy, sign, submit');
  const request = deployRequest(wallet.publicKey());
  const prepared = await step('The assistant calls deploy_escrow', () =>
    assistant.call('deploy_escrow', { ...request, includeXdr: true }),
  );
  expectThat(prepared['status'] === 'prepared' && prepared['checked'] === 'verified', 'the deploy is verified');
  const unsignedXdr = String(prepared['unsignedXdr']);
  tell('compared with the request, field by field; what the transaction itself says:', '');
  const explained = explainTransaction(unsignedXdr, NETWORKS.sandbox, Math.floor(Date.now() / 1_000));
  tell(explanationText(explained, process.stdout.columns === undefined ? undefined : process.stdout.columns - 4));
  tell('to weigh before signing:', ...saidOf(prepared));
  const signedXdr = await step('The person’s wallet signs', async () => signForSandbox(unsignedXdr, wallet));
  const settlement = await step('The assistant calls submit_signed_xdr', () =>
    assistant.call('submit_signed_xdr', { signedXdr, id: prepared['id'] }),
  );
  expectThat(settlement['status'] === 'settled', 'the ledger took the transaction');
  expectThat(settlement['contractId'] === prepared['contractId'], 'the escrow stands where it was said');
  tell(...settledLines(settlement));

  heading('Fund it, and read the balance');
  const escrow = String(settlement['contractId']);
  const empty = await balanceOf(assistant, wallet.publicKey(), escrow);
  expectThat(empty?.balance === '0', 'a new escrow is empty');
  await fundThroughDesk(sandbox, folder, wallet, escrow, '450.5');
  const balance = await step('The assistant calls get_balances', () =>
    balanceOf(assistant, wallet.publicKey(), escrow),
  );
  expectThat(balance?.balance === '450.5', 'the balance is what was paid');
  expectThat(balance?.by === 'ledger', 'the ledger itself says so');
  tell(`${escrow} holds ${balance?.balance} USDC, ${SOURCE_WORDS.ledger}`);

  await liveItsLife({ assistant, rpcUrl: sandbox.rpcUrl, escrow, client: wallet });

  heading('The same by the signing page');
  await signOnPage(assistant, wallet, { ...request, engagementId: 'demo-2' });

  heading('Three things that must not work');
  await withholdRobbery(assistant, { ...request, engagementId: 'demo-4' });
  await refuseTampered(assistant, wallet, { ...request, engagementId: 'demo-3' });
  await refuseSeed(assistant, request);
  process.stdout.write('\nAll steps did what they should. Nothing was sent outside this machine.\n');
}

async function fundThroughDesk(
  sandbox: Sandbox,
  folder: string,
  wallet: Keypair,
  escrow: string,
  amount: string,
): Promise<void> {
  const settings = parseSettings({
    ESCROW_API_URL: sandbox.url,
    STELLAR_NETWORK: 'sandbox',
    COUNTERSIGN_DATA_DIR: path.join(folder, 'desk'),
  });
  const desk = await openFundingDesk(settings, sandbox);
  try {
    const prepared = await step('Prepare a payment of 450.5 USDC over Stellar RPC, and compare it', () =>
      prepareFunding(desk, wallet, escrow, amount, 'transfer'),
    );
    expectThat(prepared.checked === 'verified', 'the payment is verified');
    tell(
      `${prepared.summary.amount} ${prepared.summary.token.code} to ${prepared.summary.escrow}`,
      ...prepared.summary.warnings,
    );
    const settlement = await step('The wallet signs it, and the ledger takes it', () =>
      submitFunding(desk, wallet, prepared),
    );
    expectThat(settlement.status === 'settled' && settlement.by === 'ledger', 'the ledger took the payment');
    tell(...settledLines(settlement));
    const again = await step('The same payment is asked for once more', () =>
      prepareFunding(desk, wallet, escrow, amount, 'transfer'),
    );
    expectThat(again.status === 'to-confirm' && again.unsignedXdr === undefined, 'nothing is paid twice unasked');
    // Another stop: the escrow needs no more money.
    const paid = again.judgement.stops.filter(({ code }) => code === 'PAID_ALREADY');
    tell('nothing to sign is given until the person confirms:', ...paid.map(stopText));
  } finally {
    await desk.close();
  }
}

async function signOnPage(assistant: Assistant, wallet: Keypair, request: Record<string, unknown>): Promise<void> {
  const offer = await step('The assistant prepares a second escrow, and gives the person its link', () =>
    assistant.call('deploy_escrow', request),
  );
  const signUrl = String(offer['signUrl']);
  tell(signUrl);
  const view = await step('The person opens it: the page reads the transaction in the browser', () =>
    openPage(signUrl),
  );
  const waiting = assistant.call('get_transaction', { id: offer['id'], waitSeconds: 30 });
  await step('The person signs there, and the page delivers the signature', () =>
    deliver(signUrl, signForSandbox(view.unsignedXdr, wallet)),
  );
  const outcome = await step('The assistant, waiting in get_transaction, learns the outcome', () => waiting);
  expectThat(outcome['status'] === 'settled' && outcome['contractId'] === offer['contractId'], 'the page settled it');
  tell(...settledLines(outcome));
}

async function withholdRobbery(assistant: Assistant, request: Record<string, unknown>): Promise<void> {
  const stranger = Keypair.random().publicKey();
  const roles = Object.fromEntries(Object.keys(request['roles'] as object).map((role) => [role, stranger]));
  const offer = await step('The assistant is tricked: one stranger in every role, and a fee of 99 %', () =>
    assistant.call('deploy_escrow', { ...request, roles, platformFee: 99 }),
  );
  expectThat(offer['status'] === 'to-confirm' && offer['unsignedXdr'] === undefined, 'nothing to sign is given');
  tell('nothing to sign is given until the person confirms, on the page:', ...saidOf(offer));
}

async function refuseTampered(assistant: Assistant, wallet: Keypair, request: Record<string, unknown>): Promise<void> {
  const offer = await step('The assistant prepares a third escrow', () =>
    assistant.call('deploy_escrow', { ...request, includeXdr: true }),
  );
  const signedXdr = signForSandbox(swapReceiver(String(offer['unsignedXdr']), arbiter.address), wallet);
  const refusal = await step('Somebody swaps the receiver, the wallet signs, and it is refused', () =>
    assistant.refusal('submit_signed_xdr', { signedXdr, id: offer['id'] }),
  );
  expectThat(refusal.code === 'TRANSACTION_CHANGED', 'the change is noticed');
  const difference = refusal.differences?.find(({ field }) => field === 'roles.receiver');
  expectThat(difference?.found === arbiter.address, 'the swapped receiver is named');
  tell(refusal.message, `receiver asked ${difference.asked}`, `        found ${difference.found}`);
}

async function refuseSeed(assistant: Assistant, request: Record<string, unknown>): Promise<void> {
  const seed = Keypair.random().secret();
  const refusal = await step('Somebody pastes a secret seed into the description, and it is refused', () =>
    assistant.refusal('deploy_escrow', { ...request, description: `Here is my key ${seed}` }),
  );
  expectThat(refusal.code === 'SECRET_REFUSED', 'the seed is noticed');
  expectThat(!refusal.text.includes(seed), 'the seed is not repeated');
  tell(refusal.message);
}

/** The judgement in a result of deploy_escrow: what to confirm first. */
function saidOf(prepared: Record<string, unknown>): string[] {
  const { stops, warnings, facts } = prepared['judgement'] as Record<'stops' | 'warnings' | 'facts', string[]>;
  const { parties } = prepared['summary'] as { parties: { address: string; firstTimeHere?: boolean }[] };
  const addresses = parties.filter(({ firstTimeHere }) => firstTimeHere).map(({ address }) => address);
  const isNew = warningText({ code: 'FIRST_TIME_ADDRESSES', params: { addresses } });
  return [...stops, ...warnings, ...(addresses.length === 0 ? [] : [isNew]), ...facts];
}

function settledLines(outcome: Readonly<Record<string, unknown>>): string[] {
  expectThat(outcome['by'] === 'ledger', 'the ledger says so, not the service');
  return [`settled, by the ledger: ${outcome['contractId']}`, `transaction ${outcome['transactionHash']}`];
}

type Balance = { readonly balance?: string; readonly by?: keyof typeof SOURCE_WORDS };

async function balanceOf(assistant: Assistant, signer: string, escrow: string): Promise<Balance | undefined> {
  const result = await assistant.call('get_balances', { signer, addresses: [escrow] });
  const [entry] = result['balances'] as readonly Balance[];
  return entry;
}

function deployRequest(signer: string): Record<string, unknown> {
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
    milestones: [
      { description: 'Design agreed', amount: '150.5' },
      { description: 'Site built', amount: 200 },
      { description: 'Site live for a week', amount: 100 },
    ],
    trustline: { address: usdc.address, decimals: 10_000_000 },
  };
}

/** Loads the page and the view that its script asks for. */
async function openPage(signUrl: string): Promise<{ unsignedXdr: string }> {
  const page = await fetch(signUrl);
  if (!page.ok || !(await page.text()).includes('<script')) throw new DemoFailure('the signing page did not load');
  const view = (await (await fetch(`${signUrl}/view`)).json()) as { offer?: { unsignedXdr?: string } };
  if (view.offer?.unsignedXdr === undefined) throw new DemoFailure('the signing page has nothing to sign');
  return { unsignedXdr: view.offer.unsignedXdr };
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
