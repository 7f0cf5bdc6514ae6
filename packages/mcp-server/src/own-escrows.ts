/** What this person prepared here, for lists and completions. If nothing, no desk is opened, to save memory. */
import type { FoundEscrow } from '@countersign/core/escrow-views';
import type { AssistantDesk } from './tools/tool.ts';

type OwnEscrow = FoundEscrow & { readonly id: string };

export type OwnEscrows = {
  /** Whether anything was prepared in the data folder. */
  readonly some: () => Promise<boolean>;
  /** Their handles, newest first. */
  readonly ids: () => Promise<readonly string[]>;
  /** The newest of them, with their titles and states: the ledger is asked about undecided ones. */
  readonly newest: () => Promise<readonly OwnEscrow[]>;
};

type Parts = {
  readonly dataDir: string;
  /** If present, they are kept there, and only a desk can read them. */
  readonly databaseUrl?: string | undefined;
  readonly readOnly: boolean;
  readonly openDesk: () => Promise<AssistantDesk>;
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
