/** Failed statuses with a JSON body in a stranger's words. */
import { reply } from '../service/misbehaving-service.ts';
import { HOSTILE, type Kind } from './kind.ts';

const BODY = { message: HOSTILE, error: HOSTILE, statusCode: HOSTILE };

const row = (kind: string, status: number, expect: Kind['expect'], headers: Record<string, string> = {}): Kind => ({
  kind,
  expect: { sandbox: 'SANDBOX_MISMATCH', ...expect },
  fault: () => ({ act: reply(status, BODY, headers) }),
});

const redirect = (status: number): Kind => ({
  kind: `redirects to another host (${status})`,
  expect: {
    deploy: 'SERVICE_REDIRECTED',
    send: 'unknown',
    balances: 'SERVICE_REDIRECTED',
    sandbox: 'SANDBOX_MISMATCH',
  },
  fault: ({ elsewhere }) => ({ act: reply(status, BODY, { location: `${elsewhere}/deployer/multi-release` }) }),
});

const redirectTo = (kind: string, location: string): Kind => ({
  ...redirect(307),
  kind,
  fault: () => ({ act: reply(307, BODY, { location }) }),
});

const UNAUTHORIZED: Kind['expect'] = {
  deploy: 'SERVICE_UNAUTHORIZED',
  send: 'unknown',
  balances: 'SERVICE_UNAUTHORIZED',
};
const LIMITED: Kind['expect'] = { deploy: 'RATE_LIMITED', send: 'unknown', balances: 'RATE_LIMITED' };
const REFUSED: Kind['expect'] = { deploy: 'SERVICE_REFUSED', send: 'unknown', balances: 'SERVICE_REFUSED' };
const FAILED: Kind['expect'] = { deploy: 'SERVICE_FAILED', send: 'unknown', balances: 'SERVICE_FAILED' };
const ODD: Kind['expect'] = {
  deploy: 'SERVICE_REPLY_UNREADABLE',
  send: 'unknown',
  balances: 'SERVICE_REPLY_UNREADABLE',
};

const limited = (words: string, retryAfter: string): Kind => ({
  ...row(`has too many requests (429), and says to wait ${words}`, 429, LIMITED, { 'retry-after': retryAfter }),
  isCutShort: true,
});

export const STATUS_KINDS: readonly Kind[] = [
  redirect(301),
  redirect(302),
  redirect(303),
  redirect(307),
  redirect(308),
  redirectTo('redirects to itself', '/deployer/multi-release'),
  redirectTo('redirects to a file', 'file:///etc/passwd'),
  redirectTo('redirects to what is no address', 'http://['),
  row('offers a choice (300)', 300, ODD),
  row('says that nothing changed (304)', 304, ODD),
  // One bad address may have spoilt a batch, so each is asked for alone; then each has its reason.
  row('refuses (400)', 400, { deploy: 'SERVICE_REFUSED', send: 'unknown', balances: 'unread' }),
  row('knows no credentials (401)', 401, UNAUTHORIZED, { 'www-authenticate': 'Basic realm="x"' }),
  row('forbids (403)', 403, UNAUTHORIZED),
  row('finds nothing (404)', 404, { deploy: 'SERVICE_REFUSED', send: 'unknown', balances: 'unread' }),
  row('waited too long (408)', 408, FAILED),
  row('has a conflict (409)', 409, REFUSED),
  row('finds it too large (413)', 413, REFUSED),
  row('is a teapot (418)', 418, REFUSED),
  // By the fetch standard a request with a body in memory would be sent a second time after this one.
  row('is not the one to ask (421)', 421, REFUSED),
  row('cannot process it (422)', 422, REFUSED),
  limited('zero seconds', '0'),
  limited('a second', '1'),
  limited('a day', '86400'),
  limited('until a date', 'Fri, 15 Jan 2027 08:00:30 GMT'),
  limited('until a day long past', 'Sun, 06 Nov 1994 08:49:37 GMT'),
  limited('in words', 'soon'),
  limited('less than nothing', '-5'),
  limited('beyond all numbers', '9'.repeat(400)),
  row('fails (500)', 500, { deploy: 'SERVICE_FAILED', send: 'unknown', balances: 'unread' }),
  row('does not know how (501)', 501, FAILED),
  row('has a bad gateway (502)', 502, FAILED),
  row('is unavailable (503)', 503, FAILED),
  row('is unavailable for a day (503)', 503, FAILED, { 'retry-after': '86400' }),
  row('has a gateway that waited too long (504)', 504, FAILED),
  row('has a status beyond all (999)', 999, FAILED),
];
