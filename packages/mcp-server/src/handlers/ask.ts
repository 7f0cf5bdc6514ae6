/** How a tool call asks the person something through their host (elicitation), the same in both versions of the protocol. */
import { type Fields, isObject } from '@countersign/core/text/fields';

/** A page that the host offers to open, or a form of flat text fields. */
export type Question =
  | { readonly mode: 'url'; readonly message: string; readonly url: string }
  | { readonly mode: 'form'; readonly message: string; readonly requestedSchema: FormSchema };

export type FormSchema = {
  type: 'object';
  properties: Record<string, { type: 'string'; title: string; description: string }>;
  required: string[];
};

/** `failed`: the host could not ask, or its answer cannot be read. */
export type Answer =
  | { readonly action: 'accept'; readonly content: Fields }
  | { readonly action: 'decline' | 'cancel' | 'failed' };

/** The person behind a host that can ask them. */
export type HostPerson = {
  readonly modes: ReadonlySet<Question['mode']>;
  /**
   * What this call kept when it asked before, where the protocol asks by a retry of the call. The host sends it, so it
   * is read as an argument is: it gives no right.
   */
  readonly kept: Fields;
  /**
   * @param key of the question within its call
   * @param kept what the call needs in order to go on after the answer
   * @throws InputRequired before anything is awaited, where the protocol asks by a retry
   */
  ask(key: string, question: Question, kept: Fields, signal: AbortSignal): Promise<Answer>;
};

/** Ends a call that the host repeats with the answer. */
export class InputRequired extends Error {
  readonly key: string;
  readonly question: Question;
  readonly kept: Fields;

  constructor(key: string, question: Question, kept: Fields) {
    super('The host must ask the person.');
    this.key = key;
    this.question = question;
    this.kept = kept;
  }
}

/** What a host declared that it can ask. Without a mode it means a form, as before there were modes. */
export function modesIn(capabilities: unknown): ReadonlySet<Question['mode']> {
  const declared = isObject(capabilities) ? capabilities['elicitation'] : undefined;
  if (!isObject(declared)) return new Set();
  const modes = (['form', 'url'] as const).filter((mode) => isObject(declared[mode]));
  return new Set(Object.keys(declared).length === 0 ? ['form'] : modes);
}

/** The parameters of a request to the host. Hosts that know no modes take one without a mode as a form. */
export function questionParams(question: Question) {
  if (question.mode === 'url') return question;
  const { mode: _, ...form } = question;
  return form;
}

/** @param reply of a host */
export function answerIn(reply: unknown): Answer {
  const { action, content } = isObject(reply) ? reply : {};
  if (action === 'accept') return { action, content: isObject(content) ? content : {} };
  return { action: action === 'decline' || action === 'cancel' ? action : 'failed' };
}
