/** What a person should know about the deploy of an escrow, whatever was asked for: nobody compared it with a request. */
import { xdr } from '@stellar/stellar-sdk/base';
import { checkResources } from '../actions/check-resources.ts';
import { checkAuthorisation } from '../actions/deploy/check-authorisation.ts';
import { FRESH_STATUS } from '../actions/deploy/check-deploy.ts';
import { Differences } from '../actions/differences.ts';
import { textWarnings } from '../actions/text-warnings.ts';
import { accountOf, type ReadTransaction } from '../envelope/read-transaction.ts';
import { knownToken, type Network, pinsOf } from '../escrow/network.ts';
import type { Judgement } from '../judgement/judgement.ts';
import { receivers } from '../kinds/escrow-on-chain.ts';
import type { ReadDeploy } from '../kinds/read-deploy.ts';
import { hiddenCharacters, quotedReveal, stacksMarks } from '../text/text.ts';
import { stopLines } from '../words/en/stops.ts';
import { warningText } from '../words/en/warnings.ts';
import { authorisationWords } from './authorisations.ts';
import type { Scene } from './scene.ts';
import type { Warn } from './warnings.ts';

/**
 * @param judgement what stops the desk, and what it tells to look at twice
 * @param warn takes lines and sentences of their own
 * @param scene of the deploy as an operation, for what its authorisation allows beside it
 */
export function warnOfDeploy(
  read: ReadTransaction,
  deploy: ReadDeploy,
  { stops, warnings }: Judgement,
  warn: Warn,
  scene: Scene,
): void {
  const { network } = scene;
  warnOfPins(deploy, network, warn);
  warnOfState(deploy, warn);
  for (const line of stopLines(stops)) warn('money', line);
  for (const warning of warnings) warn('trust', warningText(warning));
  const authorised = new Differences();
  for (const source of new Set([read.source, ...operationSources(read)]))
    authorised.same('deployer', source, deploy.deployer);
  checkAuthorisation(deploy, authorised);
  for (const line of linesOf(authorised)) warn('money', line);
  if (authorised.list.length > 0) {
    const hostFunction = xdr.HostFunction.hostFunctionTypeInvokeContract(deploy.invocation);
    authorisationWords({ hostFunction, auth: [...deploy.auth] }, scene);
  }
  const { address } = deploy.escrow.trustline;
  if (knownToken(network, address) === undefined) {
    warn(
      'trust',
      `the token ${address} is not known on ${network.name}: what it is worth, and its decimals, were not checked`,
    );
  }
  if (receivers(deploy.escrow).length > 1) warn('trust', 'the milestones are paid to different receivers');
  for (const line of [...textsOf(deploy).flatMap(hidden), ...textWarnings(deploy.escrow)]) warn('trust', line);
  for (const { path, problem } of deploy.problems) warn('trust', `${path} ${problem}`);
  const resources = new Differences();
  checkResources(read, deploy, resources);
  for (const line of linesOf(resources)) warn('trust', line);
}

/** The wrong contract could keep whatever is paid into it. */
function warnOfPins({ factory, wasmHash, kind }: ReadDeploy, network: Network, warn: Warn): void {
  const pins = pinsOf(network, kind.release);
  for (const [name, pinned, found] of [
    ['factory', pins.factory, factory],
    ['contract code', pins.wasmHash, wasmHash],
  ] as const) {
    if (pinned === undefined) warn('trust', `the ${name} is not pinned for ${network.name}, so it was not checked`);
    else if (pinned !== found) {
      warn('money', `the ${name} is not the one pinned for ${network.name}: it is ${found}, the pinned one ${pinned}`);
    }
  }
}

/** Work that is approved before it begins is paid for before it is done. */
function warnOfState({ escrow }: ReadDeploy, warn: Warn): void {
  const own = namesOfSet(escrow.flags);
  if (own.length > 0) warn('money', `it is created as ${own.join(' and ')} already`);
  for (const [index, { flags, status, evidence }] of escrow.milestones.entries()) {
    const set = namesOfSet(flags);
    const state = [
      ...(set.length === 0 ? [] : [`as ${set.join(' and ')} already`]),
      ...(FRESH_STATUS.includes(status) ? [] : [`with the status ${quotedReveal(status, 60)}`]),
      ...(evidence === '' ? [] : [`with the evidence ${quotedReveal(evidence, 60)}`]),
    ];
    if (state.length > 0) warn('money', `milestone ${index + 1} is created ${state.join(', ')}`);
  }
}

function namesOfSet(flags: ReadDeploy['escrow']['flags'] = {}): string[] {
  return Object.entries(flags).flatMap(([name, isSet]) => (isSet ? [name] : []));
}

function operationSources({ transaction }: ReadTransaction): string[] {
  return transaction.operations.flatMap(({ sourceAccount }) =>
    sourceAccount === null ? [] : [accountOf(sourceAccount)],
  );
}

function textsOf({ escrow }: ReadDeploy): (readonly [field: string, text: string])[] {
  return [
    ['engagementId', escrow.engagementId],
    ['title', escrow.title],
    ['description', escrow.description],
    ...escrow.milestones.map(({ description }, index) => [`milestones[${index}].description`, description] as const),
  ];
}

/** Texts that hold what cannot be seen are shown with its names, and that is said too. */
function hidden([field, text]: readonly [field: string, text: string]): string[] {
  const found = hiddenCharacters(text);
  return [
    ...(found.length === 0 ? [] : [`${field} holds invisible characters (${found.slice(0, 5).join(', ')})`]),
    ...(stacksMarks(text) ? [`${field} stacks marks on a letter, which would cover other lines`] : []),
  ];
}

function linesOf({ list }: Differences): string[] {
  return list.map(({ field, asked, found }) => `${field}: expected ${asked}, found ${found}`);
}
