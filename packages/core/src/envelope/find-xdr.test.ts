import { buildDeploy, request, sandbox, sign, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import { growsFaster } from '@countersign/testkit/fuzz/processor-time';
import { xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { CountersignError, errorName } from '../errors/errors.ts';
import { findXdr } from './find-xdr.ts';
import { MAX_ENVELOPE_BYTES, openEnvelope, transactionHash } from './read-transaction.ts';

const signed = sign(buildDeploy(request({ engagementId: 'engagement-1x' })), [signerKey], (tx) =>
  transactionHash(tx, sandbox.passphrase),
);

test('the fixture has every character that an encoding could harm', () => {
  expect(signed).toMatch(/\+.*\/.*=$/);
});

function refusal(text: string): CountersignError {
  try {
    findXdr(text);
  } catch (error) {
    if (error instanceof CountersignError) return error;
    throw error;
  }
  throw new Error('a refusal was expected');
}

test('finds the largest transaction of the network, even wrapped, and refuses a larger one as too large', () => {
  const ofSize = (bytes: number) =>
    buildDeploy(request(), { escrow: xdr.ScVal.scvBytes(new Uint8Array(bytes).fill(7)) });
  // It is in the operation and in its authorisation: four bytes more of it are eight more in all.
  const least = Buffer.from(ofSize(0), 'base64').length;
  const most = Math.floor((MAX_ENVELOPE_BYTES - least) / 8) * 4;
  const largest = ofSize(most);
  expect(Buffer.from(largest, 'base64').length).toBeGreaterThan(MAX_ENVELOPE_BYTES - 8);
  expect(findXdr(largest)).toBe(largest);
  expect(findXdr(largest.replace(/.{64}/g, '$&\r\n'))).toBe(largest);
  const inHex = ofSize(45_000);
  expect(findXdr(Buffer.from(inHex, 'base64').toString('hex'))).toBe(inHex);
  expect(errorName(refusal(ofSize(most + 4)))).toBe('XDR_UNREADABLE (too-large)');
  expect(errorName(refusal(ofSize(most + 400)))).toBe('XDR_UNREADABLE (too-large)');
});

/** Each made the reader's time grow with the square of the text, or is the like of one that did. */
const COSTLY: Readonly<Record<string, (size: number) => string>> = {
  'hex, blanks, then something else': (size) => `00000002${'0'.repeat(100)}${' '.repeat(size)}x`,
  'hex, blanks and quotes, then something else': (size) => `00000002${'0'.repeat(100)}${' "'.repeat(size / 2)}x`,
  'hex to the end, then something else': (size) => `00000002${'0'.repeat(size)}x`,
  'padding, then something else': (size) => `${'='.repeat(size)}x`,
  'short base64 with padding between': (size) => 'A==='.repeat(size / 4),
  'blanks, then something else': (size) => `${' '.repeat(size)}x`,
  'brackets and dots, then something else': (size) => `${'x)'.repeat(size / 2)}x`,
  'a data URL without its data': (size) => `data:;base64,${' '.repeat(size)}!`,
  'base64 of base64, blanks, then something else': (size) => `QUFBQU${'A'.repeat(size / 2)}${' '.repeat(size / 2)}!`,
};

test.each(Object.entries(COSTLY))('reads %s in linear time', (_, make) => {
  expect(growsFaster((text) => refusal(text), make, 64_000)).toBeUndefined();
});

test('refuses padding in the middle of a service’s answer in linear time', () => {
  const open = (text: string) => expect(() => openEnvelope(text)).toThrow();
  expect(growsFaster(open, (size) => `${'='.repeat(size)}x`, 64_000)).toBeUndefined();
});
