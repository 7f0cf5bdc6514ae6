import { growsFaster } from '@countersign/testkit/fuzz/processor-time';
import { expect, test } from 'vitest';
import { openEnvelope } from './read-transaction.ts';

test('refuses padding in the middle of a service’s answer in linear time', () => {
  const make = (size: number) => `${'='.repeat(size)}x`;
  const open = (text: string) => expect(() => openEnvelope(text)).toThrow();
  expect(growsFaster(open, make, 64_000)).toBeUndefined();
});
