/** The escrow service with each tenant's credential: one client, and so one quota, for each credential. */
import type { EscrowService, ServiceMetrics } from '../service/escrow-service.ts';
import { credentialKey, type TenantCredential, type Tenants } from '../settings/tenants.ts';
import { ESCROW_PAGE } from './model/escrow-page.ts';

export type Services = {
  /** With the tenant's own credential, else with the installation's; undefined where there is no service. */
  serviceOf(tenant: string): EscrowService | undefined;
  /** Whether no other tenant uses this credential. */
  isOwn(tenant: string): boolean;
  /** Those that were used so far, and the installation's, which comes first. */
  opened(): readonly EscrowService[];
};

/** For an installation whose tenants all use its own credential. */
export const oneService = (service: EscrowService | undefined): Services => ({
  serviceOf: () => service,
  isOwn: () => false,
  opened: () => (service === undefined ? [] : [service]),
});

/**
 * A tenant that has the installation's credential shares its client: the service counts them together.
 * @param open makes the client of a credential; absent: of the installation's
 */
export function createServices(
  tenants: Tenants,
  installation: { readonly accessToken: string | undefined; readonly apiKey: string },
  open: (own?: TenantCredential) => EscrowService,
): Services {
  const { accessToken, apiKey } = installation;
  const installationKey = credentialKey({ ...(accessToken === undefined ? {} : { accessToken }), apiKey });
  const clients = new Map<string, EscrowService>();
  const uses = new Map<string, number>();
  for (const each of tenants.all) {
    const key = credentialKey(each);
    uses.set(key, (uses.get(key) ?? 0) + (each.isOfMany ? 2 : 1));
  }
  /** A payment by one tenant makes what the others read before outdated. */
  const withSharedNotice = (client: EscrowService): EscrowService => ({
    ...client,
    balancesChanged: (escrow) => {
      for (const each of originals) each.balancesChanged(escrow);
    },
  });
  const originals: EscrowService[] = [];
  const clientOf = (own?: TenantCredential): EscrowService => {
    const key = own === undefined ? installationKey : credentialKey(own);
    const known = clients.get(key);
    if (known !== undefined) return known;
    const original = open(own);
    originals.push(original);
    const client = withSharedNotice(original);
    clients.set(key, client);
    return client;
  };
  clientOf();
  return {
    serviceOf: (tenant) => clientOf(tenants.credentialOf(tenant)),
    isOwn: (tenant) => {
      const own = tenants.credentialOf(tenant);
      return own !== undefined && credentialKey(own) !== installationKey && uses.get(credentialKey(own)) === 1;
    },
    opened: () => [...clients.values()],
  };
}

export type TenantQuota = {
  /** The same for tenants that share it. */
  readonly key: unknown;
  readonly isOwn: boolean;
  readonly requestsPerMinute: number;
  /** Requests that could start now. */
  readonly left: () => number;
};

/** How often each key has asked lately, counted for all processes on one database. */
export type RequestCounts = {
  /** Counts a request, unless `most` were counted in the last 60 s. @returns 0, or how many milliseconds to wait */
  take(key: string, most: number): Promise<number>;
  /** What was counted last is not made after all. */
  giveBack(key: string): Promise<void>;
  /** Drops keys that have not asked lately. */
  sweep(): Promise<void>;
};

/** One in so many of the installation's requests is for visitors of escrows' pages, all together. */
const VISITORS_PART = 10;

/** @param use a step by default. @returns 0, or how many milliseconds to wait */
export type TakeForVisitors = (use?: 'step' | 'read') => Promise<number>;

/** Reads take half of it at most, so that they never stop a step. @param counts absent: this process counts for itself */
export function visitorsShare(
  services: Services,
  counts: Pick<RequestCounts, 'take'> | undefined,
  now: () => number,
): TakeForVisitors {
  const quotaOfTenant = quotasOf(services);
  const { take } = counts ?? countsHere(now);
  return async (use = 'step') => {
    const { requestsPerMinute } = quotaOfTenant(ESCROW_PAGE);
    const most = Math.max(Math.floor(requestsPerMinute / VISITORS_PART), 1);
    const share = use === 'step' ? most : Math.floor(most / 2);
    return share === 0 ? 60_000 : await take(ESCROW_PAGE, share);
  };
}

function countsHere(now: () => number): Pick<RequestCounts, 'take'> {
  let times: readonly number[] = [];
  return {
    take: async (_, most) => {
      const [time, since] = [now(), now() - 60_000];
      times = times.filter((each) => each > since && each <= time);
      const [oldest = time] = times;
      if (times.length >= most) return oldest - since;
      times = [...times, time];
      return 0;
    },
  };
}

/** Called for each waiting caller, so what never changes is cached. */
export function quotasOf(services: Services): (tenant: string) => TenantQuota {
  const known = new WeakMap<EscrowService, Omit<TenantQuota, 'isOwn'>>();
  return (tenant) => {
    const service = services.serviceOf(tenant);
    if (service === undefined) return { ...WITHOUT_SERVICE, isOwn: false };
    const quota = known.get(service) ?? quotaOf(service);
    known.set(service, quota);
    return { ...quota, isOwn: services.isOwn(tenant) };
  };
}

/** An act takes some ten requests to Stellar RPC: a share of its quota, as people share a service's. */
const WITHOUT_SERVICE = { key: 'rpc', requestsPerMinute: 50, left: () => 50 } as const;

const quotaOf = (service: EscrowService) => ({
  key: service,
  requestsPerMinute: service.metrics().quota,
  left: () => {
    const { tokensLeft, pausedForMs } = service.metrics();
    return pausedForMs > 0 ? 0 : tokensLeft;
  },
});

/** All credentials together: numbers are added up, and the service counts as answering if it answers any of them. */
export function metricsOf(services: Services): ServiceMetrics {
  const all = services.opened().map((service) => service.metrics());
  const sum = (numberOf: (metrics: ServiceMetrics) => number) => all.reduce((total, each) => total + numberOf(each), 0);
  const sumOf = (kind: keyof ServiceMetrics['requests']) => sum(({ requests }) => requests[kind]);
  const [lastAnswerAt] = all.flatMap((each) => each.lastAnswerAt ?? []).sort((one, other) => other - one);
  const [unansweredSince] = all.flatMap((each) => each.unansweredSince ?? []).sort((one, other) => one - other);
  const isAnswered = all.some((each) => each.unansweredSince === undefined && each.lastAnswerAt !== undefined);
  return {
    quota: sum(({ quota }) => quota),
    tokensLeft: sum(({ tokensLeft }) => tokensLeft),
    pausedForMs: Math.max(0, ...all.map(({ pausedForMs }) => pausedForMs)),
    waiting: sum(({ waiting }) => waiting),
    refusals: sum(({ refusals }) => refusals),
    requests: {
      ...{ send: sumOf('send'), deploy: sumOf('deploy'), fund: sumOf('fund'), steps: sumOf('steps') },
      ...{ balances: sumOf('balances'), rows: sumOf('rows'), reindex: sumOf('reindex') },
    },
    tooManyRequests: sum(({ tooManyRequests }) => tooManyRequests),
    lastAnswerAt,
    unansweredSince: isAnswered ? undefined : unansweredSince,
  };
}
