/**
 * OAuth scopes: what an access token may be used for, and what each message needs. Where the operator names none of
 * them, a token without them is for everything, as it was before there were scopes (decision 103).
 */
import type { JWTPayload } from 'jose';
import { currentCall } from '../tools/earlier-names.ts';
import { EVERY_TOOL } from '../tools/tools-for.ts';
import type { Message } from '../transport/message.ts';

const SCOPES = ['escrow:read', 'escrow:prepare', 'escrow:submit'] as const;
export type Scope = (typeof SCOPES)[number];
export type Scopes = ReadonlySet<Scope>;

export const EVERY_SCOPE: Scopes = new Set(SCOPES);

/** A scope of ours by the name that an issuer gives it: some put the resource in front, with a slash. */
const scopeNamed = (name: string): Scope | undefined =>
  SCOPES.find((scope) => name === scope || name.endsWith(`/${scope}`));

/** Whether tokens are limited to their scopes: they are if hosts are asked to request one of ours. */
export const areRequired = (configured: readonly string[]): boolean =>
  configured.some((name) => scopeNamed(name) !== undefined);

/** @param configured for which hosts should ask (COUNTERSIGN_OAUTH_SCOPES) */
export function createScopeRules(configured: readonly string[]) {
  const known = new Map<string, Scope>(SCOPES.map((scope) => [scope, scope]));
  const names = new Map<Scope, string>();
  for (const name of configured) {
    const scope = scopeNamed(name);
    if (scope === undefined) continue;
    known.set(name, scope);
    names.set(scope, name);
  }
  const isLimited = areRequired(configured);
  return {
    /** @param claims of a token whose signature was checked */
    granted: (claims: JWTPayload): Scopes => {
      const found = new Set(scopesIn(claims).flatMap((name) => known.get(name) ?? []));
      return found.size > 0 || isLimited ? found : EVERY_SCOPE;
    },
    /** The scopes to ask for instead: the granted ones stay, and so do those that are not ours (`offline_access`). */
    toAskFor: (granted: Scopes, needed: Scope | undefined): readonly string[] => {
      if (needed === undefined) return configured;
      const wanted = SCOPES.filter((scope) => scope === needed || granted.has(scope));
      const others = configured.filter((name) => !known.has(name));
      return [...others, ...wanted.map((scope) => names.get(scope) ?? scope)];
    },
  };
}

/** RFC 9068 has a text in `scope`; other issuers have a list there, or either in `scp`. */
function scopesIn(claims: JWTPayload): string[] {
  return [claims['scope'], claims['scp']].flatMap((claim) => {
    if (typeof claim === 'string') return claim.split(' ');
    return Array.isArray(claim) ? claim.filter((name) => typeof name === 'string') : [];
  });
}

/** Messages whose answers say nothing about a person. They need a token, and any one of the scopes. */
const ABOUT_NOBODY: ReadonlySet<string> = new Set([
  ...['initialize', 'ping', 'server/discover', 'subscriptions/listen', 'tools/list', 'prompts/list', 'prompts/get'],
  ...['resources/templates/list', 'skills/list', 'skills/get'],
]);

/** @returns nothing if any scope is enough */
export function scopeFor({ method, params }: Message): Scope | undefined {
  if (method === undefined || method.startsWith('notifications/') || ABOUT_NOBODY.has(method)) return undefined;
  if (method === 'tools/call') return scopeOfTool(String(params?.['name']), params?.['arguments']);
  // An expired transaction is prepared again when it is read.
  return method === 'resources/read' && String(params?.['uri']).endsWith('/unsigned.xdr')
    ? 'escrow:prepare'
    : 'escrow:read';
}

/** A tool reads where it says so to hosts. */
function scopeOfTool(written: string, input: unknown): Scope {
  const { name } = currentCall({ name: written, arguments: input });
  if (name === 'submit_signed_xdr') return 'escrow:submit';
  const tool = EVERY_TOOL.find((candidate) => candidate.name === name);
  return tool === undefined || tool.annotations.readOnlyHint ? 'escrow:read' : 'escrow:prepare';
}

/** One line, in characters that a header may quote. */
export function scopeText(needed: Scope | undefined, issuer: string | undefined): string {
  const lacks =
    needed === undefined
      ? `The access token has none of the scopes ${SCOPES.join(', ')}.`
      : `The access token does not allow this: it lacks the scope ${needed}.`;
  return `${lacks} Sign in at ${issuer} again and allow it; if that is not offered there, ask the operator of this server.`;
}

export const isGranted = (granted: Scopes, needed: Scope | undefined): boolean =>
  needed === undefined ? granted.size > 0 : granted.has(needed);
