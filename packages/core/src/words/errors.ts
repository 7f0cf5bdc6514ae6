/** An error in words, and where two transactions differ: what was asked for, and what was found. */
import type { Difference, DifferenceText, Side, SideParams } from '../errors/differences.ts';
import { type CountersignError, ERROR_CATALOGUE, XDR_REASONS } from '../errors/errors.ts';
import type { Problem, ProblemCode, ProblemParams, TransactionProblemCode } from '../errors/problems.ts';
import { format, type Message, pluralForm } from '../text/message.ts';
import { quoted } from '../text/text.ts';
import type { Messages } from './catalogue.ts';

/** An error as it was thrown, or its view as it came from a server. */
export type SpokenError = Pick<CountersignError, 'code' | 'message' | 'remedy'> & {
  readonly reason?: CountersignError['reason'];
  /** The language of its words, if they are not the catalogue's; default: English. */
  readonly language?: string | undefined;
};

export type ErrorWords = {
  readonly message: string;
  readonly remedy: string;
};

/** Words that differ from the catalogue's say more than it does: a reader of another language gets both, those quoted. */
export function errorWords(
  messages: Messages,
  { code, reason, message, remedy, language = 'en' }: SpokenError,
): ErrorWords {
  // A view may come from a server of another version, with other reasons.
  const [english, own] =
    reason !== undefined && Object.hasOwn(XDR_REASONS, reason)
      ? [XDR_REASONS[reason], messages.xdrReasons[reason]]
      : [ERROR_CATALOGUE[code], messages.errors[code]];
  const wordsFor = (part: keyof ErrorWords, text: string): string => {
    if (text === english[part]) return own[part];
    return language === messages.language ? text : `${own[part]} ${format(messages.original, { text: quoted(text) })}`;
  };
  return { message: wordsFor('message', message), remedy: wordsFor('remedy', remedy) };
}

const transactionName = ({ actions }: Messages, action: string): string =>
  (actions as Readonly<Record<string, { readonly transaction: string }>>)[action]?.transaction ?? action;

/** Each side in words; a value stays as it is. */
export function differenceText(messages: Messages, { field, asked, found }: Difference): DifferenceText {
  return { field, asked: sideText(messages, asked), found: sideText(messages, found) };
}

function sideText(messages: Messages, side: Side): string {
  if (typeof side === 'string') return side;
  const { differences: texts } = messages;
  const { code, params } = side;
  switch (code) {
    case 'PROBLEM':
      return transactionProblemText(messages, params.problem);
    case 'TRANSACTION':
      return transactionName(messages, params.action);
    case 'ERROR':
      return errorWords(messages, params).message;
    case 'CODE_POINTS':
      return format(texts[code][params.points.length === 0 ? 'ends' : 'differ'], {
        from: params.from,
        points: params.points.join(' '),
      });
    case 'ENTRIES':
      return formatPlain(texts[code][pluralForm(messages.language, params.count)], params);
    case 'WRITES':
    case 'READS':
    case 'CODE':
      return texts[code][params.of];
    case 'CODES':
      return params.hashes.map((hash) => format(texts[code], { hash })).join(', ');
    case 'RELEASE':
      return texts[code][params.release];
    case 'DECIMALS_OF_TOKEN':
      return format(texts[code], { multiplier: 10 ** params.decimals, decimals: params.decimals });
    default: {
      const plain: { readonly [Each in typeof code]: PlainText<SideParams[Each]> } = texts;
      return formatPlain(plain[code], params);
    }
  }
}

/** What is wrong with a part of a transaction, where it cannot be read as what it should be. */
export function transactionProblemText(
  { transactionProblems: texts, contractTypes }: Messages,
  { code, params }: Problem<TransactionProblemCode>,
): string {
  switch (code) {
    case 'NOT_OF_TYPE': {
      const values = { ...params, type: contractTypes[params.wanted] };
      return formatPlain(texts[code][params.found === undefined ? 'unknown' : 'found'], values);
    }
    case 'OTHER_OPERATION':
      return format(texts[code][params.wanted], { found: params.found });
    default: {
      const plain: PlainProblems<typeof code> = texts;
      return formatPlain(plain[code], params);
    }
  }
}

/** A sentence with nothing to choose, whose parameters are all among the values. */
export type PlainText<Values> = string | Message<keyof Values & string>;
export type PlainProblems<Code extends ProblemCode> = { readonly [Each in Code]: PlainText<ProblemParams[Each]> };

/** Lists are shown with commas. */
export function formatPlain(text: string | Message<string>, params: object): string {
  const values = Object.entries<string | number | readonly string[]>({ ...params }).map(([name, value]) => [
    name,
    typeof value === 'object' ? value.join(', ') : value,
  ]);
  return format(text as Message<string>, Object.fromEntries(values));
}
