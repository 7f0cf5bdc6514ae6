/** Opens the desk that the settings describe: a real service, a sandbox that runs elsewhere, or the embedded one. */

import { CountersignError } from '../errors/errors.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { openLedger, requireNetwork } from '../ledger/open-ledger.ts';
import { createSecretScanner } from '../secrets/secrets.ts';
import { createEscrowClient, dialectFor, type ServiceExchange, type ServiceLog } from '../service/index.ts';
import type { Settings } from '../settings/settings.ts';
import type { TenantCredential } from '../settings/tenants.ts';
import { omitUndefined } from '../text/fields.ts';
import type { DeskContext, Patience } from './context.ts';
import { createDesk, type Desk } from './create-desk.ts';
import { LOCAL_PERSON } from './model/person.ts';
import type { Job } from './outcome/timers/jobs.ts';
import { closeGap } from './prepare/since-backup.ts';
import { operatorLimits } from './risk/limits.ts';
import { createRpcQuota, rpcUrlsOf } from './rpc-urls.ts';
import { createServices, oneService } from './services.ts';
import { openStore } from './store/open-store.ts';
import type { OpenedStore } from './store/opened-store.ts';
import type { Store } from './store/store.ts';
import { type RpcExchange, watchRpcs } from './watched-rpcs.ts';

export type SandboxConnection = {
  readonly url: string;
  readonly rpcUrl: string;
  readonly accessToken: string;
  readonly apiKey: string;
  close(): Promise<void>;
};

export type OpenDeskOptions = Pick<DeskContext, 'signUrl' | 'listUrl' | 'proofUrl' | 'escrowUrl'> & {
  /** Starts the embedded sandbox; called only when the settings name no service. */
  readonly startSandbox?: () => Promise<SandboxConnection>;
  readonly log?: ServiceLog;
  readonly onExchange?: (exchange: ServiceExchange) => void;
  readonly onRpcExchange?: (exchange: RpcExchange) => void;
  /** Where prepared escrows are kept; default: a file in the data folder. The desk closes it. */
  readonly store?: Store;
  readonly patience?: Patience;
};

/**
 * The desk that adapters work with. Close it when you are done: it closes what it opened.
 * @param settings of `parseSettings`; without a service the embedded sandbox is started, unless the network is direct
 * @param options how to start it, where to log, and where prepared escrows are kept
 * @throws CountersignError STORE_UNUSABLE, SANDBOX_MISMATCH, SETTING_INVALID (an RPC of another network), and those of an unreachable sandbox
 * @example
 * ```ts
 * import { openDesk, openSqliteStore, parseSettings } from '@countersign/core';
 * import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
 * import { startSandbox } from '@countersign/escrow-service';
 *
 * const [client, designer, platform, arbiter] = SANDBOX_ACCOUNTS;
 * const desk = await openDesk(parseSettings({}), {
 *   startSandbox: () => startSandbox(),
 *   store: openSqliteStore(undefined, 'sandbox'), // in memory
 * });
 * const { unsignedXdr, summary } = await desk.prepare('deploy', {
 *   signer: client.address,
 *   engagementId: 'logo-1',
 *   title: 'Logo',
 *   description: 'A logo in three sizes',
 *   roles: {
 *     approver: client.address,
 *     serviceProvider: designer.address,
 *     platformAddress: platform.address,
 *     releaseSigner: client.address,
 *     disputeResolver: arbiter.address,
 *     receiver: designer.address,
 *   },
 *   platformFee: '2.5',
 *   milestones: [{ description: 'Sketch', amount: '100' }],
 *   trustline: { address: NETWORKS.sandbox.tokens[0].address },
 * });
 * // Absent while the person must confirm something first; else their wallet signs it, then desk.submit.
 * console.log(summary.total, unsignedXdr !== undefined);
 * await desk.close();
 * ```
 */
export async function openDesk(settings: Settings, options: OpenDeskOptions = {}): Promise<Desk> {
  const { network } = settings;
  const opened: OpenedStore =
    options.store === undefined ? await openStore(settings, options.log) : { store: options.store };
  const { store, quotaOf, requestCounts, pageFiles } = opened;
  try {
    const { isDirect = false } = network;
    const hasLedger = isDirect && (network.name !== 'sandbox' || settings.rpcUrls.length > 0);
    const sandbox = settings.serviceUrl === undefined && !hasLedger ? await startSandbox(options) : undefined;
    const rpcUrls = sandbox === undefined ? await rpcUrlsOf(settings) : [sandbox.rpcUrl];
    if (sandbox === undefined) await requireNetwork(rpcUrls, network);
    const { accessToken, apiKey } = sandbox ?? settings;
    const baseUrl = sandbox?.url ?? (settings.serviceUrl as string);
    const installation = { accessToken, apiKey, requestsPerMinute: settings.requestsPerMinute };
    const { log, onExchange } = options;
    const openService = (own?: TenantCredential) => {
      const { accessToken: token, apiKey: key } = own ?? installation;
      const requestsPerMinute = own?.requestsPerMinute ?? installation.requestsPerMinute;
      const quota = quotaOf?.([baseUrl, token, key], requestsPerMinute);
      return createEscrowClient({
        ...{ baseUrl, accessToken: token, apiKey: key, dialect: dialectFor(network), requestsPerMinute },
        ...omitUndefined({ quota, log: log && logOf(log, own), onExchange }),
      });
    };
    const services = isDirect ? oneService(undefined) : createServices(settings.tenants, installation, openService);
    const { rpcRequestsPerMinute } = settings;
    const rpcQuota = rpcRequestsPerMinute === undefined ? undefined : createRpcQuota(rpcRequestsPerMinute);
    const watched = { urls: rpcUrls, log, onExchange: options.onRpcExchange, now: Date.now };
    const rpcs = watchRpcs({ ...watched, paceOf: rpcQuota?.paceOf });
    const ledger = rpcUrls.length === 0 ? undefined : openLedger(rpcUrls, network.passphrase, rpcs);
    const { maxFee, goesDirect, allowPartly, allowForeign, readOnly, feeStop, limits, defaultSigner } = settings;
    const { signUrl, listUrl, proofUrl, escrowUrl, patience } = options;
    const rights = { allowPartly, allowForeign, readOnly };
    const desk = createDesk({
      service: services.serviceOf(LOCAL_PERSON.tenant),
      services,
      store,
      network,
      policy: omitUndefined({ maxFee, goesDirect, ...rights, feeStop, limits: operatorLimits(limits), defaultSigner }),
      scanner: createSecretScanner(settings.credentials),
      now: Date.now,
      ledgerUnansweredSince: rpcs.unansweredSince,
      requestCounts,
      ...omitUndefined({ log, ledger, rpcMetrics: rpcQuota?.state }),
      ...omitUndefined({ signUrl, listUrl, proofUrl, escrowUrl, patience }),
    });
    const ofRestored = (await store.gap()) === undefined || ledger === undefined ? [] : [readingGap(store, ledger)];
    const jobs = [...jobsOf(opened), ...ofRestored];
    const endings = [desk.keepSettling(), ...jobs.map((job) => desk.keepDoing(job))];
    return {
      ...desk,
      ...omitUndefined({ requestCounts, pageFiles }),
      close: async () => {
        await Promise.all(endings.map((end) => end()));
        await desk.close();
        await sandbox?.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Jobs of the store, each run once for all processes that share it. */
function jobsOf({ store, requestCounts, pageFiles }: OpenedStore): readonly Job[] {
  const sweep = async () => {
    await store.sweep();
    await requestCounts?.sweep();
    await pageFiles?.sweep();
  };
  return [
    { name: 'sweep', everyMs: MINUTE_MS, run: sweep },
    { name: 'forget timers', everyMs: DAY_MS, run: () => store.forgetTimers(7 * DAY_MS) },
  ];
}

/** Only a store that was restored lately needs it. */
function readingGap(store: Store, ledger: Ledger): Job {
  const run = (signal: AbortSignal) => closeGap({ store, ledger }, signal);
  return { name: 'read the gap since the backup', everyMs: 5 * MINUTE_MS, run };
}

async function startSandbox({ startSandbox }: OpenDeskOptions): Promise<SandboxConnection> {
  if (startSandbox === undefined) {
    throw new CountersignError('SETTING_INVALID', {
      message: 'ESCROW_API_URL is not set, and there is no embedded sandbox here.',
    });
  }
  return await startSandbox();
}

function logOf(log: ServiceLog, own: TenantCredential | undefined): ServiceLog {
  if (own === undefined) return log;
  return (level, message, fields) => log(level, message, { ...fields, credential: own.label });
}
