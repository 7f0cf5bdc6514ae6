/** A link works once, within minutes, and opens a session. Only hashes of the tokens are stored. */
import { createHash, randomBytes } from 'node:crypto';
import { CountersignError } from '../../../errors/errors.ts';
import type { DeskContext } from '../../context.ts';
import type { ListLink, ListSession } from '../../model/list-views.ts';
import { type Person, personIn } from '../../model/person.ts';

const LINK_MS = 5 * 60_000;
const SESSION_MS = 12 * 3_600_000;

/** 128 random bits in hex. */
const SECRET = /^[0-9a-f]{32}$/;

/**
 * `all`: may also change the address book; for a link made in a terminal. `reading`: for a link that passed through a
 * model, which must not be able to change the address of a name.
 */
export type ListRight = 'all' | 'reading';
const RIGHTS: readonly ListRight[] = ['all', 'reading'];

/** @returns the link's address, and when it ends in epoch milliseconds. @throws CountersignError LIST_CLOSED */
export async function openList(context: DeskContext, right: ListRight): Promise<ListLink> {
  const { store, now, listUrl } = context;
  if (listUrl === undefined) {
    throw new CountersignError('LIST_CLOSED', {
      message: 'The list of escrows opens only on the computer on which Countersign runs, and its page is served.',
      remedy: 'Ask the person who runs Countersign, or use find_escrows and get_escrow.',
      operatorRemedy: 'Unset COUNTERSIGN_PUBLIC_URL and COUNTERSIGN_READ_ONLY, then try again.',
    });
  }
  const token = randomBytes(16).toString('hex');
  const endsAt = now() + LINK_MS;
  await store.addListLink(personIn(context), { hash: hashOf(token, right), expiresAt: endsAt });
  return { url: listUrl(token), endsAt };
}

type ListAccessContext = Pick<DeskContext, 'store' | 'now'>;

/** @throws CountersignError LIST_CLOSED, whatever is wrong with it */
export async function useListLink({ store, now }: ListAccessContext, token: string): Promise<ListSession> {
  const session = randomBytes(16).toString('hex');
  const endsAt = now() + SESSION_MS;
  for (const right of SECRET.test(token) ? RIGHTS : []) {
    const kept = { hash: hashOf(session, right), expiresAt: endsAt };
    if ((await store.useListLink(hashOf(token, right), kept)) !== undefined) return { session, endsAt };
  }
  throw new CountersignError('LIST_CLOSED');
}

export async function isListSession(scene: Pick<ListAccessContext, 'store'>, session: string): Promise<boolean> {
  return (await find(scene, session)) !== undefined;
}

/** The session's owner and rights. @throws CountersignError LIST_CLOSED */
export async function ownerOfSession(scene: Pick<ListAccessContext, 'store'>, session: string): Promise<Opened> {
  const opened = await find(scene, session);
  if (opened === undefined) throw new CountersignError('LIST_CLOSED');
  return opened;
}

type Opened = { readonly person: Person; readonly right: ListRight };

async function find({ store }: Pick<ListAccessContext, 'store'>, session: string): Promise<Opened | undefined> {
  for (const right of SECRET.test(session) ? RIGHTS : []) {
    const person = await store.listSession(hashOf(session, right));
    if (person !== undefined) return { person, right };
  }
  return undefined;
}

export async function endListSession({ store }: Pick<ListAccessContext, 'store'>, session: string): Promise<void> {
  for (const right of SECRET.test(session) ? RIGHTS : []) await store.endListSession(hashOf(session, right));
}

/** The right is part of the hash, so that editing the data folder cannot raise it. */
const hashOf = (secret: string, right: ListRight): string =>
  createHash('sha256').update(`list ${right} ${secret}`).digest('hex');
