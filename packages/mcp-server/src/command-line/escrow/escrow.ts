/** The life of an escrow: created, funded, shown, and each role's steps. `countersign-mcp escrow`, `pnpm escrow`. */
import { parseArgs } from 'node:util';
import type { Desk } from '@countersign/core';
import { CountersignError } from '@countersign/core/errors';
import { isAddress, isStepName, STEP_NAMES } from '@countersign/core/escrow';
import { parseSettings, type Settings } from '@countersign/core/settings';
import { requireKnownOptions, wrongCommand } from '../arguments.ts';
import { explainedText } from '../explained.ts';
import { ownCommand } from '../launch.ts';
import { readInput } from '../read-input.ts';
import { UsageError } from '../run-command.ts';
import { askAtTerminal } from '../sandbox/ask-amount.ts';
import { findWallet } from '../sandbox/keys.ts';
import { confirmed, sentIn, signHandle } from '../sandbox/sign-handle.ts';
import { walletOf } from '../sandbox/wallet-of.ts';
import { onDesk } from './desk.ts';
import { escrowText } from './escrow-text.ts';
import { deployIn, fundingOf } from './opening.ts';
import { requestIn, requireItsOptions, STEP_OPTIONS } from './step-options.ts';

/** @param name the command as the person types it */
const usage = (name: string) => `usage: ${name} <command> <escrow> [options]

  deploy <file or ->                    makes an escrow from a request, written as JSON
  fund [--amount 12.5] --as name        pays into it; without an amount, what it still needs
  show                                  how it stands, and whose turn it is
  failed                                you looked its transaction up, and it never settled: it can be prepared again
  change-status --milestone 1 [--status text] [--evidence text]
                                        the service provider reports how far a milestone is
  approve --milestone 1                 the approver approves it; this pays nobody
  release [--milestone 1]               the release signer pays out
  dispute [--milestone 1] --as name     a party stops payment until the dispute resolver decides
  resolve [--milestone 1] --share ADDRESS=AMOUNT…
                                        the dispute resolver decides who gets how much, before fees
  withdraw --share ADDRESS=AMOUNT…      the dispute resolver takes out what is left
  update --set NAME=VALUE… [--add-milestone DESCRIPTION=AMOUNT…]
                                        the platform changes terms: title, description, engagementId, platformFee,
                                        amount, roles.approver, roles.receiver…
  extend --days 30                      the platform keeps it from being archived

  <escrow> is its address (C…), or the id under which it was prepared here; for a step also a name of your address
  book. A single-release escrow is released, disputed and resolved without --milestone, and its milestones are added
  without an amount.

  --as name    who signs: a wallet of the sandbox by its name; elsewhere an address or a name. Usually known by the role
  --unsigned   writes the transaction without signing it; its XDR alone goes to standard output

  Everything is read from the ledger first and told before anything is signed: before and after, who is paid how much,
  what it does not do, whose turn is next. What must be confirmed you type yourself, at a terminal. In the sandbox a
  throw-away wallet signs, and the ledger tells the outcome; on a real network the transaction is written, with the
  address of its signing page, and only your own wallet signs.`;

const OPENINGS = ['deploy', 'fund'];
const COMMANDS = [...OPENINGS, 'show', 'failed', ...STEP_NAMES];

export async function run(args: readonly string[], name = `${ownCommand()} escrow`): Promise<void> {
  requireKnownOptions(args, STEP_OPTIONS);
  const { positionals, values } = parseArgs({ args: [...args], options: STEP_OPTIONS, allowPositionals: true });
  if (values.help) return print(usage(name));
  const [command = '', escrow, ...more] = positionals;
  const isAlone = Object.keys(values).length === 0;
  const isShown = command === 'show' && isAlone;
  const isFailed = command === 'failed' && isAlone;
  if (
    escrow === undefined ||
    more.length > 0 ||
    !(isShown || isFailed || isStepName(command) || OPENINGS.includes(command))
  ) {
    throw wrongCommand(positionals[0], COMMANDS, usage(name));
  }
  const { as, amount, unsigned = false, help: _, ...options } = values;
  if (command !== 'fund' && amount !== undefined) throw new UsageError('--amount is an option of fund alone.');
  if (OPENINGS.includes(command) && Object.keys(options).length > 0) {
    throw wrongCommand(command, COMMANDS, usage(name));
  }
  requireItsOptions(command, options);
  const request = requestIn(options);
  const settings = parseSettings(process.env);
  if (isShown) return await showEscrow(settings, escrow);
  if (isFailed) return await onDesk(settings, (desk) => declareFailed(desk, escrow));
  const signer = as === undefined ? undefined : signerOf(settings, as);
  const by = signer === undefined ? {} : { signer };
  if (command === 'deploy') {
    const input = { ...deployIn(await readInput(escrow)), ...by };
    return await onDesk(settings, (desk) => take(desk, settings, () => desk.prepare('deploy', input), unsigned));
  }
  if (command === 'fund') {
    const input = fundingOf(escrow, amount, signer ?? settings.defaultSigner);
    return await onDesk(settings, (desk) => take(desk, settings, () => desk.prepare('fund', input), unsigned));
  }
  const input = { action: command, escrow, ...request, ...by };
  await onDesk(settings, (desk) => take(desk, settings, () => desk.prepareStep(STEP_NAMES, input), unsigned));
}

async function showEscrow(settings: Settings, escrow: string): Promise<void> {
  const asked = isAddress(escrow, ['contract']) ? { contractId: escrow } : { id: escrow };
  print(escrowText(await onDesk(settings, (desk) => desk.get(asked)), process.stdout.columns).trimEnd());
}

/** @param id of what was prepared, whatever it is */
async function declareFailed(desk: Desk, id: string): Promise<void> {
  const { transactionHash: hash, message } = await desk.status(id);
  show(
    `${message}\nTransaction ${hash}\nLook it up in an explorer of this network first: a second one could be paid too.\n`,
  );
  const typed = await askAtTerminal('If it is not there, type the last 6 characters of its hash: ');
  if (typed.toLowerCase() !== hash.slice(-6)) {
    throw new CountersignError('CONFIRMATION_NEEDED', {
      message: 'Those are not its last 6 characters. Nothing was changed.',
      remedy: 'Look this hash up, then run the command again.',
    });
  }
  await desk.declareFailed(id);
  print(`It can be prepared again: ask for the same as before.`);
}

type Prepare = () => Promise<{ readonly id: string }>;

async function take(desk: Desk, settings: Settings, prepare: Prepare, isUnsigned: boolean): Promise<void> {
  const { id } = await prepare();
  const explain = (xdr: string) => show(explainedText(xdr, settings));
  if (isUnsigned || settings.network.name !== 'sandbox') return await write(desk, id, explain);
  const { settlement, text } = await signHandle(desk, id, {
    walletOf: (source) => walletOf(settings, source),
    show,
    explain,
  });
  print(text);
  if (settlement.status !== 'settled') process.exitCode = 1;
}

/** The pipe gets the XDR and nothing else. */
async function write(desk: Desk, id: string, explain: (xdr: string) => void): Promise<void> {
  const prepared = await confirmed(desk, await desk.renew(id), show);
  const { unsignedXdr, signUrl, expiresAt } = prepared;
  if (unsignedXdr === undefined) throw new CountersignError('CONFIRMATION_NEEDED');
  if (sentIn(prepared) === 'escrow') explain(unsignedXdr);
  const page =
    signUrl === undefined ? '' : `\nOr sign it on its page while Countersign runs on this data folder: ${signUrl}`;
  show(`Nothing is signed. Sign it with your own wallet before ${expiresAt}.${page}\n`);
  print(unsignedXdr);
}

function signerOf({ network, dataDir }: Settings, name: string): string {
  return network.name === 'sandbox' && !isAddress(name, ['account'])
    ? findWallet(dataDir, name).keypair.publicKey()
    : name;
}

function show(text: string): void {
  process.stderr.write(text);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
