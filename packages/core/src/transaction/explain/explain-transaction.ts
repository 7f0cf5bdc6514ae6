/**
 * What any transaction says, in plain words: for a person who does not want to take a model's or a service's word.
 * It claims nothing that is not in the envelope, and says of what it cannot read that it cannot.
 */
import type { Network } from '../../network.ts';
import { calledFunction } from '../factory-call.ts';
import { findEnvelope } from '../find-xdr.ts';
import { type ReadOtherDeploy, readSingleRelease } from '../kinds/read-other-deploy.ts';
import { type AnyDeploy, readAnyDeploy } from '../read-any-deploy.ts';
import { type ReadEnvelope, readEnvelope } from '../read-envelope.ts';
import type { ReadTransaction } from '../read-transaction.ts';
import { summariseAny } from '../summarise-any.ts';
import { accountWords } from './address-words.ts';
import { deployHeading, deployLines, deployWarnings } from './deploy-words.ts';
import { envelopeLines, envelopeWarnings } from './envelope-lines.ts';
import type { Explanation, Line } from './explanation.ts';
import { operationName, operationWords } from './operations/operation-words.ts';
import { listed } from './scene.ts';

/** A list of warnings that nobody reads to its end warns of nothing. */
const MOST_WARNINGS = 40;
/** Values of contracts that are shown, over all operations. */
const MOST_VALUES = 300;
/** Functions that create an escrow: where one of them cannot be read, that is said. */
const DEPLOYS = new Set(['deploy', 'tw_new_multi_release_escrow', 'tw_new_single_release_escrow']);

/**
 * @param text an envelope of any kind, as `findXdr` finds it in what a person pasted
 * @param network the one it is believed to be for; an envelope does not say, only a signature can tell
 * @param now epoch seconds
 * @throws CountersignError those of `findXdr`
 */
export function explainTransaction(text: string, network: Network, now: number): Explanation {
  const envelope = readEnvelope(findEnvelope(text), network.passphrase);
  const { inner } = envelope;
  const deploy = deployOf(inner, network);
  const clock = BigInt(Math.floor(now));
  const told = 'unreadable' in deploy ? otherwise(inner, deploy.unreadable, network) : asDeploy(inner, deploy, network);
  const warnings = [...new Set([...told.warnings, ...envelopeWarnings(envelope, network, clock)])];
  return {
    heading: `${bumpWords(envelope)}${told.heading}`,
    lines: [...told.lines, ...envelopeLines(envelope, network, clock)],
    warnings:
      warnings.length > MOST_WARNINGS
        ? [...warnings.slice(0, MOST_WARNINGS), `and ${warnings.length - MOST_WARNINGS} more warnings like these`]
        : warnings,
  };
}

function deployOf(
  read: ReadTransaction,
  { passphrase }: Network,
): AnyDeploy | ReadOtherDeploy | { readonly unreadable: string } {
  const deploy = readAnyDeploy(read, passphrase);
  if (!('unreadable' in deploy)) return deploy;
  const why = deploy.unreadable.map(({ path, problem }) => `${path} ${problem}`);
  return readSingleRelease(read, passphrase) ?? { unreadable: listed(why, 5, '; ') };
}

function asDeploy(read: ReadTransaction, deploy: AnyDeploy, network: Network): Explanation {
  const summary = summariseAny(read, deploy, network);
  return {
    heading: deployHeading(deploy),
    lines: deployLines(deploy, summary, network),
    warnings: deployWarnings(read, deploy, summary, network),
  };
}

function otherwise(read: ReadTransaction, why: string, network: Network): Explanation {
  const { operations } = read.transaction;
  const lines: Line[] = [];
  const warnings: string[] = [];
  const budget = { values: MOST_VALUES };
  for (const [index, operation] of operations.entries()) {
    const label = `Operation ${index + 1}`;
    const own = operation.sourceAccount;
    const actor = accountWords(own ?? read.transaction.sourceAccount);
    const warn = (warning: string) => warnings.push(`${label} ${warning}.`);
    const words = operationWords(operation, { network, actor, budget, warn });
    lines.push({ label, value: `${words}${own === null ? '' : `, as ${actor}`}.` });
  }
  const meant = calledFunction(read);
  return {
    heading: `Not the deploy of an escrow, but ${namesOf(read)}.`,
    lines,
    warnings: [
      ...(meant !== undefined && DEPLOYS.has(meant)
        ? [`It calls ${meant}, as the deploy of an escrow does, but cannot be read as one: ${why}.`]
        : []),
      ...warnings,
      'Nobody compared this with a request. Sign it only if each operation is what you want.',
    ],
  };
}

/** "a payment", or "3 operations: a payment (2), a trustline". */
function namesOf({ transaction: { operations } }: ReadTransaction): string {
  const counts = new Map<string, number>();
  for (const operation of operations) {
    const name = operationName(operation);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const names = [...counts].map(([name, count]) => (count === 1 ? name : `${name} (${count})`));
  if (operations.length === 1) return names.join('');
  return operations.length === 0
    ? 'a transaction without operations'
    : `${operations.length} operations: ${listed(names, 8)}`;
}

function bumpWords({ feeBump }: ReadEnvelope): string {
  return feeBump === undefined ? '' : `${accountWords(feeBump.feeSource)} pays the fee of this: `;
}
