/** The escrow service: whether it answers, accepts both credentials, and its clock agrees with ours. */
import { rpcUrlsOf } from '@countersign/core';
import { type CountersignError, toCountersignError } from '@countersign/core/errors';
import type { Network } from '@countersign/core/network';
import { dialectFor, probeService } from '@countersign/core/probe';
import type { Settings } from '@countersign/core/settings';
import type { TenantCredential } from '@countersign/core/settings/tenants';
import { checkCertificate } from './check-certificate.ts';
import { type Finding, note, ok, skipped, wrong } from './findings.ts';

/** A transaction is offered for at least 20 s, so a smaller skew does no harm. */
const TOLERATED_SKEW_MS = 5_000;

export async function checkService(settings: Settings): Promise<Finding[]> {
  const { serviceUrl, requestsPerMinute, network } = settings;
  if (network.isDirect === true) {
    return [
      ok('service', 'none: transactions are built here and sent by Stellar RPC; nobody lists escrows made elsewhere'),
      skipped('credentials', 'none are needed'),
      skipped('clock', 'there is no service to compare it with'),
    ];
  }
  if (serviceUrl === undefined) {
    return [
      ok('service', 'the embedded one; it starts with whatever needs it'),
      skipped('credentials', 'the embedded service has its own'),
      skipped('clock', 'the embedded service has ours'),
    ];
  }
  const mismatch = await sandboxMismatch(settings);
  if (mismatch !== undefined) {
    return [
      wrong('service', mismatch.message, mismatch.operatorRemedy),
      skipped('credentials', 'were not tried'),
      skipped('clock', 'was not compared'),
    ];
  }
  const { problem, clockSkewMs, ...taken } = await probe(settings, settings);
  const unreachable = taken.accessToken === undefined && taken.apiKey === undefined;
  const answers =
    problem === undefined
      ? ok('service', `answers; at most ${requestsPerMinute} requests a minute go to it from each process`)
      : ((await checkCertificate('service', serviceUrl)) ?? wrong('service', problem.message, problem.operatorRemedy));
  return [
    answers,
    ...(takesToken(network)
      ? [
          credential('ESCROW_ACCESS_TOKEN', taken.accessToken, 'deploys and sends', OF_BOTH),
          credential('ESCROW_API_KEY', taken.apiKey, 'balances', OF_BOTH),
        ]
      : [credential('ESCROW_API_KEY', taken.apiKey, 'deploys, sends and reads', OF_KEY)]),
    ...(await Promise.all(settings.tenants.all.map((each) => checkTenant(settings, each)))),
    unreachable ? skipped('clock', 'the service did not tell its time') : clock(clockSkewMs),
  ];
}

const probe = (
  { serviceUrl = '', network }: Settings,
  { accessToken, apiKey }: Partial<Pick<Settings, 'accessToken'>> & Pick<Settings, 'apiKey'>,
) => probeService({ baseUrl: serviceUrl, ...(accessToken && { accessToken }), apiKey, dialect: dialectFor(network) });

async function checkTenant(settings: Settings, own: TenantCredential): Promise<Finding> {
  const { problem, ...taken } = await probe(settings, own);
  const name = `ESCROW_TENANTS (${own.label})`;
  if (taken.accessToken === false || taken.apiKey === false) {
    return wrong(name, 'is not taken by the service.', takesToken(settings.network) ? OF_BOTH : OF_KEY);
  }
  return problem === undefined && taken.apiKey !== undefined ? ok(name, 'taken') : skipped(name, 'could not be tried');
}

/** Why this is not the sandbox that is meant; nothing for another network's service, or one that does not answer. */
async function sandboxMismatch(settings: Settings): Promise<CountersignError | undefined> {
  try {
    await rpcUrlsOf(settings);
    return undefined;
  } catch (thrown) {
    const error = toCountersignError(thrown);
    return error.code === 'SANDBOX_MISMATCH' ? error : undefined;
  }
}

const OF_BOTH =
  'Ask the service’s operator for a valid one, and set it. If the service speaks v1, set ESCROW_API_DIALECT=v1.';
const OF_KEY =
  'It must be a key of v1 of the service, made for this network: a key of another network or of v2 does not work. If the service does not speak v1, set ESCROW_API_DIALECT=seed.';

const takesToken = (network: Network): boolean => dialectFor(network).credentials.includes('accessToken');

function credential(name: string, taken: boolean | undefined, what: string, remedy: string): Finding {
  if (taken === undefined) return skipped(name, 'could not be tried');
  return taken ? ok(name, `taken for ${what}`) : wrong(name, `is not taken for ${what}.`, remedy);
}

function clock(skewMs: number): Finding {
  const seconds = Math.abs(skewMs / 1_000).toFixed(1);
  if (Math.abs(skewMs) <= TOLERATED_SKEW_MS) return ok('clock', 'agrees with the service’s');
  const finding = `this machine’s clock is ${seconds} s ${skewMs > 0 ? 'behind' : 'ahead of'} the service’s.`;
  return Math.abs(skewMs) < 20_000
    ? note('clock', finding)
    : wrong('clock', finding, 'Set it by the network’s time (NTP); transactions would look expired or not yet begun.');
}
