import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { findCheckout } from './checkout.ts';

const root = resolve(import.meta.dirname, '../../..');

test.each(['packages/mcp-server/src/cli.ts', 'packages/mcp-server/dist/cli.js'])('it is found from %s', (entry) => {
  expect(findCheckout(join(root, entry))).toBe(root);
});

test('a bundle that was copied elsewhere has none', () => {
  expect(findCheckout('/opt/countersign/dist/cli.js')).toBeUndefined();
  expect(findCheckout(undefined)).toBeUndefined();
});
