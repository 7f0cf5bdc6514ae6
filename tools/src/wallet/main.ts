/** `pnpm wallet`: throw-away wallets and the demo accounts of the sandbox. */
import { parseArgs } from 'node:util';
import { findXdr, readTransaction } from '@countersign/core/envelope';
import { explainTransaction } from '@countersign/core/explain';
import { NETWORKS } from '@countersign/core/network';
import { parseSettings, type Settings } from '@countersign/core/settings';
import { readInput } from '../command-line/read-input.ts';
import { runCommand, UsageError } from '../command-line/run-command.ts';
import { explanationText } from '../explain/explanation-text.ts';
import { connectSandbox, type SandboxLedger } from './connect-sandbox.ts';
import { openFundingDesk, prepareFunding, submitFunding } from './fund-escrow.ts';
import { findWallet, listWallets, newWallet, type Wallet } from './keys.ts';
import { fund, pay } from './pay.ts';
import { signForSandbox } from './sign.ts';

const USAGE = `usage: pnpm wallet <command>

  new [--as name]                     make a throw-away wallet for the sandbox
  list                                the demo accounts and one's own wallets
  fund <address>                      give an account XLM and sandbox USDC
  sign <file or -> [--as name]        sign a transaction; the signed XDR goes to standard output
  pay <address> <amount> [--as name]  pay sandbox USDC to any address (default --as client)
  fund-escrow <address> <amount> [--as name]
                                      fund an escrow: prepared, compared, signed and told by the ledger

  These wallets sign for the sandbox alone. No real key belongs here.`;

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    options: { as: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  });
  if (values.help) return print(USAGE);
  const settings = parseSettings(process.env);
  const [command, first, second, ...more] = positionals;
  const given = positionals.length - 1;
  if (more.length > 0) throw new UsageError(USAGE);
  if (command === 'new' && given === 0) return print(describeWallet(newWallet(settings.dataDir, values.as)));
  if (command === 'list' && given === 0) return print(listWallets(settings.dataDir).map(describeWallet).join('\n'));
  if (command === 'fund' && given === 1) return await fundAccount(settings, first as string);
  if (command === 'sign' && given === 1) return await sign(settings, first as string, values.as);
  if (command === 'pay' && given === 2)
    return await payEscrow(settings, first as string, second as string, values.as ?? 'client');
  if (command === 'fund-escrow' && given === 2)
    return await fundEscrow(settings, first as string, second as string, values.as ?? 'client');
  throw new UsageError(USAGE);
});

async function sign(settings: Settings, file: string, name: string | undefined): Promise<void> {
  const pasted = await readInput(file);
  const text = findXdr(pasted);
  const wallet = name === undefined ? walletOfSource(settings, text) : findWallet(settings.dataDir, name);
  const now = Math.floor(Date.now() / 1_000);
  // The person sees what is signed; the pipe gets the XDR and nothing else.
  const signed = signForSandbox(text, wallet.keypair, now);
  process.stderr.write(explanationText(explainTransaction(text, NETWORKS.sandbox, now), process.stderr.columns));
  print(signed);
}

/** The wallet whose account the transaction must be signed by, if it is one of ours. */
function walletOfSource(settings: Settings, text: string): Wallet {
  const { source } = readTransaction(text, NETWORKS.sandbox.passphrase);
  const found = listWallets(settings.dataDir).find(({ keypair }) => keypair.publicKey() === source);
  if (found !== undefined) return found;
  throw new UsageError(
    `The transaction must be signed by ${source}, which is none of the wallets here (pnpm wallet list).`,
  );
}

async function fundAccount(settings: Settings, address: string): Promise<void> {
  await onSandbox(settings, (ledger) => fund(ledger, address));
  print(`funded ${address} with XLM and USDC of the sandbox`);
}

async function payEscrow(settings: Settings, to: string, amount: string, name: string): Promise<void> {
  const { keypair } = findWallet(settings.dataDir, name);
  const hash = await onSandbox(settings, (ledger) => pay(ledger, keypair, to, amount));
  print(`paid ${amount} USDC from ${name} to ${to} (transaction ${hash})`);
}

async function fundEscrow(settings: Settings, escrow: string, amount: string, name: string): Promise<void> {
  const { keypair } = findWallet(settings.dataDir, name);
  const settlement = await onSandbox(settings, async (sandbox) => {
    const desk = await openFundingDesk(settings, sandbox);
    try {
      const prepared = await prepareFunding(desk, keypair, escrow, amount);
      const now = Math.floor(Date.now() / 1_000);
      const explained = explainTransaction(prepared.unsignedXdr, NETWORKS.sandbox, now);
      process.stderr.write(explanationText(explained, process.stderr.columns));
      return await submitFunding(desk, keypair, prepared);
    } finally {
      await desk.close();
    }
  });
  print(`${settlement.message} (transaction ${settlement.transactionHash})\n${settlement.next}`);
  if (settlement.status !== 'settled') process.exitCode = 1;
}

async function onSandbox<T>(settings: Settings, work: (ledger: SandboxLedger) => Promise<T>): Promise<T> {
  const ledger = await connectSandbox(settings);
  try {
    return await work(ledger);
  } finally {
    await ledger.close();
  }
}

function describeWallet({ name, keypair }: Wallet): string {
  return `${name.padEnd(12)} ${keypair.publicKey()}`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
