/** Worthless secrets, put in everywhere: where one of them leaks, a real one would have leaked. */
import { expect } from 'vitest';

/** The seed of an unfunded account. */
const SEED = 'SBPEO4SNZTIBJLVVMUHZKGCYXR5EBBFK2Z2KV7ESZY7GJPN275I6MDCV';
const PHRASE = 'sphere capable recipe humor hole venture suffer donate parrot swamp march violin';
/** A credential of this installation, with characters that every encoder writes differently. */
export const CREDENTIAL = 'canary-0f3b/credential+of=the%operator&"7d1c"';

export const CANARIES = { seed: SEED, phrase: PHRASE, credential: CREDENTIAL } as const;

/** A secret as programs write it: each of these would give it away. */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  const base64 = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    return text.slice([0, 2, 3][before], -2);
  });
  return [
    ...new Set([
      secret,
      json,
      JSON.stringify(json).slice(1, -1),
      encodeURIComponent(secret),
      encodeURI(secret),
      new URLSearchParams({ a: secret }).toString().slice(2),
      secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
      bytes.toString('hex'),
      ...base64,
      ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    ]),
  ];
}

/** The names of the secrets in an output, in any form and case. */
export function canariesIn(
  output: string | Uint8Array,
  secrets: Readonly<Record<string, string>> = CANARIES,
): string[] {
  const text = Buffer.from(output).toString('latin1').toLowerCase();
  return Object.entries(secrets).flatMap(([name, secret]) =>
    formsOf(secret).some((form) => text.includes(form.toLowerCase())) ? [name] : [],
  );
}

export function expectNoCanary(where: string, output: string | Uint8Array, secrets?: Readonly<Record<string, string>>) {
  expect(canariesIn(output, secrets), where).toEqual([]);
}
