/** What this person prepared here, for lists, and what is offered of it while they fill in an argument. If nothing, no desk is opened, to save memory. */
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { refuseSecrets } from '@countersign/core/secrets';
import type { Settings } from '@countersign/core/settings';
import { toRefusal } from './call.ts';
import type { CallToolParts } from './call-tool.ts';

export type OwnEscrows = ReturnType<typeof createOwnEscrows>;

type OwnEscrowsSetup = Pick<Settings, 'dataDir' | 'databaseUrl' | 'readOnly'> & Pick<CallToolParts, 'openDesk'>;

export function createOwnEscrows({ dataDir, databaseUrl, readOnly, openDesk }: OwnEscrowsSetup) {
  const some = async () => {
    if (readOnly) return false;
    // They are kept there, and only a desk can read them.
    if (databaseUrl !== undefined) return true;
    const { hasRequests } = await import('@countersign/core/desk/has-requests');
    return hasRequests(dataDir);
  };
  return {
    /** Whether anything was prepared in the data folder. */
    some,
    /** Their requests, newest first. */
    ids: async (): Promise<readonly string[]> => ((await some()) ? await (await openDesk()).handles() : []),
    /** The newest of them, with their titles and states: the ledger is asked about undecided ones. */
    newest: async () => {
      const { escrows } = (await some()) ? await (await openDesk()).find({}) : { escrows: [] };
      return escrows.flatMap(({ id, ...others }) => (id === undefined ? [] : [{ id, ...others }]));
    },
  };
}

/** The most that the protocol allows. */
const MOST = 100;

type CompletionParts = Pick<CallToolParts, 'network' | 'scanner' | 'log'> & { readonly own: OwnEscrows };

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
