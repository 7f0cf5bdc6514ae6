/** Functions of sentences: a catalogue's sentences as callers use them, without a function of its own for each. */
import { format, type Message } from './message.ts';

type Value = string | number | bigint;

/** Sentences whose values come in the order that is named here. @example { pays: ['what', 'to'] } */
export function byPosition<
  Messages,
  const Order extends { readonly [Name in keyof Order & keyof Messages]: readonly ParametersOf<Messages[Name]>[] },
>(messages: Messages, order: Order): { readonly [Name in keyof Order]: (...values: ValuesOf<Order[Name]>) => string } {
  const functions = Object.entries<readonly string[]>(order).map(([name, parameters]) => {
    const message = messages[name as keyof Messages] as Message<string>;
    return [
      name,
      (...values: Value[]) => format(message, Object.fromEntries(parameters.map((key, at) => [key, `${values[at]}`]))),
    ];
  });
  return Object.fromEntries(functions);
}

/** All sentences of a group, such as the message and the remedy of an error. */
export function formatEach<Group extends Readonly<Record<keyof Group, string | Message<string>>>>(
  group: Group,
  values: Readonly<Record<ParametersOf<Group[keyof Group]>, string | number>>,
): { readonly [Name in keyof Group]: string } {
  const texts = Object.entries<string | Message<string>>(group).map(([name, text]) => [
    name,
    typeof text === 'string' && format(text as never, values),
  ]);
  return Object.fromEntries(texts);
}

type ValuesOf<Names> = Names extends readonly string[] ? { readonly [Index in keyof Names]: Value } : never;
type ParametersOf<Text> = Text extends Message<infer Parameter> ? Parameter : never;
