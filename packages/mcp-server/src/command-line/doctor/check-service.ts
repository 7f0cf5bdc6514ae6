/** The escrow service: whether it answers, takes both credentials, and has the time that we have. */

import { dialectFor, probeService } from '@countersign/core/probe';
import type { Settings } from '@countersign/core/settings';
import { type Finding, note, ok, skipped, wrong } from './finding.ts';

/** A transaction is offered for 20 s at least, so a clock that is off by less spoils nothing. */
const TOLERATED_SKEW_MS = 5_000;

export async function checkService(settings: Settings): Promise<Finding[]> {
  const { serviceUrl, accessToken, apiKey, requestsPerMinute, network } = settings;
  if (serviceUrl === undefined) {
    return [
      ok('service', 'the embedded one; it starts with whatever needs it'),
      skipped('credentials', 'the embedded service has its own'),
      skipped('clock', 'the embedded service has ours'),
    ];
  }
  const { problem, clockSkewMs, ...taken } = await probeService({
    baseUrl: serviceUrl,
    ...(accessToken === undefined ? {} : { accessToken }),
    apiKey,
    dialect: dialectFor(network),
  });
  const unreachable = taken.accessToken === undefined && taken.apiKey === undefined;
  const answers =
    problem === undefined
      ? ok('service', `answers; at most ${requestsPerMinute} requests a minute go to it from each process`)
      : wrong('service', problem.message, problem.operatorRemedy);
  return [
    answers,
    ...(network.dialect === 'v1'
      ? [credential('ESCROW_API_KEY', taken.apiKey, 'all it is asked')]
      : [
          credential('ESCROW_ACCESS_TOKEN', taken.accessToken, 'deploys and sends'),
          credential('ESCROW_API_KEY', taken.apiKey, 'balances'),
        ]),
    unreachable ? skipped('clock', 'the service did not tell its time') : clock(clockSkewMs),
  ];
}

function credential(name: string, taken: boolean | undefined, what: string): Finding {
  if (taken === undefined) return skipped(name, 'could not be tried');
  return taken
    ? ok(name, `taken for ${what}`)
    : wrong(name, `is not taken for ${what}.`, 'Ask the service’s operator for a valid one, and set it.');
}

function clock(skewMs: number): Finding {
  const seconds = Math.abs(skewMs / 1_000).toFixed(1);
  if (Math.abs(skewMs) <= TOLERATED_SKEW_MS) return ok('clock', 'agrees with the service’s');
  const finding = `this machine’s clock is ${seconds} s ${skewMs > 0 ? 'behind' : 'ahead of'} the service’s.`;
  return Math.abs(skewMs) < 20_000
    ? note('clock', finding)
    : wrong('clock', finding, 'Set it by the network’s time (NTP); transactions would look expired or not yet begun.');
}
