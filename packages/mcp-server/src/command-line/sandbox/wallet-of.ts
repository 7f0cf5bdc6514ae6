import type { Settings } from '@countersign/core/settings';
import { UsageError } from '../run-command.ts';
import { listWallets, type Wallet } from './keys.ts';

/** The wallet whose account a transaction must be signed by, if it is one of ours. @throws UsageError */
export function walletOf({ dataDir }: Pick<Settings, 'dataDir'>, source: string): Wallet {
  const found = listWallets(dataDir).find(({ keypair }) => keypair.publicKey() === source);
  if (found !== undefined) return found;
  throw new UsageError(`The transaction must be signed by ${source}, but there is no wallet for that account here.`);
}
