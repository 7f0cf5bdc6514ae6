/** What this person prepared here, for lists and completions; for none no desk is opened, which would take much memory. */
import type { PersonalDesk } from '@countersign/core';
import type { FoundEscrow } from '@countersign/core/escrow-views';

type OwnEscrow = FoundEscrow & { readonly id: string };

export type OwnEscrows = {
  /** Whether anything was prepared in the data folder. */
  readonly some: () => Promise<boolean>;
  /** Their handles, newest first. */
  readonly ids: () => Promise<readonly string[]>;
  /** The newest of them, with what they are called and their state: the ledger is asked about those that are undecided. */
  readonly newest: () => Promise<readonly OwnEscrow[]>;
};

type Parts = {
  readonly dataDir: string;
  /** Present: they stand there, and only a desk can tell. */
  readonly databaseUrl?: string | undefined;
  readonly readOnly: boolean;
  readonly openDesk: () => Promise<PersonalDesk>;
};

export function createOwnEscrows({ dataDir, databaseUrl, readOnly, openDesk }: Parts): OwnEscrows {
  const some = async () => {
    if (readOnly) return false;
    if (databaseUrl !== undefined) return true;
    const { hasHandles } = await import('@countersign/core/desk/has-handles');
    return hasHandles(dataDir);
  };
  return {
    some,
    ids: async () => ((await some()) ? await (await openDesk()).handles() : []),
    newest: async () => {
      const { escrows } = (await some()) ? await (await openDesk()).find({}) : { escrows: [] };
      return escrows.flatMap(({ id, ...others }) => (id === undefined ? [] : [{ id, ...others }]));
    },
  };
}
