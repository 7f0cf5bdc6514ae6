/** Sentences as data: one JSON file for each language and subject, whose parameters the type checker knows. */

/** A sentence with parameters, such as "Pay {amount} to {name}". It cannot be shown before it is formatted. */
export type Message<Parameter extends string> = { readonly parameters: Parameter };
/** The forms of a sentence for a number: one thing, or another number of them. */
export type Plural<Parameter extends string> = Readonly<Record<'one' | 'other', Message<Parameter>>>;

/**
 * A catalogue as its JSON file has it, except that a sentence with parameters is a `Message`.
 * @typeParam Parameters from the path of a sentence to the names of its parameters (generated: `parameters.ts`)
 */
export type Catalogue<Json, Parameters, Path extends string = ''> = {
  readonly [Key in keyof Json & string]: Json[Key] extends string
    ? `${Path}${Key}` extends keyof Parameters
      ? Message<Parameters[`${Path}${Key}`] & string>
      : string
    : Catalogue<Json[Key], Parameters, `${Path}${Key}.`>;
};

/** @param values what is shown in place of each parameter; names, amounts and addresses as the surface marks them */
export function format<Parameter extends string>(
  message: Message<Parameter> | string,
  values: Readonly<Record<Parameter, string | number>>,
): string {
  return String(message).replace(PARAMETER, (_, name: Parameter) => String(values[name]));
}

/** Names of parameters in a sentence, in the order in which they appear. */
export function parametersOf(message: string): string[] {
  return [...new Set([...message.matchAll(PARAMETER)].map(([, name = '']) => name))];
}

const PARAMETER = /\{([a-zA-Z]+)\}/g;

/** By language; making one takes longer than many sentences. */
const pluralRules = new Map<string, Intl.PluralRules>();

/** Which form a whole number takes in a language. */
export function pluralForm(language: string, count: number): 'one' | 'other' {
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(language);
  pluralRules.set(language, rules);
  return rules.select(count) === 'one' ? 'one' : 'other';
}

/** "a", "a and b", "a, b and c" */
export function joined(parts: readonly string[], word: string): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} ${word} ${last}`;
}

/** The functions of a subject, in the language of `messages`. */
export function inLanguage<Messages, Functions extends { [Name in keyof Functions]: InLanguage<Messages> }>(
  messages: Messages,
  functions: Functions,
): { readonly [Name in keyof Functions]: WithoutMessages<Functions[Name]> } {
  const bound = Object.entries<InLanguage<Messages>>(functions).map(([name, call]) => [
    name,
    (...values: never[]) => call(messages, ...values),
  ]);
  return Object.fromEntries(bound);
}

type InLanguage<Messages> = (messages: Messages, ...values: never[]) => unknown;
type WithoutMessages<Call> = Call extends (messages: never, ...values: infer Values) => infer Result
  ? (...values: Values) => Result
  : never;

/** With a capital letter first. */
export const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
