/** Explains any transaction by its envelope alone, for people who trust neither a model nor a service. */
import type { xdr } from '@stellar/stellar-sdk/base';
import { summarise } from '../actions/deploy/summary.ts';
import type { Summary } from '../actions/summary-schema.ts';
import { findEnvelope } from '../envelope/find-xdr.ts';
import { accountOf, type ReadEnvelope, type ReadTransaction, readEnvelope } from '../envelope/read-transaction.ts';
import { crossChainText } from '../escrow/cross-chain.ts';
import { knownToken, type Network, SANDBOX_NAMES } from '../escrow/network.ts';
import { calledFunction, type ReadDeploy } from '../kinds/read-deploy.ts';
import { ESCROW_KINDS, readDeployOfAnyKind } from '../kinds/registry.ts';
import { DEFAULT_FEE_STOP, deployRisk } from '../risk/deploy-risk.ts';
import { quotedReveal } from '../text/text.ts';
import { type ExplainWords, explainWordsOf } from '../words/all.ts';
import { atLeast, STAKES, type Stakes } from '../words/explain/stakes.ts';
import { type KnownName, naming } from '../words/naming.ts';
import { NO_OWN_AMOUNT } from '../words/words.ts';
import { accountWords } from './asset-words.ts';
import { warnOfDeploy } from './deploy-warnings.ts';
import { envelopeLines, warnOfEnvelope } from './envelope-lines.ts';
import {
  type ExplainPolicy,
  type Explanation,
  type Line,
  labelled,
  type Row,
  type Warn,
  WarningList,
} from './explanation.ts';
import { operationName, operationWords } from './operations.ts';
import { type ExplainContext, listed } from './scene.ts';

/** How many contract values are shown, over all operations. */
const MOST_VALUES = 300;
/** Functions that create an escrow: a call of one that cannot be read as a deploy gets a warning. */
const DEPLOYS: ReadonlySet<string> = new Set(ESCROW_KINDS.map(({ factoryFunction }) => factoryFunction));

/**
 * Explains what a transaction does. Makes no requests and sends nothing.
 * @param text an envelope of any kind, or what a person pasted that contains one
 * @param network the one it is assumed to be for; an envelope does not say, only a signature can tell
 * @param now epoch seconds
 * @param policy of this installation: the platform fee above which a person must confirm; and the reader's language
 * @returns a heading, a line for each field and operation, and the warnings, the most that could be lost first
 * @throws CountersignError those of `findXdr`
 * @example
 * ```ts
 * import { explainTransaction } from '@countersign/core/explain';
 * import { NETWORKS } from '@countersign/core/network';
 *
 * const xdr =
 *   'AAAAAgAAAAB72iLeEG/bFdv5lr+AcR/x4ZG19/DrGyc1TBUCNa8S7QAAAGQAAAAAAAAACAAAAAEAAAAAAAAAAAAAAAAAAAAA' +
 *   'AAAAAAAAAAEAAAAAAAAAAQAAAADkgbkKgpJeEHjP1xzuhDXXF6vziWjo5W/LDlndoZvG/gAAAAAAAAAAAvrwgAAAAAAAAAAA';
 * const { heading, lines, warnings } = explainTransaction(xdr, NETWORKS.sandbox, Date.now() / 1_000);
 * console.log(heading); // → Not the deploy of an escrow, but a payment.
 * console.log(lines.find(({ label }) => label === 'Network fee')?.value); // → at most 0.00001 XLM
 * console.log(warnings[0]?.text); // → Operation 1 pays 5 XLM from Ana to Ben (GDSI…).
 * ```
 */
export function explainTransaction(
  text: string,
  network: Network,
  now: number,
  policy: ExplainPolicy = {},
): Explanation {
  return explainEnvelope(readEnvelope(findEnvelope(text), network.passphrase), network, now, policy);
}

/** As `explainTransaction`, of an envelope that is read already. */
export function explainEnvelope(
  envelope: ReadEnvelope,
  network: Network,
  now: number,
  policy: ExplainPolicy = {},
): Explanation {
  const { inner } = envelope;
  const words = explainWordsOf(policy.language ?? 'en');
  const deploy = deployOf(inner, network, words);
  const clock = BigInt(Math.floor(now));
  const warnings = new WarningList(words);
  const described =
    'unreadable' in deploy
      ? asOperations(inner, deploy.unreadable, { network, words, known: policy.known }, warnings)
      : asDeploy(inner, deploy, { network, words, ...policy }, warnings);
  warnOfEnvelope(envelope, { network, words }, clock, (stakes, text) => warnings.add(stakes, text));
  const explained = {
    heading: `${bumpWords(envelope, words)}${described.heading}`,
    lines: [...(policy.known?.lines ?? []), ...described.lines, ...envelopeLines(envelope, network, clock, words)],
    warnings: warnings.list,
  };
  return withNames(explained, policy.names ?? (network.name === 'sandbox' ? SANDBOX_NAMES : []));
}

/** The whole address is in the line that has nothing else, next to its name; without such a line, at its first mention. */
function withNames({ heading, lines, warnings }: Explanation, names: readonly KnownName[]): Explanation {
  const isAddress = ({ value }: Line) => /^[GC][A-Z2-7]{55}$/.test(value);
  const whole = naming(names);
  const named = naming(
    names,
    lines.filter(isAddress).map(({ value }) => value),
  );
  return {
    heading: named(heading),
    warnings: warnings.map(({ stakes, text }) => ({ stakes, text: named(text) })),
    lines: lines.map((line) => ({ ...line, value: isAddress(line) ? whole(line.value) : named(line.value) })),
  };
}

type ExplainedPart = Pick<Explanation, 'heading' | 'lines'>;
type Reading = Pick<ExplainContext, 'network' | 'words'>;

function deployOf(
  read: ReadTransaction,
  { passphrase }: Network,
  words: ExplainWords,
): ReadDeploy | { readonly unreadable: string } {
  const deploy = readDeployOfAnyKind(read, passphrase);
  if (!('unreadable' in deploy)) return deploy;
  const why = deploy.unreadable.map(({ path, problem }) => words.fieldProblem(path, problem));
  return { unreadable: listed(why, 5, words, '; ') };
}

function asDeploy(
  read: ReadTransaction,
  deploy: ReadDeploy,
  { network, words, known, feeStop = DEFAULT_FEE_STOP }: ExplainPolicy & Reading,
  warnings: WarningList,
): ExplainedPart {
  const budget = { values: MOST_VALUES };
  const scene = sceneOf(words.IT, { network, words, source: read.transaction.sourceAccount, budget }, warnings);
  // The desk's judgement, from the transaction alone.
  const risk = deployRisk({ ...deploy, signer: deploy.deployer }, {}, { network, feeStop });
  warnOfDeploy(read, deploy, risk, (stakes, text) => warnings.add(stakes, text), scene);
  const facts = words.core.warningLines(risk.facts).map((value) => ({ label: words.GOOD_TO_KNOW, value }));
  return {
    heading: [
      ...(known === undefined ? [] : [known.heading]),
      words.createsEscrow(quotedReveal(deploy.escrow.title), deploy.contractId),
    ].join(' '),
    lines: [...deployLines(deploy, summarise(read, deploy, network), network, words), ...facts],
  };
}

function asOperations(
  read: ReadTransaction,
  why: string,
  { network, words, known }: Reading & Pick<ExplainPolicy, 'known'>,
  warnings: WarningList,
): ExplainedPart {
  const { operations } = read.transaction;
  const lines: Line[] = [];
  const kinds = new Map<string, { count: number; stakes: Stakes }>();
  const budget = { values: MOST_VALUES };
  for (const [index, operation] of operations.entries()) {
    const own = operation.sourceAccount;
    const source = own ?? read.transaction.sourceAccount;
    const kind = kinds.get(operationName(operation, words)) ?? { count: 0, stakes: 'note' };
    kinds.set(operationName(operation, words), kind);
    kind.count += 1;
    const scene = sceneOf(words.operationDoes(index + 1), { network, words, source, budget }, warnings, (stakes) => {
      kind.stakes = atLeast(kind.stakes, stakes);
    });
    const does = operationWords(operation, scene);
    const value = own === null ? does : words.asActor(does, scene.actor);
    lines.push({ label: words.operationLabel(index + 1), value: `${value}.` });
  }
  const meant = calledFunction(read);
  if (meant !== undefined && DEPLOYS.has(meant)) warnings.add('trust', words.unreadDeploy(meant, why));
  if (known?.isPrepared !== true) warnings.add('note', words.NOT_COMPARED);
  return { heading: known?.heading ?? words.notADeploy(namesOf(kinds, operations.length, words)), lines };
}

/** @param noted called with the stakes of each warning */
function sceneOf(
  label: string,
  { source, ...reading }: Reading & Pick<ExplainContext, 'budget'> & { readonly source: xdr.MuxedAccount },
  warnings: WarningList,
  noted: (stakes: Stakes) => void = () => {},
): ExplainContext {
  const remarks = new Set<string>();
  const warn: Warn = (stakes, text, about) => {
    noted(stakes);
    warnings.add(stakes, text, label, about);
  };
  const remark = (text: string) => {
    if (!remarks.has(text)) warn('trust', text);
    remarks.add(text);
  };
  return { ...reading, actor: accountWords(source, reading.words), account: accountOf(source), warn, remark };
}

/** "a payment", or "4 operations: the closing of an account, a payment (3)", the most serious first. */
function namesOf(
  kinds: ReadonlyMap<string, { count: number; stakes: Stakes }>,
  operations: number,
  words: ExplainWords,
): string {
  const ranked = [...kinds].sort(([, one], [, other]) => STAKES.indexOf(one.stakes) - STAKES.indexOf(other.stakes));
  const names = ranked.map(([name, { count }]) => (count === 1 ? name : `${name} (${count})`));
  if (operations === 1) return names.join('');
  return operations === 0 ? words.WITHOUT_OPERATIONS : words.operationsNamed(operations, listed(names, 8, words));
}

function bumpWords({ feeBump }: ReadEnvelope, words: ExplainWords): string {
  return feeBump === undefined ? '' : words.paysFeeOfThis(accountWords(feeBump.feeSource, words));
}

/** @param summary of the same deploy, without reasons */
function deployLines(deploy: ReadDeploy, summary: Summary, network: Network, words: ExplainWords): Line[] {
  const { core } = words;
  const { crossChainReceiver, roles } = deploy.escrow;
  const { address, code } = summary.token;
  const unit = unitOf(deploy, summary, network, words);
  return [
    ...labelled([
      [words.KIND, core.kindWords(deploy.kind)],
      [words.ESCROW_ADDRESS, summary.contractId],
      [words.ENGAGEMENT, summary.engagementId],
      [words.TITLE, summary.title],
      [words.DESCRIPTION, summary.description],
      ...summary.milestones.map(({ description, amount }, index): Row => {
        const own = amount === NO_OWN_AMOUNT ? '' : `${amount} ${unit}: `;
        return [words.milestoneLabel(index + 1), `${own}${description}${receiverOf(deploy, index, words)}`];
      }),
      [words.TOTAL, `${summary.total} ${unit}`],
      [words.TOKEN, code === undefined ? address : `${address} (${code})`],
      [words.PLATFORM_FEE, `${summary.platformFeePercent} %`],
    ]),
    ...core.labelledCosts(summary.costs, unit),
    { label: words.SIGNER, value: summary.signer },
    ...core.labelledRoles(summary.roles).map(({ label, address }) => ({ label, value: address || words.NONE })),
    ...labelled([
      [words.ADMIN, roles.admin],
      [words.OBSERVERS, roles.observers === '' ? words.NONE : roles.observers],
      [words.RECEIVER_MEMO, summary.receiverMemo],
      [words.CROSS_CHAIN_RECEIVER, crossChainReceiver && crossChainText(crossChainReceiver)],
      [words.FACTORY, deploy.factory],
      [words.CONTRACT_CODE, deploy.wasmHash],
    ]),
  ];
}

/** The token's code; else the unit of the amounts, as far as the transaction shows it. */
function unitOf({ escrow }: ReadDeploy, { token }: Summary, network: Network, words: ExplainWords): string {
  if (knownToken(network, token.address) !== undefined) return token.code ?? words.OF_THE_TOKEN;
  const { multiplier } = escrow.trustline;
  return multiplier === undefined ? words.BASE_UNITS : words.unitsAsSaid(`${multiplier}`);
}

function receiverOf({ escrow }: ReadDeploy, index: number, { paidTo }: ExplainWords): string {
  const receiver = escrow.milestones[index]?.receiver;
  return receiver === undefined ? '' : paidTo(receiver);
}
