export { type Contact, contactFor, LATELY_MS, MAX_CONTACTS } from './contact.ts';
export { lookOf, nameKey, nameProblem } from './name.ts';
export { type AddressField, namedBy, reservedNames, resolveNames } from './resolve.ts';
