/** The form for the parties, the fee and the token that a request of an escrow lacks. Nothing else is ever asked by a form. */
import type { CallOptions } from '@countersign/core';
import { CountersignError, type FieldProblem } from '@countersign/core/errors';
import { refuseSecrets, type SecretScanner } from '@countersign/core/secrets';
import { type Fields, isObject } from '@countersign/core/text/fields';
import { problemText } from '@countersign/core/words/problems';
import type { AssistantDesk } from '../tools/tool.ts';
import type { HostPerson, Question } from './ask.ts';

/** Of a form: where its answer belongs in the request, and what the person reads. */
type Field = { readonly path: readonly [string, string?]; readonly title: string; readonly description: string };

const PARTY = 'an address (G… or C…) or a name';
const FIELDS: Readonly<Record<string, Field>> = {
  signer: { path: ['signer'], title: 'Signer', description: 'Whose wallet signs: an account (G…) or a name' },
  approver: { path: ['roles', 'approver'], title: 'Approver', description: `Approves finished work: ${PARTY}` },
  serviceProvider: {
    path: ['roles', 'serviceProvider'],
    title: 'Service provider',
    description: `Does the work: ${PARTY}`,
  },
  platformAddress: {
    path: ['roles', 'platformAddress'],
    title: 'Platform',
    description: `Gets the platform fee and can change terms: ${PARTY}`,
  },
  releaseSigner: {
    path: ['roles', 'releaseSigner'],
    title: 'Release signer',
    description: `Pays out what is approved: ${PARTY}`,
  },
  disputeResolver: {
    path: ['roles', 'disputeResolver'],
    title: 'Dispute resolver',
    description: `Alone decides who is paid in a dispute: ${PARTY}`,
  },
  receiver: { path: ['roles', 'receiver'], title: 'Receiver', description: `Is paid: ${PARTY}` },
  platformFee: { path: ['platformFee'], title: 'Platform fee', description: 'Percent: 5 means 5 %' },
  token: { path: ['trustline', 'address'], title: 'Token', description: 'USDC, or the contract of a token (C…)' },
};

/** The first, and one more where an answer is not valid. */
const MOST_FORMS = 2;

export type FormCall = {
  readonly desk: AssistantDesk;
  readonly input: Fields;
  readonly options: CallOptions;
  readonly person: HostPerson;
  readonly scanner: SecretScanner;
};

type Completed = {
  /** The request as it was given if nothing was typed. */
  readonly input: Fields;
  /** By the names of the form. */
  readonly typed: Fields;
};

/**
 * Asks only where these fields are all that is wrong with the request.
 * @param milliseconds how long the person may take
 * @throws CountersignError SECRET_REFUSED, and INPUT_INVALID with what is missing where the person typed nothing
 * @throws InputRequired
 */
export async function completeDeploy(call: FormCall, milliseconds: number): Promise<Completed> {
  const { desk, input: fields, person, options, scanner } = call;
  const { kept, modes } = person;
  let typed = typedIn(kept['typed']);
  const completed = () => ({ input: Object.keys(typed).length === 0 ? fields : withTyped(fields, typed), typed });
  const isRenewed = fields['id'] !== undefined || kept['id'] !== undefined;
  if (isRenewed || !modes.has('form')) return completed();
  const over = AbortSignal.timeout(Math.ceil(milliseconds));
  const signal = options.signal === undefined ? over : AbortSignal.any([options.signal, over]);
  const { begun: _, onProgress: _progress, ...checking } = options;
  for (let forms = Number(kept['forms'] ?? 0); forms < MOST_FORMS; forms += 1) {
    const problems = await desk.check(withTyped(fields, typed), checking);
    const questions = askedFor(problems, typed);
    if (questions === undefined) return completed();
    typed = Object.fromEntries(Object.entries(typed).filter(([name]) => !questions.has(name)));
    const answer = await person.ask(`form-${forms}`, questionFor(questions), { typed, forms }, signal);
    if (options.signal?.aborted) throw new CountersignError('CANCELLED');
    const action = over.aborted ? 'unanswered' : answer.action;
    if (action === 'failed') return completed();
    if (action !== 'accept') throw new CountersignError('INPUT_INVALID', { fields: problems, remedy: AFTER[action] });
    // Everything that was typed is scanned, and only what was asked for is taken.
    const content = 'content' in answer ? answer.content : {};
    refuseSecrets(content, scanner);
    typed = { ...typed, ...typedIn(content, questions) };
  }
  return completed();
}

/** Texts and numbers under names of the form. @param questions those that count; default: all */
function typedIn(content: unknown, questions: ReadonlyMap<string, unknown> = new Map(Object.entries(FIELDS))): Fields {
  const entries = isObject(content) ? Object.entries(content) : [];
  return Object.fromEntries(
    entries
      .filter(([name, value]) => questions.has(name) && (typeof value === 'string' || typeof value === 'number'))
      .map(([name, value]) => [name, String(value).trim()])
      .filter(([, value]) => value !== ''),
  );
}

/** The request with what was typed. A list of roles or of tokens stays one. */
function withTyped(request: Fields, typed: Fields): Fields {
  const added: Record<string, Record<string, unknown>> = { roles: {}, trustline: {} };
  const whole: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(typed)) {
    const [first, second] = FIELDS[name]?.path ?? ['signer'];
    if (second === undefined) whole[first] = value;
    else added[first] = { ...added[first], [second]: value };
  }
  const joined = Object.entries(added).map(([name, more]) => {
    const now = request[name] ?? {};
    if (Array.isArray(now))
      return [name, name === 'roles' ? [...now, more] : [{ ...now[0], ...more }, ...now.slice(1)]];
    return [name, isObject(now) ? { ...now, ...more } : now];
  });
  return { ...request, ...whole, ...Object.fromEntries(joined) };
}

/** @returns the fields to ask for with what is wrong with each so far; undefined where anything else is wrong too */
function askedFor(problems: readonly FieldProblem[], typed: Fields): ReadonlyMap<string, FieldProblem> | undefined {
  const found = problems.map((problem) => {
    const path = problem.path.replaceAll(/\[\d+\]/g, '');
    const name = Object.keys(FIELDS).find((each) => FIELDS[each]?.path.join('.') === path);
    const isOurs = problem.problem.code === 'MISSING' || (name !== undefined && name in typed);
    return name !== undefined && isOurs ? ([name, problem] as const) : undefined;
  });
  const fieldProblems = found.filter((each) => each !== undefined);
  return fieldProblems.length === 0 || fieldProblems.length < found.length ? undefined : new Map(fieldProblems);
}

function questionFor(questions: ReadonlyMap<string, FieldProblem>): Question {
  const fields = Object.entries(FIELDS).filter(([name]) => questions.has(name));
  const wrong = fields.flatMap(([name, { title }]) => {
    const problem = questions.get(name)?.problem;
    return problem === undefined || problem.code === 'MISSING' ? [] : [`${title} ${problemText(problem, 'en')}.`];
  });
  return {
    mode: 'form',
    message: [...wrong, TO_FILL_IN].join(' '),
    requestedSchema: {
      type: 'object',
      properties: Object.fromEntries(
        fields.map(([name, { title, description }]) => [name, { type: 'string', title, description }]),
      ),
      required: fields.map(([name]) => name),
    },
  };
}

const TO_FILL_IN =
  'Fill in what the escrow still needs. You read and sign everything afterwards on its own page. Never enter a secret key or a recovery phrase.';

const ASK_THEM = 'Nothing was prepared. Ask them for these fields in the chat, then call again with all fields.';
const AFTER = {
  decline: `The form that asked the person for these fields was declined. ${ASK_THEM}`,
  cancel: `The form that asked the person for these fields was closed without an answer. ${ASK_THEM}`,
  unanswered: `The form that asked the person for these fields was not answered in time. ${ASK_THEM}`,
};
