/** The source of an address that was given by a name. */
import { linesOfNames, type NameChange, type NamedAddress, type SetBy } from '../names.ts';
import { fieldText } from './fields.ts';

/** “Ana, from your address book, set 3 October 2026 in the terminal” */
export function nameText({ name, from, setBy, setAt }: Omit<NamedAddress, 'field'>): string {
  switch (from) {
    case 'address-book':
      return `${name}, from your address book${setText(setBy, setAt)}`;
    case 'address':
      return `${name} in your address book${setText(setBy, setAt)}`;
    case 'sandbox':
      return `${name}, a demo account of the sandbox`;
    case 'network':
      return `${name}, a known token of this network`;
  }
}

export const nameLines = (names: readonly NamedAddress[]): string[] => linesOfNames(names, { nameText, fieldText });

function setText(setBy: SetBy | undefined, setAt: string | undefined): string {
  return setBy === undefined || setAt === undefined ? '' : `, set ${dayText(setAt)} ${SET_BY_WORDS[setBy]}`;
}

export const SET_BY_WORDS: Readonly<Record<SetBy, string>> = {
  terminal: 'in the terminal',
  page: 'on the signing page',
};

export function nameChangeText({ name, before, now, at, by }: NameChange): string {
  return `The address of ${name} in the address book was changed on ${dayText(at)} ${SET_BY_WORDS[by]}: before it was ${before}, now it is ${now}.`;
}

/** “3 October 2026”. @param time ISO 8601, UTC */
export function dayText(time: string): string {
  return new Date(time).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
}
