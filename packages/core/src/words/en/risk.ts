/** What is judged of a transaction, in words: stops, warnings and facts, and why it is only partly verified. */
import { actions } from '../../actions/en.ts';
import type { Difference } from '../../errors/differences.ts';
import { chainText } from '../../escrow/cross-chain.ts';
import { cleanLine, quoted } from '../../text/text.ts';
import { lookAlikeText } from '../look-alike.ts';
import { firstOf, type Naming } from '../naming.ts';
import {
  type AffectedRole,
  type BlockingWarning,
  type Fact,
  factLinesOf,
  hundredfold,
  LONGEST_VALUE,
  linesOf,
  MOST_NAMED,
  type OfPayee,
  type OneOfSeveral,
  type OpenTransactions,
  type Reason,
  type RoleWarning,
  type Taking,
  type TakingParty,
} from '../risk.ts';
import { differenceText } from './errors.ts';
import { LOOK_ALIKE } from './look-alike.ts';
import { fieldWords, nameChangeText } from './names.ts';
import { payeesText } from './payees.ts';
import { kindWords, milestonesText, PARTY_WORDS, ROLE_WORDS } from './words.ts';

/** The stops as lines: equal sentences are shown once, and a problem of several roles is one sentence. */
export const stopLines = (blockers: readonly BlockingWarning[], named?: Naming): string[] =>
  linesOf(blockers, { stopText, rolesText, LOOK_ALIKE }, named);

/** The warnings or facts as lines: a problem of several receivers is one sentence. @param text of each; default: `warningText` */
export const warningLines = (
  facts: readonly Fact[],
  named?: Naming,
  text: (fact: Fact) => string = warningText,
): string[] => factLinesOf(facts, { warningText: text, payeesText }, named);

export function stopText({ code, params }: BlockingWarning): string {
  switch (code) {
    case 'ROLE_IS_TOKEN':
    case 'ROLE_IS_ESCROW':
    case 'ROLE_IS_CONTRACT':
    case 'PAYEE_IS_FACTORY':
    case 'PAYEE_IS_ISSUER':
    case 'PAYEE_IS_NOT_WALLET':
    case 'PAYEE_NEEDS_MEMO':
      return rolesText(code, [params]);
    case 'CAN_TAKE_ALONE':
      return takingText(params);
    case 'FEE_ABOVE_STOP':
      return `The platform fee is ${params.percent} % of each payment, more than ${params.stop} %.`;
    case 'PAID_ALREADY':
      return `The signing wallet paid ${params.amount} ${params.token} at ${minuteOf(params.at)}. Again?`;
    case 'ANOTHER_ESCROW':
      return `An escrow with the same terms exists already: ${params.contractId}. This makes a second one.`;
    case 'ANOTHER_VERSION_SETTLED':
      return `Another version of this escrow exists already, with the same engagement id: ${params.contractId}. This makes a second one.`;
    case 'REPLACES_OPENED':
      return `It replaces a version that somebody opened already.${differentNow(params.differences)}`;
    case 'NOT_COVERED':
      return `It is no longer possible to tell whether ${earlier(params)} carried out: the network’s history does not go back that far. If so, signing this one does it again.`;
    case 'NO_LEDGER_TO_ASK':
      return `The ledger cannot be asked here whether ${earlier(params)} carried out: a wallet may have sent it by itself. If so, signing this one does it again.`;
    case 'SIGNED_SINCE_BACKUP':
      return `${signedSince(params)} may have created this escrow already; then signing this creates a second one. Look in that wallet’s history first.`;
    case 'TERMS_CHANGED':
      return params.since === 'agreed'
        ? `The terms have changed since the signing wallet last agreed to them: ${changesText(params)}. Sign only if you agree to them as they are now.`
        : `The terms of this escrow are not the ones that were agreed or last confirmed here: ${changesText(params)}. They were updated since, or the Stellar RPC reports them wrongly. Find out which before you sign.`;
    case 'NAME_HAS_NEW_ADDRESS':
      return `${nameChangeText(params)} If you did not change it, do not sign.`;
    case 'ESCROW_FINISHED':
      return `This escrow is finished: all of it was paid out or resolved. ${LEAVES}`;
    case 'PAYS_STRANGER':
      return `It pays somebody who has no role in this escrow: ${params.addresses.join(', ')}. If that is a mistake, the money is lost.`;
    case 'NAMES_STRANGER':
      return `It changes who is paid or who moves the money, to ${params.parties.map(({ role, address }) => `${ROLE_WORDS[role]} ${address}`).join(', ')}. If that is a mistake, the money can be lost.`;
    case 'LEAVES_MONEY':
      return leavesText(params);
    case 'REPORT_CHANGED':
      return `The report of milestone ${params.milestone} changed since you asked for these milestones. Read it again.`;
    case 'WITHDRAWN_ALREADY':
      return `You withdrew ${params.amount} ${params.token} at ${minuteOf(params.at)}. Again?`;
    case 'LOOKS_LIKE_KNOWN':
      return lookAlikeText(params, LOOK_ALIKE);
    case 'CROSS_CHAIN_RECEIVER':
      return `What it pays out to the receiver leaves Stellar: it is paid on another blockchain, CCTP domain ${chainText(params.domain)}, to 0x${params.recipient}. Nobody asked for that here, and it cannot be taken back.`;
    case 'MORE_THAN_NEEDED':
      return `This payment is ${params.over} ${params.token} more than the escrow needs: it holds ${params.held} of ${params.needed} ${params.token}. ${LEAVES}`;
  }
}

type Leaving = Extract<BlockingWarning, { code: 'LEAVES_MONEY' }>['params'];

function leavesText({ shared, of, rest, spare, token, milestones, address }: Leaving): string {
  const head = `It shares out ${shared} of ${of} ${token}: ${rest} ${token} stays in the escrow.`;
  if (spare === '0') return `${head} It can still be paid out for ${milestonesText(milestones)}.`;
  const unneeded = spare === rest ? 'No milestone needs it.' : `No milestone needs ${spare} ${token} of it.`;
  return `${head} ${unneeded} Only the dispute resolver (${address}) can withdraw that, once every milestone is paid out, decided or in dispute, and fees are taken off it again.`;
}

const LOST = 'Nobody can act for it, and what is paid to it is lost.';
const IN_NO_ROLE: Readonly<Record<RoleWarning, readonly [what: string, then: string]>> = {
  ROLE_IS_TOKEN: ['a token contract', LOST],
  ROLE_IS_ESCROW: ['the escrow itself', LOST],
  ROLE_IS_CONTRACT: [
    'a contract, such as a smart wallet or a shared account',
    'A contract cannot sign here: once money is paid in, nobody can act in this role with Countersign.',
  ],
  PAYEE_IS_FACTORY: ['the contract that makes escrows', LOST],
  PAYEE_IS_ISSUER: ['the token’s issuer', 'A payment to the issuer destroys the money.'],
  PAYEE_IS_NOT_WALLET: [
    'a contract that is not a wallet',
    'It can pay nothing out again, so what is paid to it is lost.',
  ],
  PAYEE_NEEDS_MEMO: [
    'an exchange’s, which wants a memo with each payment',
    'An escrow pays without a memo, so the exchange cannot tell whose money it is. Ask for the person’s own wallet.',
  ],
};

function rolesText(code: RoleWarning, roles: readonly AffectedRole[]): string {
  const named = roles.map(({ role, address }) => [ROLE_WORDS[role], address].filter(Boolean).join(' ')).join(', ');
  const what = roles.length === 1 ? 'this address' : 'each of these addresses';
  const [is, then] = IN_NO_ROLE[code];
  return `${named}: ${what} is ${is}. ${then}`;
}

/** Only field names: the values may be a stranger's text, which must not be part of our sentence. */
function differentNow(differences: readonly Difference[]): string {
  const fields = [...new Set(differences.map(({ field }) => fieldWords(field)))];
  return fields.length === 0 ? '' : ` Different now: ${fields.join(', ')}.`;
}

function changesText(
  { differences }: { readonly differences: readonly Difference[] },
  before: 'agreed' | 'before' = 'agreed',
): string {
  const texts = differences.map(differenceText).map(({ field, asked, found }) => {
    return `${fieldWords(field)}: ${before} ${cleanLine(asked, LONGEST_VALUE)}, now ${cleanLine(found, LONGEST_VALUE)}`;
  });
  return texts.join('; ');
}

/** "an earlier transaction for this (…) was", "3 earlier transactions for this (…, … and 3 more) were" */
function earlier({ transactions }: OpenTransactions): string {
  const { shown, left } = firstOf(transactions, MOST_NAMED);
  const named = `${shown.join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
  return transactions.length === 1
    ? `an earlier transaction for this (${named}) was`
    : `${transactions.length} earlier transactions for this (${named}) were`;
}

function signedSince({
  account,
  at,
  count,
}: Extract<BlockingWarning, { code: 'SIGNED_SINCE_BACKUP' }>['params']): string {
  const restored = `This data was restored from a backup of ${minuteOf(at)}.`;
  if (count === undefined) return `${restored} Countersign does not know what ${account} has signed since then. That`;
  const [transactions, it] = count === '1' ? ['1 transaction', 'It'] : [`${count} transactions`, 'One of them'];
  return `${restored} Since then ${account} has signed ${transactions} that Countersign does not know. ${it}`;
}

/** "14:02 on 2026-11-22 (UTC)" */
function minuteOf(at: string): string {
  return `${at.slice(11, 16)} on ${at.slice(0, 10)} (UTC)`;
}

/** Warnings and facts for a person before signing. */
export function warningText({ code, params }: Fact): string {
  switch (code) {
    case 'ADDRESS_CHANGED':
      return `The escrow’s address has changed from ${params.before} to ${params.now}. Pay nothing to the old one.`;
    case 'KNOWN_CAN_TAKE_ALONE':
      return familiarTakingText(params);
    case 'CAN_TAKE_TOGETHER':
      return takingTogetherText(params);
    case 'LEDGER_NOT_ASKED':
      return 'The Stellar network cannot be asked just now, so it is not known whether everyone can be paid. Once signed, the outcome may be known only later.';
    case 'RECEIVER_IS_NOT_WORKER':
      return `The receiver is neither the service provider nor the signer: ${params.address}.`;
    case 'RECEIVERS_ARE_NOT_WORKER':
      return `These receivers are neither the service provider nor the signer: ${params.addresses.join(', ')}.`;
    case 'UNKNOWN_RELEASE_SIGNER':
      return `The release signer, who pays out the money, is neither the signer, the service provider nor the platform: ${params.address}.`;
    case 'RESOLVER_IS_WORKER':
      return `The dispute resolver is also the service provider, and would decide about their own pay: ${params.address}.`;
    case 'ACCOUNT_MISSING':
    case 'TRUSTLINE_MISSING':
    case 'NOT_AUTHORISED':
    case 'LIMIT_TOO_LOW':
    case 'CONTRACT_MISSING':
      return payeesText([{ code, params } as OfPayee]);
    case 'FEE_LOOKS_LIKE_FRACTION':
      return `The platform fee is ${params.percent} %. Was ${hundredfold(params.percent)} % meant?`;
    case 'FEE_UNLIKE_BEFORE':
      return `The platform fee is ${params.percent} %. In the signing wallet’s last escrow with this platform it was ${params.before} %: ${params.address}.`;
    case 'SEVERAL_SIGNERS':
      return `The signer’s own key alone cannot sign for this account; other keys must, with it or instead: ${params.address}.`;
    case 'SAME_ID_ELSEWHERE':
      return 'Somebody else prepared an escrow with the same engagement id from this account, with other terms.';
    case 'NAME_CHANGED_LATELY':
      return nameChangeText(params);
    case 'WORK_NOT_REPORTED':
      return `The service provider reported no progress of ${milestonesText(params.milestones)}. Approve only work that you have seen: an approval cannot be taken back.`;
    case 'ESCROW_IN_DISPUTE':
      return `The escrow is in dispute. Its dispute resolver decides who gets the money: ${params.address}.`;
    case 'ESCROW_FROM_ELSEWHERE':
      return newTermsText(params);
    case 'TERMS_CHANGED_SINCE_DEPLOY':
      return `The terms have changed since this escrow was deployed: ${changesText(params, 'before')}. The signing wallet has agreed to nothing here yet.`;
    case 'TEXTS_CHANGED':
      return 'The title or a description has changed since the signing wallet last agreed to this escrow. Read them before you sign.';
    case 'AFTER_PAYMENT':
      return `After this payment the escrow ${quoted(params.title, 100)} holds ${params.held} of the ${params.needed} ${params.token} that it needs.`;
    case 'PAID_AT_ONCE':
      return 'Everything is paid out at once, when all milestones are approved. What each of them is worth is not kept on chain.';
    case 'BUILT_DIRECTLY':
      return 'The escrow service did not prepare this. Countersign built it itself, compared it in the same way, and sends it to the network without the service.';
    case 'ONLY_RESOLVER_MOVES':
      return `The contract has no deadline and no way back. If the other side goes silent, only the dispute resolver can move the money: ${params.address}.`;
    case 'PLATFORM_CHANGES_TERMS':
      return `Until money is paid in, the platform alone can change the terms, also who is paid. After that it can at most add milestones: ${params.address}.`;
    case 'SERVICE_SHARE':
      return `The escrow service keeps ${params.percent} % of each payment.`;
    case 'SERVICE_CANNOT_BE_PAID':
      return `Nothing can be paid out of an escrow at present: the escrow service’s own account, ${params.address}, cannot take its fee. Ask the operator of this installation.`;
    case 'PAYEE_IS_SMART_WALLET':
      return `${PARTY_WORDS[params.role]}: ${params.address} is a smart wallet, a contract that acts for its owner.`;
    case 'RESOLVER_PAYS_SELF':
      return `The dispute resolver, who signs this, pays a share to themselves: ${params.address}.`;
    case 'EVIDENCE_IS_LINK':
      return 'The evidence is a link: what it shows can be changed later. Look at it yourself; Countersign never opens links.';
    case 'TERMS_OF_ONE_RPC':
      return `The escrow’s terms are from one Stellar RPC alone, ${params.rpc}: this escrow was not made, paid or updated here. Compare them with what you agreed.`;
    case 'EXTENDING_COSTS':
      return `The network fee pays for keeping the entries ${params.days} days. By their public source, contracts on real networks extend only entries that are about to be archived, so this may change nothing yet. Archived entries are not lost: the next call restores them, for about 0.1 XLM.`;
    case 'FIRST_TIME_ADDRESSES':
      return `Used here for the first time: ${params.addresses.join(', ')}.`;
    case 'FIRST_TIME_NAMES':
      return `Names of the address book that are used for the first time: ${params.names.join(', ')}.`;
    case 'ONE_OF_SEVERAL':
      return `Also waiting for a signature of this account: ${transactionsText(params)}. Only one of them can be signed now. After that, the others must be prepared again.`;
  }
}

function newTermsText({
  receivers,
  releaseSigner,
  disputeResolver,
  terms,
}: Extract<Fact, { readonly code: 'ESCROW_FROM_ELSEWHERE' }>['params']): string {
  const pays = receivers.map((receiver, at) =>
    terms === undefined ? receiver : `${terms.amounts[at]} ${terms.token} to ${receiver}`,
  );
  const others =
    terms === undefined
      ? ''
      : ` ${terms.platformAddress} gets ${terms.feePercent} % of each payment. ${terms.serviceProvider} does the work, and ${terms.approver} approves it.`;
  return `The terms of this escrow are new to the signing wallet. It pays ${pays.join(', ')}.${others} ${releaseSigner} releases the money, and ${disputeResolver} decides a dispute. Sign only if this is what you mean.`;
}

/** About money in an escrow beyond its terms. */
const LEAVES = 'What is left over can leave the escrow only by a withdrawal of its dispute resolver.';

function transactionsText({ others, more = 0 }: OneOfSeveral): string {
  return [...others.map(transactionText), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

function transactionText({ action, title }: OneOfSeveral['others'][number]): string {
  const what = actions[action].transaction;
  return title === undefined ? what : `${what}${action === 'deploy' ? '' : ' for'} ${quoted(title, 100)}`;
}

/** Who could take the money of an escrow, and how. */
function takingText({ way, share, address: who }: Taking & TakingParty): string {
  const means = {
    release: `${who} is paid, and also approves and pays out.`,
    approved: `The work is approved already. ${who} is paid, and also pays out.`,
    fee: `${who} gets most of each payment as the platform fee, and also decides when it is paid out.`,
    milestone: `${who} can add a milestone, approve it and pay it out, to any address.`,
    dispute: `The escrow is in dispute, and ${who} alone decides who is paid.`,
  }[way];
  return `${means} Once money is paid in, they can take ${SHARE_WORDS[share]} of it.`;
}

/** Of somebody whom the signer knows: the same, shorter. */
function familiarTakingText({ way, share, address: who }: Taking & TakingParty): string {
  const does = {
    release: 'approves, pays out and is paid',
    approved: 'pays out and is paid, and the work is approved already',
    fee: 'pays out, and gets most of it as the platform fee',
    milestone: 'can add a milestone, approve it and pay it out',
    dispute: 'alone decides the open dispute',
  }[way];
  return `${who} ${does}, so they can take ${SHARE_WORDS[share]} of the money.`;
}

type Together = Extract<Fact, { readonly code: 'CAN_TAKE_TOGETHER' }>['params'];

function takingTogetherText({ way, share, parties, resolver, mover }: Together): string {
  const together = `they can take ${SHARE_WORDS[share]} of it once money is paid in.`;
  if (way === 'dispute') {
    const resolving = resolver === undefined ? '' : ` ${resolver.address}`;
    const who = parties.length > 1 ? 'If one of them and the dispute resolver' : 'If the two';
    return `${listed(parties, 'or')} can open a dispute, and the dispute resolver${resolving} alone then decides who is paid. ${who} work together, ${together}`;
  }
  if (mover !== undefined) {
    const means = way === 'approved' ? 'The work is approved already, and' : 'Without anybody else,';
    const does = way === 'approved' ? 'pays it out' : 'approves and pays out';
    return `${means} ${mover.address} ${does} to ${listed(parties, 'and')}. If one of these works together with whoever pays out, ${together}`;
  }
  const both = listed(parties, 'and');
  const means = {
    release: `Between them, ${both} approve, pay out and are paid.`,
    approved: `The work is approved already. Between them, ${both} pay out and are paid.`,
    fee: `Between them, ${both} get most of each payment as the platform fee, and decide when it is paid out.`,
    milestone: `Between them, ${both} can add a milestone, approve it and pay it out, to any address.`,
  }[way];
  return `${means} If the two work together, ${together}`;
}

const SHARE_WORDS = { all: 'all', part: 'part' } as const;

function listed(parties: readonly TakingParty[], last: 'and' | 'or'): string {
  const texts = parties.map(({ address }) => address);
  const ends = texts.slice(-2).join(` ${last} `);
  return [...texts.slice(0, -2), ends].join(', ');
}

/** @param owner of the code that a contract refers to */
export const codeOfAnother = (owner: string): string =>
  `${owner} can replace the code of this escrow at any time, and could then take all that it holds.`;

/** Why a transaction is only partly verified, for the person who signs it. */
export function reasonText({ code, params }: Reason): string {
  switch (code) {
    case 'FACTORY_NOT_PINNED':
      return `The factory ${params.factory} is not pinned; verify it with the service’s owner before pinning.`;
    case 'FEE_ADDRESS_NOT_PINNED':
      return `The service’s share goes to ${params.address}, which is not pinned; verify it with the service’s owner before pinning.`;
    case 'CODE_NOT_PINNED':
      return `The contract code ${params.code} is not pinned; verify it with the service’s owner before pinning.`;
    case 'CODE_OF_ANOTHER':
      return codeOfAnother(params.owner);
    case 'OTHER_KIND':
      return `This is another kind of escrow than the service makes: ${kindWords(params)}.`;
    case 'TOKEN_NOT_ASKED':
      return `The decimals of token ${params.token} are taken from the request${params.stored ? ';' : ': this kind of escrow does not store the token’s decimals, and'} they were not read from the token.`;
    case 'ONE_AMOUNT_FOR_ALL':
      return 'It holds one amount for all milestones, released at once: what each milestone is worth is not stored on chain.';
    case 'ADDRESS_IN_DOUBT':
      return `Its address is derived from the factory. An interim build derived it from the signer instead; by that rule it would be at ${params.elsewhere}. Check the outcome before funding it.`;
    case 'KEPT_AS_TEXT':
      return 'It was prepared by an earlier version, which kept its reasons as text only.';
  }
}
