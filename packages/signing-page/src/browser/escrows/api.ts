/** What the list asks its own server, which alone decides what a session may see. */
import type { ContactList, EscrowDetails, EscrowList, ListedContact, NewContact } from '../../escrows-view.ts';
import { ask, json } from '../parts/ask.ts';

export const startSession = (token: string) => ask('session', { token });
export const endSession = () => ask('session/end', {});
export const readList = (query: string): Promise<EscrowList> => json(`escrows/list?${parametersOf(query)}`);
export const readDetails = (id: string): Promise<EscrowDetails> => json(`escrows/${encodeURIComponent(id)}`);
export const readCsv = async (query: string): Promise<Blob> => (await ask(`escrows.csv?${parametersOf(query)}`)).blob();
export const readContacts = async (): Promise<readonly ListedContact[]> => {
  const { contacts } = await json<ContactList>('escrows/contacts');
  return contacts;
};
export const setContact = (contact: NewContact) => ask('escrows/contacts', contact);
export const removeContact = (name: string) => ask('escrows/contacts/remove', { name });

const parametersOf = (query: string) => new URLSearchParams({ query }).toString();
