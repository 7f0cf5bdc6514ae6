export { type Contact, contactFor, LATELY_MS, lookOf, MAX_CONTACTS, nameKey, nameProblem } from './contact.ts';
export { type AddressField, knownPeople, type Named, namedBy, reservedNames, resolveNames } from './resolve.ts';
