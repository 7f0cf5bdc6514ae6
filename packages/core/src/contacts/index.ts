export { type Contact, contactFor, LATELY_MS, MAX_CONTACTS, nameProblem } from './contact.ts';
export { lookOf, nameKey } from './look.ts';
export {
  type AddressField,
  knownPeople,
  type Named,
  personName,
  reservedNames,
  resolveNames,
} from './resolve.ts';
