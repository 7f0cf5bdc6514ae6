/** Where the server listens and whom it serves, checked before anything is opened. */
import { isIP } from 'node:net';
import { CountersignError, type FieldText } from '@countersign/core/errors';
import type { Settings } from '@countersign/core/settings';
import { isLoopbackHost } from '@countersign/local-http';

export type HttpPlan = Readonly<ReturnType<typeof planHttp>>;

export const DEFAULT_HTTP_PORT = 3_419;

/**
 * @param asked `host`: a name or an address of this machine
 * @throws CountersignError SETTING_INVALID with every problem: no one is served without authentication
 */
export function planHttp(
  { http, publicUrl }: Pick<Settings, 'http' | 'publicUrl'>,
  { host, port }: { readonly host: string; readonly port: number },
) {
  const { oauthIssuer: issuer, oauthAudience: audience, oauthScopes: scopes, httpToken: token } = http;
  const address = isOwnName(host) ? undefined : host;
  const isReached = address !== undefined || publicUrl !== undefined;
  const problems: FieldText[] = [];
  const report = (path: string, problem: string) => void problems.push({ path, problem });
  if (issuer === undefined && isReached) {
    report('COUNTERSIGN_OAUTH_ISSUER', 'is missing; people on other machines must sign in with an issuer');
  } else if (issuer === undefined && token === undefined) {
    report(
      'COUNTERSIGN_HTTP_TOKEN',
      'is missing, and COUNTERSIGN_OAUTH_ISSUER too; set one of them (a token: openssl rand -hex 32)',
    );
  }
  if (token !== undefined && isReached) {
    report('COUNTERSIGN_HTTP_TOKEN', 'is for this machine alone; unset it, or unset COUNTERSIGN_PUBLIC_URL and --host');
  }
  if (address !== undefined && publicUrl === undefined) {
    report('COUNTERSIGN_PUBLIC_URL', 'is missing; with --host people elsewhere need an address to open the page at');
  }
  if (problems.length > 0) throw settingInvalid(problems);
  return {
    /** Undefined: loopback. */
    address,
    /** 0: a free one. */
    port,
    publicUrl: publicUrl === undefined ? undefined : new URL(publicUrl),
    issuer,
    /** Undefined: the server's own address. */
    audience,
    scopes,
    /** Of programs on this machine. */
    token,
    /** Of web pages that may ask, besides our own. */
    origins: http.allowedOrigins,
  };
}

export function settingInvalid(fields: readonly FieldText[], cause?: unknown): CountersignError {
  const message = fields.map(({ path, problem }) => `${path} ${problem}.`).join(' ');
  return new CountersignError('SETTING_INVALID', { message, fields, ...(cause === undefined ? {} : { cause }) });
}

const isOwnName = (host: string): boolean => isLoopbackHost(isIP(host) === 6 ? `[${host}]` : host);
