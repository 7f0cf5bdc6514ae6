/** What each operation does: sentences for contract calls and what can take money or control, JSON (SEP-51) else. */
import { xdr } from '@stellar/stellar-sdk/base';
import { xlm } from '../actions/check.ts';
import { accountOf, addressOfKey } from '../envelope/read-transaction.ts';
import { upper } from '../text/message.ts';
import { revealLine } from '../text/text.ts';
import type { OperationKind, Stakes } from '../words/explain/stakes.ts';
import { accountWords, amountWords, assetWords, plainAmount, signerWords } from './asset-words.ts';
import { authorisationWords } from './authorisations.ts';
import { describeHostFunction } from './contract-call.ts';
import { clause, type ExplainContext } from './scene.ts';

type OperationName = xdr.OperationBody['type'];

/** The name of each operation, and what one of them may take from its account where it has no sentence of its own. */
const KINDS: Readonly<Record<OperationName, readonly [OperationKind, Stakes?]>> = {
  createAccount: ['createAccount'],
  payment: ['payment'],
  pathPaymentStrictReceive: ['pathPayment'],
  pathPaymentStrictSend: ['pathPayment'],
  accountMerge: ['accountMerge'],
  manageSellOffer: ['offer', 'money'],
  manageBuyOffer: ['offer', 'money'],
  createPassiveSellOffer: ['offer', 'money'],
  liquidityPoolDeposit: ['poolDeposit', 'money'],
  liquidityPoolWithdraw: ['poolWithdraw', 'money'],
  setOptions: ['setOptions'],
  manageData: ['manageData'],
  bumpSequence: ['bumpSequence', 'trust'],
  inflation: ['inflation'],
  changeTrust: ['changeTrust'],
  allowTrust: ['allowTrust', 'trust'],
  setTrustLineFlags: ['setTrustLineFlags', 'trust'],
  clawback: ['clawback'],
  clawbackClaimableBalance: ['clawback', 'money'],
  createClaimableBalance: ['claimableBalance', 'money'],
  claimClaimableBalance: ['claim'],
  beginSponsoringFutureReserves: ['beginSponsoring', 'trust'],
  endSponsoringFutureReserves: ['endSponsoring'],
  revokeSponsorship: ['revokeSponsorship'],
  invokeHostFunction: ['contract'],
  extendFootprintTtl: ['prolong'],
  restoreFootprint: ['restore'],
};

/** "a payment": to name what a transaction is made of. */
export function operationName({ body }: xdr.Operation, { NAMES }: ExplainContext['words']): string {
  return NAMES[KINDS[body.type][0]];
}

/** A sentence without its full stop. What it warns of goes to the scene. */
export function operationWords(operation: xdr.Operation, scene: ExplainContext): string {
  const { body } = operation;
  switch (body.type) {
    case 'createAccount':
      return createAccount(body.createAccountOp, scene);
    case 'payment':
      return payment(body.paymentOp, scene);
    case 'pathPaymentStrictReceive':
      return payExactly(body.pathPaymentStrictReceiveOp, scene);
    case 'pathPaymentStrictSend':
      return sendExactly(body.pathPaymentStrictSendOp, scene);
    case 'accountMerge':
      return closeAccount(body.destination, scene);
    case 'setOptions':
      return setOptions(body.setOptionsOp, scene);
    case 'changeTrust':
      return changeTrust(body.changeTrustOp, scene);
    case 'clawback':
      return clawBack(body.clawbackOp, scene);
    case 'invokeHostFunction':
      return callContract(body.invokeHostFunctionOp, scene);
    default:
      return byName(operation, scene);
  }
}

/** A transaction may have 100 operations, and one of them a few thousand characters. */
const MOST_JSON = 1_000;

function byName(operation: xdr.Operation, scene: ExplainContext): string {
  const name = operationName(operation, scene.words);
  const [, stakes] = KINDS[operation.body.type];
  if (stakes !== undefined) scene.warn(stakes, scene.words.putsAtStake(name, stakes, scene.actor));
  return `${upper(name)}: ${asJson(operation.body)}`;
}

const asJson = (body: xdr.OperationBody): string => revealLine(JSON.stringify(body.toJson()), MOST_JSON);

function createAccount(
  { destination, startingBalance }: xdr.CreateAccountOp,
  { words, actor, warn }: ExplainContext,
): string {
  const does = words.createsAccount(addressOfKey(destination), xlm(startingBalance));
  if (startingBalance > 0n) warn('money', words.of(clause(does), actor));
  return does;
}

function payment({ amount, asset, destination }: xdr.PaymentOp, scene: ExplainContext): string {
  const { words, actor, account, warn } = scene;
  const [what, to] = [amountWords(amount, asset, scene), accountWords(destination, words)];
  // What an account pays to itself stays where it is.
  if (accountOf(destination) !== account) warn('money', words.paysFrom(what, actor, to));
  return words.pays(what, to);
}

function payExactly(
  { sendMax, sendAsset, destAmount, destAsset, destination }: xdr.PathPaymentStrictReceiveOp,
  scene: ExplainContext,
): string {
  const { words, actor, warn } = scene;
  const [most, exact] = [amountWords(sendMax, sendAsset, scene), amountWords(destAmount, destAsset, scene)];
  const does = words.paysExactly(exact, accountWords(destination, words), most);
  warn('money', words.of(clause(does), actor));
  return does;
}

function sendExactly(
  { sendAmount, sendAsset, destMin, destAsset, destination }: xdr.PathPaymentStrictSendOp,
  scene: ExplainContext,
): string {
  const { words, actor, warn } = scene;
  const [what, least] = [amountWords(sendAmount, sendAsset, scene), amountWords(destMin, destAsset, scene)];
  const gets = words.getsAtLeast(accountWords(destination, words), least);
  warn('money', words.sendsOf(what, actor, gets));
  return words.sends(what, gets);
}

function closeAccount(destination: xdr.MuxedAccount, { words, actor, warn }: ExplainContext): string {
  const does = words.closesAccount(actor, accountWords(destination, words));
  warn('account', clause(does));
  return does;
}

function setOptions(options: xdr.SetOptionsOp, scene: ExplainContext): string {
  const { words, actor, warn } = scene;
  const { inflationDest, clearFlags, setFlags, homeDomain } = options;
  if (setFlags !== null && (setFlags & NEVER_CHANGES) !== 0) warn('control', words.permanent(actor));
  const hasMore = [inflationDest, clearFlags, setFlags, homeDomain].some((option) => option !== null);
  const more = hasMore ? [asJson(xdr.OperationBody.setOptions(options))] : [];
  return words.changesSettings(actor, [...powers(options, scene), ...more].join('; '));
}

/** A flag of an account that makes its flags permanent (AccountFlags of Stellar's protocol). */
const NEVER_CHANGES = 4;

/** Who may act for the account from now on, each with a warning. Of several settings the last one counts. */
function powers(options: xdr.SetOptionsOp, { actor, account, words, warn }: ExplainContext): string[] {
  const found: string[] = [];
  const change = (what: string, text: string, warning: string, stakes: Stakes = 'control') => {
    found.push(text);
    warn(stakes, warning, `${account} ${what}`);
  };
  const { signer, masterWeight } = options;
  if (signer !== null) {
    const who = signerWords(signer.key, words);
    if (signer.weight === 0) {
      change(who, words.noLongerSigns(who), words.takesRightToSign(who, actor), 'access');
    } else {
      change(who, words.canSign(who, signer.weight), words.letsSign(who, actor, signer.weight));
    }
  }
  if (masterWeight !== null) {
    change(
      'own key',
      words.ownKeyWeight(masterWeight),
      masterWeight === 0 ? words.endsOwnKey(actor) : words.setsOwnKey(actor, masterWeight),
    );
  }
  for (const [level, weight] of [
    ['low', options.lowThreshold],
    ['medium', options.medThreshold],
    ['high', options.highThreshold],
  ] as const) {
    if (weight !== null) change(level, words.levelNeeds(level, weight), words.setsLevel(level, actor, weight));
  }
  return found;
}

const NO_LIMIT = 2n ** 63n - 1n;

function changeTrust({ line, limit }: xdr.ChangeTrustOp, scene: ExplainContext): string {
  const { words, actor } = scene;
  const token = line.type === 'assetTypePoolShare' ? words.POOL_SHARES : assetWords(line, scene);
  if (limit === 0n) return words.endsTrustline(actor, token);
  return words.letsHold(actor, token, limit === NO_LIMIT ? undefined : plainAmount(limit));
}

function clawBack({ amount, asset, from }: xdr.ClawbackOp, scene: ExplainContext): string {
  const { words, warn } = scene;
  const what = words.takenFrom(amountWords(amount, asset, scene), accountWords(from, words));
  warn('money', words.takesWithoutAsking(what));
  return words.takesAndDestroys(what);
}

function callContract(called: xdr.InvokeHostFunctionOp, scene: ExplainContext): string {
  const { words, stakes } = describeHostFunction(called.hostFunction, scene);
  if (stakes !== undefined) scene.warn(stakes, clause(words));
  return scene.words.whichDoes(words, authorisationWords(called, scene));
}
