/** Where an address came from that was given by a name, in Spanish. */
import { linesOfNames, type NameChange, type NamedAddress, type SetBy } from '../names.ts';
import { fieldText } from './fields.ts';

/** “Ana, de su libreta de direcciones, guardada el 3 de octubre de 2026 en la terminal” */
export function nameText({ name, from, setBy, setAt }: Omit<NamedAddress, 'field'>): string {
  switch (from) {
    case 'address-book':
      return `${name}, de su libreta de direcciones${setText(setBy, setAt)}`;
    case 'address':
      return `${name} en su libreta de direcciones${setText(setBy, setAt)}`;
    case 'sandbox':
      return `${name}, una cuenta de demostración de la red simulada`;
    case 'network':
      return `${name}, un token conocido de esta red`;
  }
}

export const nameLines = (names: readonly NamedAddress[]): string[] => linesOfNames(names, { nameText, fieldText });

function setText(setBy: SetBy | undefined, setAt: string | undefined): string {
  return setBy === undefined || setAt === undefined ? '' : `, guardada el ${dayText(setAt)} ${SET_BY_WORDS[setBy]}`;
}

export const SET_BY_WORDS: Readonly<Record<SetBy, string>> = {
  terminal: 'en la terminal',
  page: 'en la página de firma',
};

export function nameChangeText({ name, before, now, at, by }: NameChange): string {
  return `La dirección de ${name} en la libreta de direcciones se cambió el ${dayText(at)} ${SET_BY_WORDS[by]}: antes era ${before}, ahora es ${now}.`;
}

/** “3 de octubre de 2026”. @param time ISO 8601, UTC */
export function dayText(time: string): string {
  return new Date(time).toLocaleDateString('es', { dateStyle: 'long', timeZone: 'UTC' });
}
