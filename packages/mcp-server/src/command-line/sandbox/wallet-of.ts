import type { Settings } from '@countersign/core/settings';
import { UsageError } from '../run-command.ts';
import { listWallets, type Wallet } from './keys.ts';

/** The wallet of the account that must sign. @throws UsageError if it is not one of ours */
export function walletOf({ dataDir }: Pick<Settings, 'dataDir'>, source: string): Wallet {
  const found = listWallets(dataDir).find(({ keypair }) => keypair.publicKey() === source);
  if (found !== undefined) return found;
  throw new UsageError(`The transaction must be signed by ${source}, but there is no wallet for that account here.`);
}
