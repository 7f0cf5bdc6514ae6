/**
 * Who may see a person's list: whoever holds a link, once and within minutes, and from then on the browser that opened
 * it. Both are 128 random bits or more; what is kept of them is a hash, so that a stolen data folder opens nothing.
 */
import { createHash, randomBytes } from 'node:crypto';
import { CountersignError } from '../../errors/errors.ts';
import type { DeskContext } from '../context.ts';
import { type Person, personIn } from '../person.ts';
import type { ListLink, ListSession } from './views.ts';

const LINK_MS = 5 * 60_000;
const SESSION_MS = 12 * 3_600_000;

/** 128 random bits in hex. */
const SECRET = /^[0-9a-f]{32}$/;

/** @returns the link's address, and when it ends in epoch milliseconds. @throws CountersignError LIST_CLOSED */
export async function openList(context: DeskContext): Promise<ListLink> {
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
  await store.addListLink(personIn(context), { hash: hashOf(token), expiresAt: endsAt });
  return { url: listUrl(token), endsAt };
}

type Scene = Pick<DeskContext, 'store' | 'now'>;

/** @throws CountersignError LIST_CLOSED, whatever is wrong with it */
export async function useListLink({ store, now }: Scene, token: string): Promise<ListSession> {
  const session = randomBytes(16).toString('hex');
  const endsAt = now() + SESSION_MS;
  const person = SECRET.test(token)
    ? await store.useListLink(hashOf(token), { hash: hashOf(session), expiresAt: endsAt })
    : undefined;
  if (person === undefined) throw new CountersignError('LIST_CLOSED');
  return { session, endsAt };
}

export async function isListSession({ store }: Pick<Scene, 'store'>, session: string): Promise<boolean> {
  return SECRET.test(session) && (await store.listSession(hashOf(session))) !== undefined;
}

/** Whose list it is. @throws CountersignError LIST_CLOSED */
export async function personOfSession({ store }: Pick<Scene, 'store'>, session: string): Promise<Person> {
  const person = SECRET.test(session) ? await store.listSession(hashOf(session)) : undefined;
  if (person === undefined) throw new CountersignError('LIST_CLOSED');
  return person;
}

export async function endListSession({ store }: Pick<Scene, 'store'>, session: string): Promise<void> {
  if (SECRET.test(session)) await store.endListSession(hashOf(session));
}

const hashOf = (secret: string): string => createHash('sha256').update(`list ${secret}`).digest('hex');
