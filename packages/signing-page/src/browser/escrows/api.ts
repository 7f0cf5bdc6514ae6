/** What the list asks its own server, which alone decides what a session may see. */
import type { ErrorView } from '@countersign/core/errors';
import type {
  ContactConflict,
  ContactList,
  EscrowDetails,
  EscrowList,
  ListedContact,
  NewContact,
} from '../../escrows-view.ts';

/** Longer than the desk takes to ask the ledger about a full list. */
const TIMEOUT_MS = 40_000;

/** `away`: no answer, or not from Countersign. `session`: the list is not open here. `refused`: with the error. */
export type Trouble =
  | { readonly kind: 'away' }
  | { readonly kind: 'session' }
  | ({ readonly kind: 'refused' } & Partial<Refused>);

type Refused = { readonly error: ErrorView } & Partial<ContactConflict>;

export class ListError extends Error {
  readonly trouble: Trouble;
  constructor(trouble: Trouble) {
    super(trouble.kind);
    this.trouble = trouble;
  }
}

export const startSession = (token: string) => ask('session', { token });
export const endSession = () => ask('session/end', {});
export const readList = (query: string): Promise<EscrowList> => json(`escrows/list?${asked(query)}`);
export const readDetails = (id: string): Promise<EscrowDetails> => json(`escrows/${encodeURIComponent(id)}`);
export const readCsv = async (query: string): Promise<Blob> => (await ask(`escrows.csv?${asked(query)}`)).blob();
export const readContacts = async (): Promise<readonly ListedContact[]> => {
  const { contacts } = await json<ContactList>('escrows/contacts');
  return contacts;
};
export const setContact = (contact: NewContact) => ask('escrows/contacts', contact);
export const removeContact = (name: string) => ask('escrows/contacts/remove', { name });

const asked = (query: string) => new URLSearchParams({ query }).toString();

async function json<Reply>(path: string): Promise<Reply> {
  const reply = await ask(path);
  return await reply.json().catch(() => {
    throw new ListError({ kind: 'away' });
  });
}

/** @throws ListError */
async function ask(path: string, body?: object): Promise<Response> {
  const options = {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === undefined
      ? {}
      : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  };
  const reply = await fetch(path, options).catch(() => {
    throw new ListError({ kind: 'away' });
  });
  if (reply.ok) return reply;
  if (reply.status === 401) throw new ListError({ kind: 'session' });
  const answer = (await reply.json().catch(() => undefined)) as Partial<Refused> | undefined;
  // From a proxy whose server does not answer.
  if (answer === undefined && reply.status >= 500) throw new ListError({ kind: 'away' });
  throw new ListError({ kind: 'refused', ...answer });
}

export const troubleOf = (thrown: unknown): Trouble =>
  thrown instanceof ListError ? thrown.trouble : { kind: 'refused' };
