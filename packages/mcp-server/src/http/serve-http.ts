/** The server on its port, from its first request to a clean end. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Desk } from '@countersign/core';
import { CALL_BUDGET_MS } from '@countersign/core/call-budget';
import type { Metrics } from '@countersign/core/metrics';
import { describeThrown, type Log } from '@countersign/core/platform/log';
import { createSecretScanner } from '@countersign/core/secrets';
import type { Settings } from '@countersign/core/settings';
import { createProbe, listen, listenForWatchers, tellFigures } from '@countersign/local-http';
import { createSigningPage } from '@countersign/signing-page';
import { resourceAt } from './addresses.ts';
import { createAnswers } from './answers.ts';
import { createApp } from './app.ts';
import { createAuthentication } from './authenticate.ts';
import { OtherIssuer } from './issuer-keys.ts';
import { type HttpPlan, settingInvalid } from './plan.ts';

export type ServedHttp = {
  /** Where hosts reach it. */
  readonly url: string;
  readonly port: number;
  /** Absent if none are served. */
  readonly figuresUrl: string | undefined;
  /**
   * First reports that it is not ready, then accepts no more requests, and lets running calls finish.
   * @param noticeMs for balancers to notice; requests are answered meanwhile
   */
  stop(noticeMs?: number): Promise<void>;
};

export type ServeHttpOptions = {
  readonly settings: Settings;
  readonly desk: Desk;
  readonly log: Log;
  readonly metrics?: FiguresPlace | undefined;
};

/** Figures for Prometheus, and where they are served: never on the public port. */
export type FiguresPlace = {
  readonly told: Metrics;
  readonly address: string;
  /** 0: a free one. */
  readonly port: number;
};

/** A call is over by then. */
const DRAIN_MS = CALL_BUDGET_MS + 1_000;

/** @throws CountersignError SETTING_INVALID for the issuer, or if the port or the address is not available */
export async function serveHttp(
  plan: HttpPlan,
  { settings, desk, log, metrics }: ServeHttpOptions,
): Promise<ServedHttp> {
  const { publicUrl } = plan;
  const scanner = createSecretScanner(settings.credentials);
  const { authenticate, check } = createAuthentication(plan);
  await check().catch((thrown) => {
    if (thrown instanceof OtherIssuer) {
      const problem = `is not what the issuer publishes: ${thrown.message}. Write it exactly as its tokens do`;
      throw settingInvalid([{ path: 'COUNTERSIGN_OAUTH_ISSUER', problem }]);
    }
    log('warn', 'the issuer of COUNTERSIGN_OAUTH_ISSUER cannot be reached; nobody is served before it can', {
      cause: describeThrown(thrown),
    });
  });
  const page =
    publicUrl === undefined || settings.readOnly
      ? undefined
      : createSigningPage({
          desk,
          publicUrl: publicUrl.href,
          trustedProxies: settings.trustedProxies,
          scanner,
          onTrouble: (thrown) => log('warn', 'a request to the signing page failed', { cause: describeThrown(thrown) }),
        });
  const answers = createAnswers({ settings, desk, scanner, log, metrics: metrics?.told });
  let isReady = true;
  const storeAnswers = createProbe(() => desk.hasPage(''));
  let port = plan.port;
  const app = createApp({
    plan,
    port: () => port,
    authenticate,
    answer: answers.answer,
    isReady: async () => isReady && (await storeAnswers()),
    requestCounts: desk.requestCounts,
    log,
    metrics: metrics?.told,
    page,
  });
  const figures =
    metrics && (await named('metrics', listenForWatchers(tellFigures(metrics.told), metrics.port, metrics.address)));
  const listening = await named('', listen(app, plan.port, DRAIN_MS, plan.address)).catch(async (thrown) => {
    await figures?.close();
    throw thrown;
  });
  port = listening.port;
  let stopping: Promise<void> | undefined;
  const stop = async (noticeMs: number) => {
    isReady = false;
    await sleep(noticeMs);
    page?.close();
    const ended = listening.close();
    await answers.close();
    await ended;
    await figures?.close();
  };
  return {
    url: resourceAt(publicUrl, `127.0.0.1:${port}`),
    port,
    figuresUrl: figures && `${figures.origin}/metrics`,
    stop: (noticeMs = 0) => {
      stopping ??= stop(noticeMs);
      return stopping;
    },
  };
}

const TAKEN: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program; give another, or 0 for a free one',
  EACCES: 'is closed to this user; give one above 1023',
};

/** @param what the prefix of the options that say where; empty for the server itself */
async function named<T>(what: '' | 'metrics', listening: Promise<T>): Promise<T> {
  const option = (name: string) => `--${what === '' ? '' : `${what}-`}${name}`;
  try {
    return await listening;
  } catch (thrown) {
    const { code = '' } = thrown as NodeJS.ErrnoException;
    const problem = TAKEN[code];
    if (problem !== undefined) throw settingInvalid([{ path: option('port'), problem }], thrown);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw settingInvalid(
        [{ path: option('host'), problem: 'is no address of this machine; 0.0.0.0 is all of them' }],
        thrown,
      );
    }
    throw thrown;
  }
}
