/** Throw-away wallets and the demo accounts of the sandbox: `countersign-mcp sandbox`, and `pnpm wallet` in a checkout. */
import { openDesk } from '@countersign/core';
import { summarise } from '@countersign/core/actions';
import { findXdr, readTransaction } from '@countersign/core/envelope';
import { CountersignError } from '@countersign/core/errors';
import { readAmount } from '@countersign/core/escrow';
import { deployRisk } from '@countersign/core/judgement';
import { readDeploy } from '@countersign/core/kinds';
import { NETWORKS, SANDBOX_NAMES } from '@countersign/core/network';
import { ownCommand } from '@countersign/core/platform/launch';
import { parseSettings, type Settings } from '@countersign/core/settings';
import { askAmount, readInput } from '../read-input.ts';
import { print, readOptions, wrongCommand } from '../run-command.ts';
import { explainedText, judgementText } from '../texts.ts';
import { connectSandbox, fund, type SandboxLedger } from './connect-sandbox.ts';
import { findWallet, listWallets, newWallet, type Wallet, walletOf } from './keys.ts';
import { signForSandbox, signPreparedRequest } from './sign.ts';

/** @param name the command as the person types it */
const usage = (name: string) => `usage: ${name} <command>

  new [--as name]                     make a throw-away wallet for the sandbox
  list                                the demo accounts and one's own wallets
  fund <address>                      give an account XLM and sandbox USDC
  sign --id <id> [--as name]          sign what an assistant prepared under this id, send it, and tell its outcome;
                                      run it with the same environment variables as the assistant's server
  sign <file or -> [--as name]        sign a transaction; the signed XDR goes to standard output

  These wallets sign for the sandbox alone. No real key belongs here.`;

const COMMANDS = ['new', 'list', 'fund', 'sign'];
const OPTIONS = {
  as: { type: 'string' },
  id: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

export async function run(args: readonly string[], name = `${ownCommand()} sandbox`): Promise<void> {
  const { positionals, values } = readOptions(args, OPTIONS);
  if (values.help) return print(usage(name));
  const [command, first] = positionals;
  const operands = positionals.length - 1;
  if (values.id !== undefined && command !== 'sign') throw wrongCommand(command, COMMANDS, usage(name));
  const settings = parseSettings(process.env);
  if (command === 'new' && operands === 0) return print(describeWallet(newWallet(settings.dataDir, values.as)));
  if (command === 'list' && operands === 0) return print(listWallets(settings.dataDir).map(describeWallet).join('\n'));
  if (command === 'fund' && operands === 1) return await fundAccount(settings, first as string);
  if (command === 'sign' && operands === 0 && values.id !== undefined)
    return await signPrepared(settings, values.id, values.as);
  if (command === 'sign' && operands === 1 && values.id === undefined)
    return await sign(settings, first as string, values.as);
  throw wrongCommand(command, COMMANDS, usage(name));
}

/**
 * Shows, confirms, signs and sends what an assistant prepared, and prints what became of it.
 * @param name of the wallet; absent: the one that must sign
 */
async function signPrepared(settings: Settings, id: string, name: string | undefined): Promise<void> {
  const { settlement, text } = await onSandbox(settings, async ({ url, rpcUrl }) => {
    const desk = await openDesk({ ...settings, serviceUrl: url, rpcUrls: [rpcUrl] });
    try {
      return await signPreparedRequest(desk, id, {
        walletOf: (source) => (name === undefined ? walletOf(settings, source) : findWallet(settings.dataDir, name)),
        show,
        explain: (xdr) => show(explainedText(xdr, settings)),
      });
    } finally {
      await desk.close();
    }
  });
  print(text);
  if (settlement.status !== 'settled') process.exitCode = 1;
}

async function sign(settings: Settings, file: string, name: string | undefined): Promise<void> {
  const pasted = await readInput(file);
  const text = findXdr(pasted);
  const { source } = readTransaction(text, NETWORKS.sandbox.passphrase);
  const wallet = name === undefined ? walletOf(settings, source) : findWallet(settings.dataDir, name);
  const signed = signForSandbox(text, wallet.keypair);
  // The person sees what is signed; the pipe gets the XDR and nothing else.
  show(explainedText(text, settings));
  await confirmStops(text, settings.feeStop);
  print(signed);
}

async function fundAccount(settings: Settings, address: string): Promise<void> {
  await onSandbox(settings, (ledger) => fund(ledger, address));
  print(`funded ${address} with XLM and USDC of the sandbox`);
}

async function onSandbox<T>(settings: Settings, work: (ledger: SandboxLedger) => Promise<T>): Promise<T> {
  const ledger = await connectSandbox(settings);
  try {
    return await work(ledger);
  } finally {
    await ledger.close();
  }
}

const describeWallet = ({ name, keypair }: Wallet): string => `${name.padEnd(12)} ${keypair.publicKey()}`;

function show(text: string): void {
  process.stderr.write(text);
}

const network = NETWORKS.sandbox;
/** Neither the ledger nor earlier settlements are asked: only what follows from the transaction. */
const NOTHING_KNOWN = {
  accounts: new Map(),
  tokens: new Set<string>(),
  used: new Set<string>(),
  sameCombinationSettled: false,
};

/** @param feeStop basis points. @throws CountersignError CONFIRMATION_NEEDED, INPUT_INVALID for another amount */
async function confirmStops(xdr: string, feeStop: number): Promise<void> {
  const read = readTransaction(xdr, network.passphrase);
  const deploy = readDeploy(read, network.passphrase);
  if ('unreadable' in deploy) return;
  const { stops: blockers } = deployRisk({ ...deploy, signer: read.source }, NOTHING_KNOWN, { network, feeStop });
  if (blockers.length === 0) return;
  const { total, token } = summarise(read, deploy, network);
  process.stderr.write(
    `\n${judgementText({ stops: blockers, warnings: [], facts: [] }, process.stderr.columns, SANDBOX_NAMES)}`,
  );
  const typed = await askAmount(total, token.code ?? 'tokens');
  if (readAmount(typed, token.code) === total) return;
  throw new CountersignError('INPUT_INVALID', {
    fields: [{ path: 'the amount', problem: `is not ${total}; nothing was signed` }],
  });
}
