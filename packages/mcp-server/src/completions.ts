/** What a host offers while a person fills in an argument of a prompt or of a resource's address. */
import { type Network, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import type { Log } from '@countersign/core/platform/log';
import { refuseSecrets, type SecretScanner } from '@countersign/core/secrets';
import { toRefusal } from './eras/refusal.ts';
import type { OwnEscrows } from './own-escrows.ts';

/** The most that the protocol allows. */
const MOST = 100;

type Parts = {
  readonly own: OwnEscrows;
  readonly network: Network;
  readonly scanner: SecretScanner;
  readonly log: Log;
};

type Asked = { readonly argument: { readonly name: string; readonly value: string } };

export type Completions = ReturnType<typeof createCompletions>;

export function createCompletions({ own, network, scanner, log }: Parts) {
  /** By the argument's name, which means the same in every prompt and address. */
  const known = async (argument: string): Promise<readonly string[]> => {
    if (argument === 'id') return await own.ids();
    return argument === 'signer' && network.name === 'sandbox' ? SANDBOX_ACCOUNTS.map(({ name }) => name) : [];
  };
  return async ({ argument: { name, value } }: Asked) => {
    try {
      refuseSecrets({ value }, scanner);
      const values = (await known(name)).filter((candidate) => candidate.startsWith(value));
      return { completion: { values: values.slice(0, MOST), total: values.length, hasMore: values.length > MOST } };
    } catch (thrown) {
      throw toRefusal(thrown, scanner.redact, log);
    }
  };
}
