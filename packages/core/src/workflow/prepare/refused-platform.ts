/** Explains a deploy that the live service refuses because the platform's account cannot be paid. */
import { CountersignError } from '../../errors/errors.ts';
import { assetOf } from '../../escrow/network.ts';
import type { DeskContext } from '../context.ts';
import type { RunningCall } from '../run-call.ts';
import type { Asked } from '../store/offers.ts';

/**
 * The same error with what the ledger shows of the platform; the error itself where it shows nothing. The service's
 * own words for it are no reason to believe.
 * @param error what building it ended with
 */
export async function refusedForPlatform(
  { ledger, network, words }: DeskContext,
  asked: Asked,
  error: unknown,
  call: RunningCall,
): Promise<unknown> {
  if (!(error instanceof CountersignError) || error.code !== 'SERVICE_REFUSED') return error;
  if (ledger === undefined || asked.action !== 'deploy' || network.namesTokensByAsset !== true) return error;
  const { trustline, roles } = asked.request;
  const platform = roles.platformAddress;
  const { address } = trustline;
  const asset = assetOf(network, address) ?? (await ledger.assetOf(address, call().signal));
  if (asset === undefined || platform === asset.issuer || !platform.startsWith('G')) return error;
  const sight = await ledger.lookAt(
    { contracts: [], parties: { accounts: [platform], contracts: [], asset } },
    call().signal,
  );
  const account = sight.kind === 'seen' ? sight.parties?.accounts.get(platform) : undefined;
  if (account === undefined || account.trustline === true) return error;
  return new CountersignError('SERVICE_REFUSED', {
    ...words.platformRefused(platform, account.exists ? asset.code : undefined),
    language: words.language,
    ...(error.detail === undefined ? {} : { detail: error.detail }),
    cause: error,
  });
}
