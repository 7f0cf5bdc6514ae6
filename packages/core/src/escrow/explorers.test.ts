import { expect, test } from 'vitest';
import { lookUpPages } from './explorers.ts';

test('real networks have explorer pages, the sandbox has none', () => {
  expect(lookUpPages('sandbox', 'ab', 'CX')).toBeUndefined();
  expect(lookUpPages('testnet', 'ab', undefined)).toEqual({
    transaction: 'https://stellar.expert/explorer/testnet/tx/ab',
  });
  expect(lookUpPages('public', 'ab', 'CX')).toEqual({
    transaction: 'https://stellar.expert/explorer/public/tx/ab',
    contract: 'https://stellar.expert/explorer/public/contract/CX',
    viewer: 'https://viewer.trustlesswork.com/mainnet/CX',
  });
});
