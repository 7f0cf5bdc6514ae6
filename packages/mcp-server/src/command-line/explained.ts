/** What a transaction does, for a person at a terminal before it is signed. */
import { explainTransaction } from '@countersign/core/explain';
import type { Settings } from '@countersign/core/settings';
import { explanationText } from './explanation-text.ts';

export function explainedText(xdr: string, { feeStop, network }: Settings): string {
  const explained = explainTransaction(xdr, network, Math.floor(Date.now() / 1_000), { feeStop });
  return explanationText(explained, process.stderr.columns);
}
