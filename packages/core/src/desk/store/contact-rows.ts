/** Turns rows of address books into entries, for both engines. */
import { type Contact, nameProblem } from '../../contacts/index.ts';
import type { SetBy } from '../../words/names.ts';

export type ContactRow = {
  key: string;
  look: string;
  name: string;
  address: string;
  set_by: SetBy;
  set_at: number;
  before: string | null;
  removed_at: number | null;
};

/** Leaves out names that today's rules would refuse: they may look like others. */
export const contactsOf = (rows: readonly ContactRow[]): Contact[] =>
  rows.map(contactOf).filter(({ name }) => nameProblem(name) === undefined);

export function contactOf({ set_by, set_at, before, removed_at, ...row }: ContactRow): Contact {
  const { key, look, name, address } = row;
  return {
    key,
    look,
    name,
    address,
    setBy: set_by,
    setAt: set_at,
    ...(before === null ? {} : { before }),
    ...(removed_at === null ? {} : { removedAt: removed_at }),
  };
}

export function isSameContact(one: Contact, other: Contact): boolean {
  return one.address === other.address && one.setAt === other.setAt && one.removedAt === other.removedAt;
}
