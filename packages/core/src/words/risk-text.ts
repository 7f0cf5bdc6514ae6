/** What is judged of a transaction, in words: stops, warnings and facts, and why it is only partly verified. */
import type { Difference } from '../errors/differences.ts';
import { chainText } from '../escrow/cross-chain.ts';
import { format, joined, pluralForm } from '../text/message.ts';
import { cleanLine, quoted } from '../text/text.ts';
import type { Messages } from './catalogue.ts';
import {
  type AffectedRole,
  type BlockingWarning,
  type Fact,
  hundredfold,
  isOfPayee,
  isOfRole,
  MOST_NAMED,
  type OfPayee,
  type Reason,
  type RoleWarning,
  together,
} from './data/risk.ts';
import { differenceText, formatPlain, type PlainText } from './errors.ts';
import { fieldWords } from './field-names.ts';
import { createLookAlike, lookAlikeText } from './look-alike.ts';
import { NAME_WORDS } from './names.ts';
import { firstOf, type Naming, unnamed } from './naming.ts';
import { payeesText } from './payees.ts';
import { kindWords, milestonesText } from './words.ts';

const { nameChangeText } = NAME_WORDS;

type ParamsOf<Each extends { readonly code: string }, Code> =
  Extract<Each, { readonly code: Code }> extends {
    readonly params: infer Params;
  }
    ? Params
    : never;
/** Texts with nothing to choose, whose parameters are all among the values of the same code. */
type Plain<Each extends { readonly code: string }, Code extends string> = {
  readonly [One in Code]: PlainText<ParamsOf<Each, One>>;
};

/** The stops as lines: equal sentences are shown once, and a problem of several roles is one sentence. */
function stopLines(messages: Messages, blockers: readonly BlockingWarning[], named: Naming = unnamed): string[] {
  const lineOf = (stop: BlockingWarning) => {
    // Only the known address has a name, also where the reader has given the new one a name of its own.
    if (stop.code === 'LOOKS_LIKE_KNOWN') {
      return lookAlikeText(stop.params, createLookAlike(messages), named.nameOf?.(stop.params.looksLike));
    }
    if (!isOfRole(stop)) return stopText(messages, stop);
    const roles = blockers.flatMap((each) => (isOfRole(each) && each.code === stop.code ? each.params : []));
    return rolesText(messages, stop.code, roles);
  };
  const lines = new Map(blockers.map((stop) => [lineOf(stop), stop.code]));
  // Two addresses are compared in those.
  return [...lines].map(([line, code]) =>
    code === 'NAME_HAS_NEW_ADDRESS' || code === 'LOOKS_LIKE_KNOWN' ? line : named(line),
  );
}

/** The warnings or facts as lines: a problem of several payees is one sentence. @param text of each; default: `warningText` */
function warningLines(
  messages: Messages,
  facts: readonly Fact[],
  named: Naming = unnamed,
  text: (fact: Fact) => string = (fact) => warningText(messages, fact),
): string[] {
  return together(facts).map((same) => {
    const payees = same.filter(isOfPayee);
    if (payees.length > 1) return named(payeesText(messages, payees));
    const fact = same[0] as Fact;
    return fact.code === 'NAME_CHANGED_LATELY' ? text(fact) : named(text(fact));
  });
}

function stopText(messages: Messages, { code, params }: BlockingWarning): string {
  const { stops: texts, language, parties } = messages;
  switch (code) {
    case 'ROLE_IS_TOKEN':
    case 'ROLE_IS_ESCROW':
    case 'ROLE_IS_CONTRACT':
    case 'PAYEE_IS_FACTORY':
    case 'PAYEE_IS_ISSUER':
    case 'PAYEE_IS_NOT_WALLET':
    case 'PAYEE_NEEDS_MEMO':
      return rolesText(messages, code, [params]);
    case 'CAN_TAKE_ALONE':
      return format(texts[code][params.way], { address: params.address, share: messages.shares[params.share] });
    case 'PAID_ALREADY':
    case 'WITHDRAWN_ALREADY':
      return format(texts[code], { ...params, minute: minuteOf(messages, params.at) });
    case 'REPLACES_OPENED': {
      // Only field names: the values may be a stranger's text, which must not be part of our sentence.
      const fields = new Set(params.differences.map(({ field }) => fieldWords(messages, field)));
      return fields.size === 0 ? texts[code].alone : format(texts[code].fields, { fields: [...fields].join(', ') });
    }
    case 'NOT_COVERED':
    case 'NO_LEDGER_TO_ASK': {
      const { shown, left } = firstOf(params.transactions, MOST_NAMED);
      const transactions = shown.join(', ');
      const count = params.transactions.length;
      return format(texts[code][pluralForm(language, count)], {
        count,
        transactions: left > 0 ? format(messages.list.more, { shown: transactions, more: left }) : transactions,
      });
    }
    case 'SIGNED_SINCE_BACKUP': {
      const { account, at, count } = params;
      const values = { account, minute: minuteOf(messages, at) };
      if (count === undefined) return format(texts[code].unknown, values);
      return format(texts[code][pluralForm(language, Number(count))], { ...values, count });
    }
    case 'TERMS_CHANGED': {
      const text = texts[code][params.since === 'agreed' ? 'agreed' : 'settled'];
      return format(text, { changes: changesText(messages, params.differences, 'agreed') });
    }
    case 'NAME_HAS_NEW_ADDRESS':
      return format(texts[code], { change: nameChangeText(messages, params) });
    case 'NAMES_STRANGER': {
      const strangers = params.parties.map(({ role, address }) => `${parties[role]} ${address}`);
      return format(texts[code], { parties: strangers.join(', ') });
    }
    case 'LEAVES_MONEY': {
      const { needed, spare, partlySpare } = texts[code];
      const milestones = milestonesText(messages, params.milestones);
      if (params.spare === '0') return format(needed, { ...params, milestones });
      return format(params.spare === params.rest ? spare : partlySpare, params);
    }
    case 'LOOKS_LIKE_KNOWN':
      return lookAlikeText(params, createLookAlike(messages));
    case 'CROSS_CHAIN_RECEIVER':
      return format(texts[code], { domain: chainText(params.domain), recipient: params.recipient });
    default: {
      const plain: Plain<BlockingWarning, typeof code> = texts;
      return formatPlain(plain[code], params);
    }
  }
}

function rolesText({ language, parties, stops }: Messages, code: RoleWarning, roles: readonly AffectedRole[]): string {
  const named = roles.map(({ role, address }) => [parties[role], address].filter(Boolean).join(' '));
  return format(stops[code][pluralForm(language, roles.length)], { roles: named.join(', ') });
}

/** Long enough for an address, an amount or a hash. */
const LONGEST_VALUE = 80;

/** @param before what the earlier terms were: agreed to, or only there */
function changesText(messages: Messages, differences: readonly Difference[], before: 'agreed' | 'before'): string {
  const texts = differences
    .map((each) => differenceText(messages, each))
    .map(({ field, asked, found }) =>
      format(messages.change[before], {
        field: fieldWords(messages, field),
        asked: cleanLine(asked, LONGEST_VALUE),
        found: cleanLine(found, LONGEST_VALUE),
      }),
    );
  return texts.join('; ');
}

/** "14:02 on 2026-11-22 (UTC)" */
const minuteOf = ({ minute }: Messages, at: string): string =>
  format(minute, { time: at.slice(11, 16), day: at.slice(0, 10) });

/** Warnings and facts for a person before signing. */
function warningText(messages: Messages, { code, params }: Fact): string {
  const { facts: texts, parties } = messages;
  switch (code) {
    case 'KNOWN_CAN_TAKE_ALONE':
      return format(texts[code][params.way], { address: params.address, share: messages.shares[params.share] });
    case 'CAN_TAKE_TOGETHER':
      return takingTogetherText(messages, params);
    case 'ACCOUNT_MISSING':
    case 'TRUSTLINE_MISSING':
    case 'NOT_AUTHORISED':
    case 'LIMIT_TOO_LOW':
    case 'CONTRACT_MISSING':
      return payeesText(messages, [{ code, params } as OfPayee]);
    case 'FEE_LOOKS_LIKE_FRACTION':
      return format(texts[code], { percent: params.percent, hundredfold: hundredfold(params.percent) });
    case 'NAME_CHANGED_LATELY':
      return nameChangeText(messages, params);
    case 'WORK_NOT_REPORTED':
      return format(texts[code], { milestones: milestonesText(messages, params.milestones) });
    case 'ESCROW_FROM_ELSEWHERE':
      return newTermsText(messages, params);
    case 'TERMS_CHANGED_SINCE_DEPLOY':
      return format(texts[code], { changes: changesText(messages, params.differences, 'before') });
    case 'AFTER_PAYMENT':
      return format(texts[code], { ...params, title: quoted(params.title, 100) });
    case 'PAYEE_IS_SMART_WALLET':
      return format(texts[code], { address: params.address, party: parties[params.role] });
    case 'ONE_OF_SEVERAL':
      return format(texts[code], { transactions: transactionsText(messages, params) });
    default: {
      const plain: Plain<Fact, typeof code> = texts;
      return formatPlain(plain[code], params);
    }
  }
}

function newTermsText(
  { facts: { ESCROW_FROM_ELSEWHERE: texts }, pays }: Messages,
  { receivers, releaseSigner, disputeResolver, terms }: ParamsOf<Fact, 'ESCROW_FROM_ELSEWHERE'>,
): string {
  if (terms === undefined) {
    const all = receivers.map((receiver) => format(pays.older, { receiver })).join(', ');
    return format(texts.older, { receivers: all, releaseSigner, disputeResolver });
  }
  const { token, amounts } = terms;
  const all = receivers.map((receiver, at) => format(pays.amount, { receiver, token, amount: String(amounts[at]) }));
  return format(texts.whole, { ...terms, receivers: all.join(', '), releaseSigner, disputeResolver });
}

function transactionsText(
  { actions, list, titled }: Messages,
  { others, more = 0 }: ParamsOf<Fact, 'ONE_OF_SEVERAL'>,
): string {
  const texts = others.map(({ action, title }) => {
    const { transaction } = actions[action];
    if (title === undefined) return transaction;
    return format(action === 'deploy' ? titled.deploy : titled.other, { transaction, title: quoted(title, 100) });
  });
  const shown = texts.join(', ');
  return more > 0 ? format(list.moreOfList, { shown, more }) : shown;
}

function takingTogetherText(
  { facts: { CAN_TAKE_TOGETHER: texts }, shares, list, language, theParty }: Messages,
  { way, share: how, parties, resolver, mover }: ParamsOf<Fact, 'CAN_TAKE_TOGETHER'>,
): string {
  const share = shares[how];
  const addresses = parties.map(({ address }) => address);
  if (way === 'dispute') {
    const text = texts.dispute[pluralForm(language, parties.length)];
    const deciding = [theParty.disputeResolver, ...(resolver === undefined ? [] : [resolver.address])].join(' ');
    return format(text, { share, parties: joined(addresses, list.or), resolver: deciding });
  }
  const all = joined(addresses, list.and);
  if (mover === undefined) return format(texts.both[way], { share, parties: all });
  const text = way === 'approved' ? texts.mover.approved : texts.mover.unapproved;
  return format(text, { share, parties: all, mover: mover.address });
}

/** @param owner of the code that a contract refers to */
const codeOfAnother = ({ reasons }: Messages, owner: string): string => format(reasons.CODE_OF_ANOTHER, { owner });

/** Why a transaction is only partly verified, for the person who signs it. */
function reasonText(messages: Messages, { code, params }: Reason): string {
  const { reasons: texts } = messages;
  switch (code) {
    case 'OTHER_KIND':
      return format(texts[code], { kind: kindWords(messages, params) });
    case 'TOKEN_NOT_ASKED':
      return format(texts[code][params.stored ? 'stored' : 'notStored'], { token: params.token });
    default: {
      const plain: Plain<Reason, typeof code> = texts;
      return formatPlain(plain[code], params);
    }
  }
}

export const RISK_WORDS = { codeOfAnother, reasonText, stopLines, stopText, warningLines, warningText };
