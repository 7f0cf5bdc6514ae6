/** HTTP routes: messages, sign-in metadata and health; the signing page gets the rest. */
import { type Desk, type Person, personKey } from '@countersign/core';
import type { Metrics } from '@countersign/core/metrics';
import type { Log } from '@countersign/core/platform/log';
import { describeThrown } from '@countersign/core/platform/log';
import { isHangUp } from '@countersign/local-http';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { INVALID_REQUEST, MAX_MESSAGE_BYTES, TOO_LARGE } from '../eras/message.ts';
import { audiencesAt, MCP_PATH, METADATA_PATH, resourceAt } from './addresses.ts';
import type { Answers } from './answers.ts';
import type { Authenticate } from './authenticate.ts';
import { guard, hostOf } from './guards.ts';
import { createPersonLimit } from './person-limit.ts';
import type { HttpPlan } from './plan.ts';
import { problem, protocolProblem, unauthorized } from './replies.ts';

export type AppParts = {
  readonly plan: HttpPlan;
  /** The port, once it is known. */
  readonly port: () => number;
  readonly authenticate: Authenticate;
  readonly answer: Answers['answer'];
  readonly isReady: () => Promise<boolean>;
  readonly requestCounts: Desk['requestCounts'];
  readonly log: Log;
  readonly metrics?: Pick<Metrics, 'refusal'> | undefined;
  /** For every other path, if the page shares this address. */
  readonly page?: { readonly fetch: (request: Request, env?: object) => Response | Promise<Response> } | undefined;
};

/** Per person and minute: far more than a host needs, far less than would slow the others down. */
const MOST_REQUESTS = 600;

type Env = { readonly Bindings: object; readonly Variables: { person: Person } };

export function createApp(parts: AppParts): Hono<Env> {
  const { plan, port, authenticate, answer, isReady, requestCounts, log, metrics, page } = parts;
  const { publicUrl, issuer, scopes } = plan;
  const limit = createPersonLimit('requests', MOST_REQUESTS, requestCounts, log);
  const resourceOf = (c: Context) => resourceAt(publicUrl, hostOf(c.req.header('host')));
  // A slash at the end changes nothing.
  const app = new Hono<Env>({ strict: false });

  const status = (c: Context, isGood: boolean, text: string) =>
    c.json({ status: text }, isGood ? 200 : 503, { 'Cache-Control': 'no-store' });
  // A health check may use any host name, and learns nothing about anybody.
  app.get('/livez', (c) => status(c, true, 'alive'));
  app.get('/readyz', async (c) => {
    const ready = await isReady();
    return status(c, ready, ready ? 'ready' : 'not ready');
  });

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
      metrics?.refusal(why);
      const fields = { why, ...(why === 'unreachable' ? { cause: describeThrown(cause) } : {}) };
      log(why === 'unreachable' ? 'warn' : 'info', 'a request without a valid access token', fields);
      return unauthorized(found.refused, issuer === undefined ? undefined : resourceOf(c), scopes);
    }
    const wait = await limit.take(personKey(found.person));
    if (wait > 0) {
      metrics?.refusal('too-many');
      const seconds = String(Math.ceil(wait / 1_000));
      return problem(429, 'too_many_requests', `More than ${MOST_REQUESTS} requests in a minute. Wait ${seconds} s.`, {
        'Retry-After': seconds,
      });
    }
    c.set('person', found.person);
    return await next();
  });
  app.use(
    MCP_PATH,
    bodyLimit({
      maxSize: MAX_MESSAGE_BYTES,
      onError: () => protocolProblem(413, INVALID_REQUEST, TOO_LARGE, null, { Connection: 'close' }),
    }),
  );
  app.post(MCP_PATH, async (c) => passedOnAtOnce(await answer(c.req.raw, c.get('person'))));

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
