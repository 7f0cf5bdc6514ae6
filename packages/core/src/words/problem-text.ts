/** What is wrong with a field of an input or a transaction. Each sentence follows the field’s name. */
import type { Problem, ProblemParams, TransactionProblemCode } from '../errors/problems.ts';
import { format, pluralForm } from '../text/message.ts';
import { quoted } from '../text/text.ts';
import type { DeskMessages } from './catalogue.ts';
import type { DeskLanguage } from './core.ts';
import { formatPlain, type PlainProblems } from './errors.ts';

export function problemText({ messages, core }: DeskLanguage, problem: Problem): string {
  if (isOfTransaction(messages, problem)) return core.transactionProblemText(problem);
  const { problems: texts, give, language } = messages;
  const { code, params } = problem;
  switch (code) {
    case 'WRONG_TYPE':
      return format(texts[code], { type: messages.types[params.wanted] });
    case 'NOT_ONE_OF':
    case 'CHOICE_MISSING':
      return format(texts[code], { choice: choiceText(messages, params.values) });
    case 'NOT_EXACTLY_ONE':
      return formatPlain(texts[code][pluralForm(language, params.given)], params);
    case 'UNKNOWN_FIELD': {
      const { unknown, meant } = texts[code][params.of];
      return params.meant === undefined ? unknown : format(meant, { meant: params.meant });
    }
    case 'TOO_MUCH':
      return format(texts[code][params.of], { most: params.most.toLocaleString('en') });
    case 'TEXTS_TOO_LONG':
      return tooLongText(messages, params);
    case 'TOO_MANY_DECIMALS':
      return formatPlain(texts[code][params.cut === undefined ? 'alone' : 'cut'], params);
    case 'FEE_TOO_HIGH':
      return formatPlain(texts[code][params.meant === undefined ? 'alone' : 'meant'], params);
    case 'OTHER_DECIMALS': {
      const { write, tooFine, token } = texts[code];
      return formatPlain(params.multiplier === undefined ? tooFine : write, { ...params, token: params.code ?? token });
    }
    case 'ADDRESS_EMPTY':
    case 'NOT_AN_ADDRESS':
    case 'SEED_AS_ADDRESS':
    case 'ACCOUNT_AS_ADDRESS':
    case 'CONTRACT_CANNOT_SIGN':
    case 'FEDERATED_ADDRESS':
      return format(texts[code], { give: give[params.wanted] });
    case 'UNKNOWN_ISSUER': {
      const known = params.known.map((token) => `${token.code} ${token.address}`);
      return formatPlain(texts[code], { ...params, known });
    }
    case 'UNKNOWN_TOKEN': {
      const text = texts[code][params.close.length === 0 ? 'alone' : 'close'];
      return formatPlain(text, { ...params, onNetwork: messages.onNetwork[params.network] });
    }
    case 'UNKNOWN_NAME':
      return formatPlain(texts[code][params.close.length === 0 ? 'alone' : 'close'], params);
    case 'LOOKS_LIKE_NAME':
      return format(texts[code][params.isRemoved ? 'removed' : 'known'], { name: quoted(params.name) });
    case 'NO_ROOM_FOR_MILESTONES': {
      const milestones = milestonesText(messages, params.count);
      return format(texts[code][params.single ? 'single' : 'alone'], { milestones, most: params.most });
    }
    case 'ANOTHER_RECEIVER':
      return texts[code][params.of];
    case 'PAYER_HOLDS_LESS':
      return formatPlain(texts[code][params.held === undefined ? 'unknown' : 'held'], params);
    case 'SIGNER_MISSING': {
      const parties = params.parties.map(({ role, address }) => `${core.PARTY_WORDS[role]} ${address}`);
      return formatPlain(texts[code], { parties });
    }
    case 'ONE_MILESTONE': {
      const several = params.several.join(` ${messages.and} `);
      return format(texts[code], { several, step: params.step });
    }
    case 'DAMAGED_PART':
      return format(texts[code], { id: params.id, part: messages.damagedParts[params.part] });
    case 'ID_OF_ANOTHER': {
      const { alone, named, elsewhere, namedElsewhere } = texts[code];
      if (params.id === undefined) return params.isElsewhere ? elsewhere : alone;
      return format(params.isElsewhere ? namedElsewhere : named, { id: params.id });
    }
    default: {
      const plain: PlainProblems<typeof code> = texts;
      return formatPlain(plain[code], params);
    }
  }
}

const isOfTransaction = ({ problems }: DeskMessages, problem: Problem): problem is Problem<TransactionProblemCode> =>
  !Object.hasOwn(problems, problem.code);

/** Values of a choice, those that need it with a word of explanation. */
function choiceText({ choice, choices }: DeskMessages, values: readonly string[]): string {
  const explained: Readonly<Record<string, string>> = choices;
  const words = values.map((value) => explained[value] ?? value);
  const [first = '', second = ''] = words;
  return words.length === 2
    ? format(choice.two, { first, second })
    : format(choice.several, { values: words.join(', ') });
}

const milestonesText = ({ language, milestones }: DeskMessages, count: number): string =>
  format(milestones[pluralForm(language, count)], { count });

function tooLongText(messages: DeskMessages, { length, most, why }: ProblemParams['TEXTS_TOO_LONG']): string {
  const { alone, together, reports } = messages.problems.TEXTS_TOO_LONG;
  if (why === undefined) return format(alone, { length, most });
  const values = { length, most, excess: why.excess };
  return why.reports === undefined
    ? format(together, values)
    : format(reports, { ...values, milestones: milestonesText(messages, why.reports) });
}
