/** Where the escrow service is: checked before any credential could go there. */
import { withoutTrailing } from '../text/text.ts';

/**
 * What is wrong with `text` as the base address of a service, in plain words that do not repeat it (a URL may
 * hold a credential); undefined if it is good: https, or http on this machine only; no credentials, query or hash.
 */
export function baseUrlProblem(text: string): string | undefined {
  if (text.trim() !== text) return 'has white space around it';
  if (!URL.canParse(text)) return 'is not a URL; write it like https://service.example/api';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'is not an http(s) URL';
  if (url.username !== '' || url.password !== '') return 'contains credentials; give them in their own settings';
  if (text.includes('?') || text.includes('#')) return 'has a query or a fragment; give the base address alone';
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return 'must be https: credentials never travel in the clear, except to this machine itself';
  }
  return undefined;
}

/** The base address without a trailing slash, so that a path of the interface can follow. */
export function normaliseBaseUrl(text: string): string {
  return withoutTrailing(new URL(text).href, '/');
}

/** Whether a host name as `URL` writes it is this machine. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}
