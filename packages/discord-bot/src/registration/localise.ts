/** Commands with their words in other languages, as Discord takes them. */
import type { Language } from '@countersign/core/words';
import type { Locale, RESTPutAPIApplicationCommandsJSONBody } from 'discord.js';

type Frozen<T> = T extends readonly (infer Each)[]
  ? readonly Frozen<Each>[]
  : T extends object
    ? { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T;

export type Definition = Frozen<RESTPutAPIApplicationCommandsJSONBody[number]>;

type Described = {
  readonly name: string;
  readonly description?: string;
  readonly options?: readonly Described[];
  readonly choices?: readonly { readonly name: string; readonly value: string }[];
};

/** The words of commands or options, by their English names; of choices by their values. */
type WordsOf<Each extends Described> = {
  readonly [One in Each as One['name']]: { readonly name: string } & (One extends { readonly description: string }
    ? { readonly description: string }
    : object) &
    (One extends { readonly options: readonly (infer Option extends Described)[] }
      ? { readonly options: WordsOf<Option> }
      : object) &
    (One extends { readonly choices: readonly { readonly value: infer Value extends string }[] }
      ? { readonly choices: Readonly<Record<Value, string>> }
      : object);
};

type Words = Readonly<
  Record<
    string,
    {
      readonly name: string;
      readonly description?: string;
      readonly options?: Words;
      readonly choices?: Readonly<Record<string, string>>;
    }
  >
>;

/** @param languages for each language Discord's locales, with their words */
export function localised<const Each extends Described>(
  definitions: readonly Each[],
  languages: Readonly<Record<Exclude<Language, 'en'>, Readonly<Partial<Record<`${Locale}`, WordsOf<Each>>>>>>,
): RESTPutAPIApplicationCommandsJSONBody {
  return withWords(
    definitions,
    Object.assign({}, ...Object.values(languages)),
  ) as RESTPutAPIApplicationCommandsJSONBody;
}

type Languages = Readonly<Record<string, Words>>;

function withWords(definitions: readonly Described[], languages: Languages): unknown[] {
  return definitions.map((definition) => {
    const { name, description, options, choices } = definition;
    const own = mapped(languages, (words) => words[name]);
    return {
      ...definition,
      name_localizations: mapped(own, (words) => words.name),
      ...(description === undefined ? {} : { description_localizations: mapped(own, (words) => words.description) }),
      ...(options === undefined
        ? {}
        : {
            options: withWords(
              options,
              mapped(own, (words) => words.options),
            ),
          }),
      ...(choices === undefined
        ? {}
        : {
            choices: choices.map((choice) => ({
              ...choice,
              name_localizations: mapped(own, (words) => words.choices?.[choice.value]),
            })),
          }),
    };
  });
}

function mapped<From, To>(
  languages: Readonly<Record<string, From>>,
  change: (words: From) => To | undefined,
): Record<string, To> {
  return Object.fromEntries(
    Object.entries(languages).flatMap(([locale, words]) => {
      const changed = change(words);
      return changed === undefined ? [] : [[locale, changed]];
    }),
  );
}
