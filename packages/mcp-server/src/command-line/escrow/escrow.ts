/** The life of an escrow: created, funded, shown, and each role's steps. `countersign-mcp escrow`, `pnpm escrow`. */
import { parseArgs } from 'node:util';
import type { Desk, EscrowView, Prepared, PrepareInput } from '@countersign/core';
import { CountersignError } from '@countersign/core/errors';
import { isAddress, isStepName, ROLE_NAMES, STEP_NAMES, type StepName } from '@countersign/core/escrow';
import { ownCommand } from '@countersign/core/platform/launch';
import { parseSettings, type Settings } from '@countersign/core/settings';
import { quoted } from '@countersign/core/text';
import { isObject } from '@countersign/core/text/fields';
import { endingWords, naming, ROLE_WORDS, severalText, turnText } from '@countersign/core/words';
import { startSandbox } from '@countersign/escrow-service';
import { askAtTerminal, readInput } from '../read-input.ts';
import { requireKnownOptions, UsageError, wrongCommand } from '../run-command.ts';
import { connectSandbox } from '../sandbox/connect-sandbox.ts';
import { findWallet, walletOf } from '../sandbox/keys.ts';
import { confirmed, openFundingDesk, sentIn, signHandle } from '../sandbox/sign.ts';
import { explainedText, type Row, rowLines } from '../texts.ts';
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
                                        both also take several, one after the other: --milestone 1,2 or 1-3
  dispute [--milestone 1] --as name     a party stops payment until the dispute resolver decides
  resolve [--milestone 1] --share ADDRESS=AMOUNT…
                                        the dispute resolver decides who gets how much, before fees
  withdraw --share ADDRESS=AMOUNT…      the dispute resolver takes out what is left
  update --set NAME=VALUE… [--add-milestone DESCRIPTION=AMOUNT…]
                                        the platform changes terms: title, description, engagementId, platformFee,
                                        amount, roles.approver, roles.receiver…
  extend --days 30                      the platform keeps it from being archived
  end [--as name] [--to ADDRESS]        cancel and refund: who signs what, what comes back, and the next transaction of it;
                                        run it again after each. --to says who gets the money, if not who paid it in

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
const COMMANDS = [...OPENINGS, 'show', 'failed', 'end', ...STEP_NAMES];

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
    !(isShown || isFailed || isStepName(command) || command === 'end' || OPENINGS.includes(command))
  ) {
    throw wrongCommand(positionals[0], COMMANDS, usage(name));
  }
  const { as, amount, to, unsigned = false, help: _, ...options } = values;
  if (command !== 'fund' && amount !== undefined) throw new UsageError('--amount is an option of fund alone.');
  if (command !== 'end' && to !== undefined) throw new UsageError('--to is an option of end alone.');
  if ((command === 'end' || OPENINGS.includes(command)) && Object.keys(options).length > 0) {
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
    await onDesk(settings, (desk) => take(desk, settings, () => desk.prepare('deploy', input), unsigned));
    return;
  }
  if (command === 'fund') {
    const input = fundingOf(escrow, amount, signer ?? settings.defaultSigner);
    await onDesk(settings, (desk) => take(desk, settings, () => desk.prepare('fund', input), unsigned));
    return;
  }
  if (command === 'end') {
    const input = { escrow, ...by, ...(to === undefined ? {} : { refundTo: to }) };
    return await onDesk(settings, (desk) => endTogether(desk, settings, input, unsigned));
  }
  const input = { action: command, escrow, ...request, ...by };
  await onDesk(settings, (desk) => takeAll(desk, settings, () => desk.prepareStep(STEP_NAMES, input), unsigned));
}

/** Of several milestones, each one when the one before it has settled. */
async function takeAll(
  desk: Desk,
  settings: Settings,
  prepare: () => Promise<Prepared<StepName>>,
  isUnsigned: boolean,
): Promise<void> {
  const { id: first, plan } = await prepare();
  let id = first;
  if (plan !== undefined) show(`${severalText(plan)}\n\n`);
  while (await take(desk, settings, async () => ({ id }), isUnsigned)) {
    if (plan === undefined) return;
    const status = await desk.prepareFollowing(id);
    if (status.plan !== undefined) show(`\n${severalText(status.plan)}\n\n`);
    if (status.plan?.stopped !== undefined) process.exitCode = 1;
    if (status.id === id) return;
    id = status.id;
  }
}

async function showEscrow(settings: Settings, escrow: string): Promise<void> {
  const asked = isAddress(escrow, ['contract']) ? { contractId: escrow } : { id: escrow };
  print(
    escrowText(await onDesk(settings, (desk) => desk.get({ ...asked, named: true })), process.stdout.columns).trimEnd(),
  );
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

/** The whole plan first; then its next transaction, if it is known who signs that. */
async function endTogether(desk: Desk, settings: Settings, input: object, isUnsigned: boolean): Promise<void> {
  const { plan, names, own, prepared } = await desk.end(input);
  const { lines, next } = endingWords(plan, { own, named: naming(names) });
  const text = `${lines.join('\n')}\n\n${next}`;
  if (prepared === undefined) return print(text);
  show(`${text}\n\n`);
  await take(desk, settings, async () => prepared, isUnsigned);
}

type Prepare = () => Promise<{ readonly id: string }>;

/** @returns whether it settled */
async function take(desk: Desk, settings: Settings, prepare: Prepare, isUnsigned: boolean): Promise<boolean> {
  const { id } = await prepare();
  const explain = (xdr: string) => show(explainedText(xdr, settings));
  if (isUnsigned || settings.network.name !== 'sandbox') {
    await write(desk, id, explain);
    return false;
  }
  const { settlement, text } = await signHandle(desk, id, {
    walletOf: (source) => walletOf(settings, source),
    show,
    explain,
  });
  print(text);
  if (settlement.status !== 'settled') process.exitCode = 1;
  return settlement.status === 'settled';
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

/** The desk on the data folder, for the sandbox or the configured network, with its signing page. */
async function onDesk<T>(settings: Settings, work: (desk: Desk) => Promise<T>): Promise<T> {
  const { desk, close } = settings.network.name === 'sandbox' ? await ofSandbox(settings) : await withPage(settings);
  try {
    return await work(desk);
  } finally {
    await close();
  }
}

async function ofSandbox(settings: Settings) {
  const sandbox = await connectSandbox(settings);
  const desk = await openFundingDesk(settings, sandbox).catch(async (thrown: unknown) => {
    await sandbox.close();
    throw thrown;
  });
  const close = async () => {
    await desk.close();
    await sandbox.close();
  };
  return { desk, close };
}

async function withPage(settings: Settings) {
  const { openDeskWithPage } = await import('@countersign/signing-page');
  return await openDeskWithPage(settings, { startSandbox, log: () => {} });
}

/** An escrow's current state, for a terminal. */
export function escrowText(view: EscrowView, columns?: number): string {
  const { title, state, status, contractId, held, needed, asset, roles, milestones, turn = [], message, next } = view;
  const named = naming(view.names ?? []);
  const money = (amount: string | undefined) => (amount === undefined ? 'not known' : `${amount} ${asset}`);
  const rows: Row[] = [
    ['Address', [contractId]],
    ['Holds', [money(held)]],
    ['Has yet to pay out', [money(needed)]],
    ...milestones.map((milestone, index): Row => [`Milestone ${index + 1}`, milestoneLines(milestone, asset)]),
    ...ROLE_NAMES.map((role): Row => [ROLE_WORDS[role], present(roles[role]).map(named)]),
    ['Next', turn.length === 0 ? [next] : turn.map((each) => named(turnText(each)))],
  ];
  const word = status === 'settled' && view.previousAddresses === undefined ? 'It stands on the ledger.' : message;
  return `${title} (${state ?? status})\n${word}\n\n${rowLines(rows, columns)}`;
}

const present = (text: string | undefined): string[] => (text === undefined ? [] : [text]);

/** A stranger's text must not pass for a line of ours. */
const words = (text: string): string => quoted(text, 600);

function milestoneLines(milestone: EscrowView['milestones'][number], asset: string): string[] {
  const { description, amount, receiver, state, status, evidence } = milestone;
  const labelled = (label: string, text: string | undefined) => (text === undefined ? [] : [`${label}: ${text}`]);
  return [
    [words(description), amount === undefined ? undefined : `${amount} ${asset}`, state].filter(Boolean).join(', '),
    ...labelled('receiver', receiver),
    ...labelled('status', status && words(status)),
    ...labelled('evidence', evidence && words(evidence)),
  ];
}

/** A number with more digits than a float holds stays text. */
const MOST_DIGITS = 15;

/**
 * @param text the request of a deploy, as JSON
 * @throws CountersignError INPUT_INVALID if it is not a JSON object
 */
function deployIn(text: string): PrepareInput<'deploy'> {
  let input: unknown;
  try {
    input = JSON.parse(text, keepDigits);
  } catch (cause) {
    throw notRequest('is not JSON', cause);
  }
  // The desk checks its fields.
  if (isObject(input)) return input as PrepareInput<'deploy'>;
  throw notRequest('must hold one object, with the fields of an escrow');
}

function keepDigits(this: unknown, _: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = typeof value === 'number' ? context?.source : undefined;
  return source !== undefined && source.replace(/\D/g, '').length > MOST_DIGITS ? source : value;
}

const notRequest = (problem: string, cause?: unknown): CountersignError =>
  new CountersignError('INPUT_INVALID', { fields: [{ path: 'file', problem }], cause });

/**
 * @param payer an address, or a name; absent where the settings name a signer, or it is whose escrow it is
 * @throws UsageError where the payer is not known
 */
function fundingOf(escrow: string, amount: string | undefined, payer: string | undefined): PrepareInput<'fund'> {
  const isListed = isAddress(escrow, ['contract']);
  if (isListed && payer === undefined) throw new UsageError('--as is missing; write --as NAME of who pays.');
  return {
    ...(isListed ? { escrow } : { id: escrow }),
    ...(amount === undefined ? {} : { amount }),
    ...(payer === undefined ? {} : { signer: payer }),
  };
}
