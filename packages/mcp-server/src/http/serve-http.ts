/** MCP over HTTP: the server on its port, from its first request to a clean end. Only the `http` command loads it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Desk, personKey } from '@countersign/core';
import { CALL_BUDGET_MS } from '@countersign/core/call';
import type { Metrics } from '@countersign/core/metrics';
import { describeThrown, type Log } from '@countersign/core/platform/log';
import { createSecretScanner } from '@countersign/core/secrets';
import type { Settings } from '@countersign/core/settings';
import { createProbe, isHangUp, isLoopbackHost, listen, listenForWatchers, tellFigures } from '@countersign/local-http';
import { createSigningPage } from '@countersign/signing-page';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { ICON_PATH, iconAnswer } from '../handlers/icons.ts';
import { INVALID_REQUEST, MAX_MESSAGE_BYTES, TOO_LARGE } from '../transport/message.ts';
import { type Answers, createAnswers, createPersonLimit } from './answers.ts';
import { type Authenticate, type Caller, createAuthentication } from './authenticate.ts';
import { OtherIssuer } from './issuer-keys.ts';
import { type HttpPlan, settingInvalid } from './plan.ts';
import {
  audiencesAt,
  insufficientScope,
  MCP_PATH,
  METADATA_PATH,
  problem,
  protocolProblem,
  resourceAt,
  unauthorized,
} from './replies.ts';
import { createScopeRules, type Scope, scopeText } from './scopes.ts';

export { DEFAULT_HTTP_PORT, planHttp } from './plan.ts';

export type ServedHttp = Awaited<ReturnType<typeof serveHttp>>;

type ServeHttpOptions = {
  readonly settings: Settings;
  readonly desk: Desk;
  readonly log: Log;
  /** Figures for Prometheus, and where they are served: never on the public port. Port 0: a free one. */
  readonly metrics?: { readonly figures: Metrics; readonly address: string; readonly port: number } | undefined;
};

/** A call is over by then. */
const DRAIN_MS = CALL_BUDGET_MS + 1_000;

/** @throws CountersignError SETTING_INVALID for the issuer, or if the port or the address is not available */
export async function serveHttp(plan: HttpPlan, { settings, desk, log, metrics }: ServeHttpOptions) {
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
  const answers = createAnswers({ settings, desk, scanner, log, metrics: metrics?.figures });
  let isReady = true;
  const storeAnswers = createProbe(() => desk.hasPage(''));
  const ledgerAnswers = createProbe(desk.requireLedger);
  let port = plan.port;
  const app = createApp({
    plan,
    port: () => port,
    authenticate,
    answer: answers.answer,
    takesMore: () => isReady,
    isReady: async () => {
      const [store, ledger] = await Promise.all([storeAnswers(), ledgerAnswers()]);
      return { isReady: isReady && store && ledger, store, ledger };
    },
    ...{ desk, log, metrics, page },
  });
  const figures =
    metrics && (await named('metrics', listenForWatchers(tellFigures(metrics.figures), metrics.port, metrics.address)));
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
    /** Where hosts reach it. */
    url: resourceAt(publicUrl, `127.0.0.1:${port}`),
    port,
    /** Undefined if none are served. */
    figuresUrl: figures && `${figures.origin}/metrics`,
    /**
     * First reports that it is not ready, then accepts no more requests, and lets running calls finish.
     * @param noticeMs for balancers to notice; requests are answered in the meantime
     */
    stop: (noticeMs = 0): Promise<void> => {
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

/** HTTP routes: messages, sign-in metadata and health; the signing page gets the rest. */
type AppParts = Pick<ServeHttpOptions, 'desk' | 'log' | 'metrics'> & {
  readonly plan: HttpPlan;
  /** The port, once it is known. */
  readonly port: () => number;
  readonly authenticate: Authenticate;
  readonly answer: Answers['answer'];
  /** False once the server is ending. */
  readonly takesMore: () => boolean;
  readonly isReady: () => Promise<Readonly<Record<'isReady' | 'store' | 'ledger', boolean>>>;
  /** For every other path, if the page shares this address. */
  readonly page?: { readonly fetch: (request: Request, env?: object) => Response | Promise<Response> } | undefined;
};

/** Per person and minute: far more than a host needs, far less than would slow the others down. */
const MOST_REQUESTS = 600;

type Env = { readonly Bindings: object; readonly Variables: { caller: Caller } };

function createApp(parts: AppParts): Hono<Env> {
  const { plan, port, authenticate, answer, takesMore, isReady, desk, log, metrics, page } = parts;
  const { publicUrl, issuer, scopes } = plan;
  const limit = createPersonLimit('requests', MOST_REQUESTS, desk.requestCounts, log);
  const resourceOf = (c: Context) => resourceAt(publicUrl, hostOf(c.req.header('host')));
  // A slash at the end changes nothing.
  const app = new Hono<Env>({ strict: false });

  const status = (c: Context, isGood: boolean, body: Readonly<Record<'status', string>>) =>
    c.json(body, isGood ? 200 : 503, { 'Cache-Control': 'no-store' });
  const answers = (does: boolean) => (does ? 'answers' : 'does not answer');
  // A health check may use any host name, and learns nothing about anybody.
  // For a balancer: while the store is away this port answers better than another one or a proxy would.
  app.get('/readyz/port', (c) => status(c, takesMore(), { status: takesMore() ? 'ready' : 'ending' }));
  app.get('/livez', (c) => status(c, true, { status: 'alive' }));
  app.get('/readyz', async (c) => {
    const found = await isReady();
    const parts = { store: answers(found.store), ledger: answers(found.ledger) };
    return status(c, found.isReady, { status: found.isReady ? 'ready' : 'not ready', ...parts });
  });

  app.get(`${ICON_PATH}/:name`, (c) => iconAnswer(c.req.param('name')) ?? c.notFound());

  app.use(MCP_PATH, guard(plan));
  app.use(`${METADATA_PATH}/*`, guard(plan));
  const metadata = (c: Context) => {
    const resource = resourceOf(c);
    const path = c.req.path.slice(METADATA_PATH.length);
    if (issuer === undefined || !['', MCP_PATH, new URL(resource).pathname].includes(path)) return c.notFound();
    return c.json({
      resource,
      authorization_servers: [issuer],
      ...(scopes.length === 0 ? {} : { scopes_supported: scopes }),
      bearer_methods_supported: ['header'],
      resource_name: 'Countersign',
    });
  };
  app.get(METADATA_PATH, metadata);
  app.get(`${METADATA_PATH}/*`, metadata);

  // Nothing is kept between messages: there is no session to end or to listen to.
  app.on(['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'], MCP_PATH, () =>
    protocolProblem(405, -32_000, 'Method not allowed. Send messages by POST.', null, { Allow: 'POST' }),
  );
  app.use(MCP_PATH, async (c, next) => {
    const found = await authenticate(c.req.header('authorization'), audiencesAt(publicUrl, port()));
    if ('refused' in found) {
      const { why, cause } = found.refused;
      metrics?.figures.refusal(why);
      const fields = { why, ...(why === 'unreachable' ? { cause: describeThrown(cause) } : {}) };
      log(why === 'unreachable' ? 'warn' : 'info', 'a request without a valid access token', fields);
      return unauthorized(found.refused, issuer === undefined ? undefined : resourceOf(c), scopes);
    }
    const wait = await limit.take(personKey(found.person));
    if (wait > 0) {
      metrics?.figures.refusal('too-many');
      const seconds = String(Math.ceil(wait / 1_000));
      return problem(429, 'too_many_requests', `More than ${MOST_REQUESTS} requests in a minute. Wait ${seconds} s.`, {
        'Retry-After': seconds,
      });
    }
    c.set('caller', found);
    return await next();
  });
  app.use(
    MCP_PATH,
    bodyLimit({
      maxSize: MAX_MESSAGE_BYTES,
      onError: () => protocolProblem(413, INVALID_REQUEST, TOO_LARGE, null, { Connection: 'close' }),
    }),
  );
  const { toAskFor } = createScopeRules(scopes);
  app.post(MCP_PATH, async (c) => {
    const caller = c.get('caller');
    const refuse = (needed: Scope | undefined) => {
      metrics?.figures.refusal('scope');
      log('info', 'a request that the access token is not for', { why: 'scope', needed });
      return insufficientScope(scopeText(needed, issuer), resourceOf(c), toAskFor(caller.granted, needed));
    };
    return passedOnAtOnce(await answer(c.req.raw, caller, refuse));
  });

  if (page !== undefined) app.all('*', (c) => page.fetch(c.req.raw, c.env));
  app.notFound(() => problem(404, 'not_found', `There is nothing at this address. Messages go to ${MCP_PATH}.`));
  app.onError((thrown) => {
    if (isHangUp(thrown)) log('debug', 'a client hung up in the middle of its request');
    else log('error', 'unexpected error', { cause: describeThrown(thrown) });
    return protocolProblem(500, -32_603, 'Internal error');
  });
  return app;
}

/** nginx and its relatives would collect an event stream, so that progress arrives with the result. */
function passedOnAtOnce(response: Response): Response {
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    response.headers.set('X-Accel-Buffering', 'no');
  }
  return response;
}

/** Lets a page of an allowed origin ask, and read the answers. It sends its token itself, so cookies are of no use. */
const allow = cors({
  origin: (origin) => origin,
  allowMethods: ['GET', 'POST'],
  exposeHeaders: ['WWW-Authenticate', 'Retry-After', 'MCP-Protocol-Version'],
  maxAge: 600,
});

/**
 * Accepts only requests to one of our host names, and none from another site's page, which could reach this machine
 * under its own name (DNS rebinding), or send what it likes.
 */
function guard({ publicUrl, origins }: Pick<HttpPlan, 'publicUrl' | 'origins'>) {
  return createMiddleware(async (c, next) => {
    const host = hostOf(c.req.header('host'));
    const isLocal = isLoopbackHost(host);
    if (!isLocal && host !== publicUrl?.host) {
      return problem(403, 'forbidden', 'This server does not answer under this name. Use its own address.');
    }
    const origin = c.req.header('origin');
    const isOwn = origin === undefined || origin === publicUrl?.origin || (isLocal && origin === `http://${host}`);
    if (origin !== undefined && !isOwn && origins.includes(origin)) return await allow(c, next);
    if (!isOwn) return problem(403, 'forbidden', 'Pages of other sites are not answered. Ask from a program.');
    return await next();
  });
}

const hostOf = (header: string | undefined): string => (header ?? '').toLowerCase();
