/** Services that pretend to be the sandbox. */
import { NETWORKS } from '@countersign/core/network';
import { reply } from '../service/misbehaving-service.ts';
import { HOSTILE, type Kind } from './kind.ts';

const { passphrase: networkPassphrase, factory, wasmHash, single } = NETWORKS.sandbox;
export const SANDBOX = { networkPassphrase, factory, wasmHash, single };

const row = (
  kind: string,
  body: unknown,
  sandbox: 'SANDBOX_MISMATCH' | 'SERVICE_REPLY_UNREADABLE' | 'believed',
  status = 200,
): Kind => ({
  kind,
  expect: { sandbox },
  fault: () => ({ act: reply(status, body) }),
});

export const SANDBOX_KINDS: readonly Kind[] = [
  row(
    'is a sandbox with the public network’s passphrase',
    { ...SANDBOX, networkPassphrase: NETWORKS.public.passphrase },
    'SANDBOX_MISMATCH',
  ),
  row(
    'is a sandbox with the test network’s passphrase',
    { ...SANDBOX, networkPassphrase: NETWORKS.testnet.passphrase },
    'SANDBOX_MISMATCH',
  ),
  row(
    'is a sandbox with a passphrase that looks alike',
    { ...SANDBOX, networkPassphrase: `${networkPassphrase}\u200b` },
    'SANDBOX_MISMATCH',
  ),
  row(
    'is a sandbox with another factory',
    { ...SANDBOX, factory: NETWORKS.public.tokens[0].address },
    'SANDBOX_MISMATCH',
  ),
  row('is a sandbox with other code', { ...SANDBOX, wasmHash: '0'.repeat(64) }, 'SANDBOX_MISMATCH'),
  row('is a sandbox with its code in capitals', { ...SANDBOX, wasmHash: wasmHash.toUpperCase() }, 'SANDBOX_MISMATCH'),
  row(
    'is a sandbox that says what it is in lists',
    { networkPassphrase: [networkPassphrase], factory: [factory], wasmHash: [wasmHash] },
    'SERVICE_REPLY_UNREADABLE',
  ),
  row(
    'is a sandbox that leaves the factory out',
    { networkPassphrase, wasmHash, message: HOSTILE },
    'SERVICE_REPLY_UNREADABLE',
  ),
  row(
    'is a sandbox that hides what it is in a prototype',
    JSON.stringify({ x: SANDBOX }).replace('"x"', '"__proto__"'),
    'SERVICE_REPLY_UNREADABLE',
  ),
  row('is a sandbox that says null', 'null', 'SERVICE_REPLY_UNREADABLE'),
  row('is a sandbox under another success (201)', SANDBOX, 'SANDBOX_MISMATCH', 201),
  row('is a sandbox that says more than it must', { ...SANDBOX, accessToken: HOSTILE, tokens: HOSTILE }, 'believed'),
];
