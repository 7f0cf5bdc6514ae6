/** Signing in over HTTP: whether the issuer answers, and has what hosts need. */
import type { Settings } from '@countersign/core/settings';
import { createIssuerKeys, type IssuerMetadata, OtherIssuer, readIssuer } from '../../http/issuer-keys.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

const ISSUER = 'COUNTERSIGN_OAUTH_ISSUER';
const SCOPES = 'COUNTERSIGN_OAUTH_SCOPES';

/** Asks nobody where people do not sign in. */
export async function checkIssuer({ http }: Pick<Settings, 'http'>): Promise<Finding[]> {
  const { oauthIssuer: issuer, oauthScopes } = http;
  if (issuer === undefined) return [];
  try {
    const metadata = await readIssuer(issuer);
    const keys = await createIssuerKeys(metadata.jwks_uri).count();
    return [ofIssuer(metadata, keys), ...ofScopes(metadata, oauthScopes)];
  } catch (thrown) {
    return [
      thrown instanceof OtherIssuer
        ? wrong(ISSUER, `is not what the issuer publishes: ${thrown.message}.`, 'Write it exactly as its tokens do.')
        : wrong(
            ISSUER,
            `does not answer as an issuer does (${reasonOf(thrown)}), so nobody can sign in.`,
            'Check the address, and that this machine reaches it.',
          ),
    ];
  }
}

function ofIssuer(metadata: IssuerMetadata, keys: number): Finding {
  if (keys === 0) {
    return wrong(ISSUER, 'publishes no keys, so no token can be checked.', 'Let it sign tokens with a key pair.');
  }
  if (!listIn(metadata, 'code_challenge_methods_supported').includes('S256')) {
    return wrong(ISSUER, 'offers no PKCE with S256, without which hosts do not sign in.', 'Turn PKCE on there.');
  }
  const takesHosts =
    metadata['registration_endpoint'] !== undefined || metadata['client_id_metadata_document_supported'] === true;
  return takesHosts
    ? ok(ISSUER, `answers, publishes ${keys} ${keys === 1 ? 'key' : 'keys'}, and lets hosts register`)
    : note(ISSUER, 'answers, but lets no host register: give each host a client id that you register there.');
}

/** An issuer need not list all scopes that it knows. */
function ofScopes(metadata: IssuerMetadata, scopes: readonly string[]): Finding[] {
  if (scopes.length === 0) return [];
  const known = listIn(metadata, 'scopes_supported');
  const unknown = known.length === 0 ? [] : scopes.filter((scope) => !known.includes(scope));
  return unknown.length === 0
    ? [ok(SCOPES, scopes.join(' '))]
    : [note(SCOPES, `${unknown.join(', ')}: not among the scopes that the issuer lists in its metadata.`)];
}

const listIn = (metadata: IssuerMetadata, name: string): readonly unknown[] => {
  const value = metadata[name];
  return Array.isArray(value) ? value : [];
};

/** The first cause: of a failed request, the system's code. */
function reasonOf(thrown: unknown): string {
  const { cause, code, message } = thrown as { cause?: unknown; code?: unknown; message?: unknown };
  return cause === undefined ? String(code ?? message) : reasonOf(cause);
}
