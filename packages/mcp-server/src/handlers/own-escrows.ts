/** What this person prepared here, for lists, and what is offered of it while they fill in an argument. If nothing, no desk is opened, to save memory. */
import type { FoundEscrow } from '@countersign/core/escrow-views';
import { type Network, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import type { Log } from '@countersign/core/platform/log';
import { refuseSecrets, type SecretScanner } from '@countersign/core/secrets';
import type { AssistantDesk } from '../tools/tool.ts';
import { toRefusal } from './call.ts';

type OwnEscrow = FoundEscrow & { readonly id: string };

export type OwnEscrows = {
  /** Whether anything was prepared in the data folder. */
  readonly some: () => Promise<boolean>;
  /** Their requests, newest first. */
  readonly ids: () => Promise<readonly string[]>;
  /** The newest of them, with their titles and states: the ledger is asked about undecided ones. */
  readonly newest: () => Promise<readonly OwnEscrow[]>;
};

type OwnEscrowsSetup = {
  readonly dataDir: string;
  /** If present, they are kept there, and only a desk can read them. */
  readonly databaseUrl?: string | undefined;
  readonly readOnly: boolean;
  readonly openDesk: () => Promise<AssistantDesk>;
};

export function createOwnEscrows({ dataDir, databaseUrl, readOnly, openDesk }: OwnEscrowsSetup): OwnEscrows {
  const some = async () => {
    if (readOnly) return false;
    if (databaseUrl !== undefined) return true;
    const { hasRequests } = await import('@countersign/core/desk/has-requests');
    return hasRequests(dataDir);
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

/** The most that the protocol allows. */
const MOST = 100;

type CompletionParts = {
  readonly own: OwnEscrows;
  readonly network: Network;
  readonly scanner: SecretScanner;
  readonly log: Log;
};

type CompletionQuestion = { readonly argument: { readonly name: string; readonly value: string } };

/** What a host transactions while a person fills in an argument of a prompt or of a resource's address. */
export type Completions = ReturnType<typeof createCompletions>;

export function createCompletions({ own, network, scanner, log }: CompletionParts) {
  /** By the argument's name, which means the same in every prompt and address. */
  const known = async (argument: string): Promise<readonly string[]> => {
    if (argument === 'id') return await own.ids();
    return argument === 'signer' && network.name === 'sandbox' ? SANDBOX_ACCOUNTS.map(({ name }) => name) : [];
  };
  return async ({ argument: { name, value } }: CompletionQuestion) => {
    try {
      refuseSecrets({ value }, scanner);
      const values = (await known(name)).filter((candidate) => candidate.startsWith(value));
      return { completion: { values: values.slice(0, MOST), total: values.length, hasMore: values.length > MOST } };
    } catch (thrown) {
      throw toRefusal(thrown, scanner.redact, log);
    }
  };
}
