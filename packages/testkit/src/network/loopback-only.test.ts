import { connect } from 'node:net';
import { Server } from '@stellar/stellar-sdk/rpc';
import { expect, test } from 'vitest';
import { attempts } from './loopback-only.ts';

test('neither fetch nor a socket nor the Stellar SDK reaches another machine from a test', async () => {
  await expect(fetch('https://soroban-testnet.stellar.org/')).rejects.toThrow();
  await expect(new Server('https://soroban-testnet.stellar.org').getHealth()).rejects.toThrow();
  await expect(
    new Promise((_, reject) => connect(443, 'soroban-testnet.stellar.org').on('error', reject)),
  ).rejects.toThrow('ECONNREFUSED');
  expect(attempts()).toEqual(Array(3).fill('soroban-testnet.stellar.org'));
});
