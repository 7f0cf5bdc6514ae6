/** Warnings about the deploy of an escrow that was not compared with a request. */
import { xdr } from '@stellar/stellar-sdk/base';
import { checkAuthorisation, checkResources } from '../actions/check.ts';
import { FRESH_STATUS } from '../actions/deploy/check-deploy.ts';
import { Differences } from '../actions/differences.ts';
import { textWarnings } from '../actions/text-warnings.ts';
import { operationSources, type ReadTransaction } from '../envelope/read-transaction.ts';
import { knownToken, pinnedCodes, pinsOf } from '../escrow/network.ts';
import { receivers } from '../kinds/escrow-on-chain.ts';
import type { ReadDeploy } from '../kinds/read-deploy.ts';
import type { Risk } from '../risk/risk.ts';
import { hiddenCharacters, quotedReveal, stacksMarks } from '../text/text.ts';
import type { ExplainWords } from '../words/all.ts';
import { authorisationWords } from './authorisations.ts';
import type { Warn } from './explanation.ts';
import type { ExplainContext } from './scene.ts';

/**
 * @param judgement the desk's stops and warnings
 * @param warn takes lines and sentences of their own
 * @param scene of the deploy as an operation, for what else its authorisation allows
 */
export function warnOfDeploy(
  read: ReadTransaction,
  deploy: ReadDeploy,
  { stops: blockers, warnings }: Risk,
  warn: Warn,
  scene: ExplainContext,
): void {
  const { network, words } = scene;
  warnOfPins(deploy, scene, warn);
  warnOfState(deploy, words, warn);
  for (const line of words.core.stopLines(blockers)) warn('money', line);
  for (const line of words.core.warningLines(warnings)) warn('trust', line);
  const authorised = new Differences();
  for (const source of new Set([read.source, ...operationSources(read)]))
    authorised.same('deployer', source, deploy.deployer);
  checkAuthorisation(deploy, authorised);
  for (const line of linesOf(authorised, words)) warn('money', line);
  if (authorised.list.length > 0) {
    const hostFunction = xdr.HostFunction.hostFunctionTypeInvokeContract(deploy.invocation);
    authorisationWords({ hostFunction, auth: [...deploy.auth] }, scene);
  }
  const { address } = deploy.escrow.trustline;
  if (knownToken(network, address) === undefined) warn('trust', words.unknownToken(address, network.name));
  if (receivers(deploy.escrow).length > 1) warn('trust', words.SEVERAL_RECEIVERS);
  for (const line of [
    ...textsOf(deploy).flatMap((field) => hidden(field, words)),
    ...textWarnings(deploy.escrow, words.core.summaryWords),
  ])
    warn('trust', line);
  for (const { path, problem } of deploy.problems) warn('trust', words.fieldProblem(path, problem));
  const resources = new Differences();
  checkResources(read, deploy, resources);
  for (const line of linesOf(resources, words)) warn('trust', line);
}

/** Warns of contracts that are not the pinned ones: the wrong contract could keep the money. */
function warnOfPins({ factory, wasmHash, kind }: ReadDeploy, { network, words }: ExplainContext, warn: Warn): void {
  const pins = pinsOf(network, kind.release);
  for (const [name, pinned, found] of [
    [words.PINS.factory, pins.factory === undefined ? [] : [pins.factory], factory],
    [words.PINS.code, pinnedCodes(pins), wasmHash],
  ] as const) {
    if (pinned.length === 0) warn('trust', words.notPinned(name, network.name));
    else if (!pinned.includes(found)) {
      warn('money', words.pinnedOther(name, network.name, found, pinned.join(', ')));
    }
  }
}

/** Warns of an escrow that is created with flags set: work approved at the start can be paid before it is done. */
function warnOfState({ escrow }: ReadDeploy, words: ExplainWords, warn: Warn): void {
  const own = namesOfSet(escrow.flags, words);
  if (own.length > 0) warn('money', words.createdAs(own));
  for (const [index, { flags, status, evidence }] of escrow.milestones.entries()) {
    const set = namesOfSet(flags, words);
    const state = [
      ...(set.length === 0 ? [] : [words.asAlready(set)]),
      ...(FRESH_STATUS.includes(status) ? [] : [words.withStatus(quotedReveal(status, 60))]),
      ...(evidence === '' ? [] : [words.withEvidence(quotedReveal(evidence, 60))]),
    ];
    if (state.length > 0) warn('money', words.milestoneCreated(index + 1, state.join(', ')));
  }
}

function namesOfSet(flags: ReadDeploy['escrow']['flags'] = {}, { flagName }: ExplainWords): string[] {
  return Object.entries(flags).flatMap(([name, isSet]) => (isSet ? [flagName(name)] : []));
}

function textsOf({ escrow }: ReadDeploy): (readonly [field: string, text: string])[] {
  return [
    ['engagementId', escrow.engagementId],
    ['title', escrow.title],
    ['description', escrow.description],
    ...escrow.milestones.map(({ description }, index) => [`milestones[${index}].description`, description] as const),
  ];
}

/** Texts with invisible characters are shown with the characters' names, and get a warning. */
function hidden([field, text]: readonly [field: string, text: string], words: ExplainWords): string[] {
  const found = hiddenCharacters(text);
  return [
    ...(found.length === 0 ? [] : [words.invisible(field, found.slice(0, 5).join(', '))]),
    ...(stacksMarks(text) ? [words.stacksMarks(field)] : []),
  ];
}

const linesOf = ({ list }: Differences, { differs }: ExplainWords): string[] => list.map(differs);
