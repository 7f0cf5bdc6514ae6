import { once } from 'node:events';
import { open, readdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { encodeStrKey } from '@countersign/core/escrow';
import { NETWORKS } from '@countersign/core/network';
import { LEDGER_FORMAT } from '@countersign/sandbox-ledger/internal/database';
import { runCli, startCli } from '@countersign/testkit/escrow-service/child';
import { SIGNER, testnetBody } from '@countersign/testkit/escrow-service/real-network';
import { call, deploy } from '@countersign/testkit/ledger/sandbox-client';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { getNetwork, TESTNET, usualAnswers } from '@countersign/testkit/rpc/rpc-answers';
import { startRpcStandIn } from '@countersign/testkit/rpc/rpc-stand-in';
import { describe, expect, test } from 'vitest';

/** One line on stderr, and nothing else. */
const fails = async (args: readonly string[], help: RegExp, env?: Record<string, string>) => {
  const { code, stdout, stderr } = await runCli(args, env);
  expect(stderr).toMatch(help);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr).not.toMatch(/\bat .*\.ts/);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
};

describe('a start that cannot be ends in one line of help, exit code 1 and no stack', () => {
  test('a port in use, of the service or of the ledger', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    try {
      const free = ['--data-dir', temporaryFolder()];
      await fails(['--port', String(port), ...free], new RegExp(`^Port ${port} is in use`));
      await fails(['--port', '0', '--ledger-port', String(port), ...free], new RegExp(`^Port ${port} is in use`));
    } finally {
      server.close();
    }
  });

  test('a data folder that cannot be written', async () => {
    const file = path.join(temporaryFolder(), 'a-file');
    await writeFile(file, '');
    // Below a file no one can make a folder, not even root.
    await fails(['--data-dir', path.join(file, 'data')], /cannot be used: ENOTDIR.*COUNTERSIGN_DATA_DIR/);
    await fails([], /cannot be used: ENOTDIR.*COUNTERSIGN_DATA_DIR/, { COUNTERSIGN_DATA_DIR: path.join(file, 'data') });
  });

  test('a file that is not a database, is damaged, or is of another program or version', async () => {
    const withFile = async (make: (file: string) => void | Promise<void>) => {
      const data = temporaryFolder();
      await make(path.join(data, LEDGER_FORMAT.name));
      return ['--port', '0', '--data-dir', data];
    };
    const sql = (statements: string) => (file: string) => {
      const db = new DatabaseSync(file);
      db.exec(statements);
      db.close();
    };
    await fails(await withFile((file) => writeFile(file, 'x'.repeat(5_000))), /cannot be used: file is not a database/);
    await fails(await withFile(sql('CREATE TABLE notes (text TEXT)')), /belongs to another program/);
    await fails(
      await withFile(sql(`PRAGMA application_id = ${0x43734c67}; PRAGMA user_version = 99;`)),
      /made by a newer version of Countersign \(file version 99; this one reads up to 6\)\. Update Countersign/,
    );
    await fails(
      await withFile(sql(`PRAGMA application_id = ${0x43734c67}; PRAGMA user_version = 1;`)),
      /made by an older version .* Move it away, and a new one is made in its place/,
    );
    const damaged = await withFile(async (file) => {
      const running = await startCli(['--data-dir', path.dirname(file)]);
      running.process.kill('SIGTERM');
      await running.exited;
      const { size } = await stat(file);
      const prepared = await open(file, 'r+');
      await prepared.write(Buffer.alloc(size - 8_192, 0xff), 0, size - 8_192, 8_192);
      await prepared.close();
    });
    await fails(damaged, /cannot be used: (it is damaged|database disk image is malformed)/);
  });

  test('unknown arguments, and invalid settings by their names', async () => {
    await fails(['--port', 'many'], /^--port must be a whole number from 0 to 65535\. Try --help\.$/m);
    await fails(['--port', '65536'], /^--port /);
    await fails(['--rate-limit', '-1'], /--rate-limit/);
    await fails(['--dialect', 'v2'], /^--dialect must be seed or v1\. Try --help\.$/m);
    await fails(['--colour'], /Unknown option '--colour'/);
    await fails(['extra'], /Unexpected argument 'extra'/);
    await fails(['--port', '0'], /ESCROW_ACCESS_TOKEN/, { ESCROW_ACCESS_TOKEN: 'with space' });
  });
});

test.each([
  [(seed: string) => [seed]],
  [(seed: string) => [`--${seed}`]],
  [(seed: string) => ['--data-dir', `/dev/null/${seed}`]],
])('a secret seed among the arguments is not repeated', async (args) => {
  const seed = encodeStrKey('secretSeed', new Uint8Array(32).fill(5));
  const { code, stdout, stderr } = await runCli(args(seed));
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('secret');
  expect(stderr).not.toContain(seed);
});

test('--help lists every argument on stdout', async () => {
  const { code, stdout } = await runCli(['--help']);
  expect(code).toBe(0);
  for (const name of ['--dialect', '--port', '--ledger-port', '--data-dir', '--rate-limit', '--replay'])
    expect(stdout).toContain(name);
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  'the ready line says where it listens; %s, once or twice, ends it cleanly',
  async (signal) => {
    const data = temporaryFolder();
    const child = await startCli(['--data-dir', data]);
    expect((await call(`${child.url}/healthz`)).status).toBe(200);
    expect((await call(`${child.url}/sandbox`)).json.rpcUrl).toBe(child.rpcUrl);
    child.process.kill(signal);
    // A package manager passes Ctrl-C on to a process that has had it already.
    child.process.kill(signal);
    const { code, stdout, stderr } = await child.exited;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    // The write-ahead log was folded in: one file is left, which can be copied.
    expect(await readdir(data)).toEqual([LEDGER_FORMAT.name]);
  },
);

test('--replay replays the log of a folder’s sandbox and ends, even while the service runs', async () => {
  const data = temporaryFolder();
  const missing = await runCli(['--replay', '--data-dir', data]);
  expect([missing.code, missing.stdout]).toEqual([1, '']);
  expect(missing.stderr).toContain('There is no sandbox to replay');
  const child = await startCli(['--data-dir', data]);
  try {
    const { code, stdout, stderr } = await runCli(['--replay', '--data-dir', data]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^Replayed 1 ledgers \(0 transactions, 0 fundings by friendbot\): the file follows from its log/,
    );
  } finally {
    child.process.kill('SIGTERM');
    await child.exited;
  }
});

test.each<[string[], Record<string, string>, string]>([
  [[], { ESCROW_API_DIALECT: 'v1' }, 'v1'],
  [['--dialect', 'seed'], { ESCROW_API_DIALECT: 'v1' }, 'seed'],
])('%j with %j speaks %s, and says so', async (args, env, dialect) => {
  const child = await startCli(['--data-dir', temporaryFolder(), ...args], env);
  try {
    expect((await call(`${child.url}/sandbox`)).json).toMatchObject({ dialect });
    const { status } = await call(`${child.url}/deployer/single-release`, { method: 'POST' });
    expect(status).toBe(dialect === 'v1' ? 401 : 404);
  } finally {
    child.process.kill('SIGTERM');
    const { stdout } = await child.exited;
    expect(stdout).toContain(dialect === 'v1' ? 'ready (simulated, speaks v1): http' : 'ready (simulated): http');
  }
});

test('takes credentials from the environment and does not print them', async () => {
  const child = await startCli(['--data-dir', temporaryFolder()], { ESCROW_ACCESS_TOKEN: 'my-own-access-token-1' });
  try {
    const { text } = await call(`${child.url}/sandbox`);
    expect(text).not.toContain('my-own');
    expect(JSON.parse(text)).not.toHaveProperty('accessToken');
    expect(JSON.parse(text)).toHaveProperty('apiKey');
  } finally {
    child.process.kill('SIGTERM');
    expect((await child.exited).stdout).not.toContain('my-own');
  }
});

describe('with STELLAR_RPC_URL', () => {
  const REAL = {
    STELLAR_NETWORK: 'testnet',
    ESCROW_PINS: JSON.stringify({ factory: TESTNET.factory, wasmHash: TESTNET.wasmHash }),
    ESCROW_ACCESS_TOKEN: 'a-token-that-was-chosen-1',
    ESCROW_API_KEY: 'a-key-that-was-chosen-1',
  };

  test('starts on a real network without a ledger, and prints the address without its key', async () => {
    const rpc = await startRpcStandIn(usualAnswers(SIGNER));
    const data = temporaryFolder();
    const key = '0123456789abcdef0';
    const child = await startCli([], { ...REAL, STELLAR_RPC_URL: `${rpc.url}${key}`, COUNTERSIGN_DATA_DIR: data });
    try {
      expect((await call(`${child.url}/healthz`)).status).toBe(200);
      expect((await call(`${child.url}/sandbox`)).status).toBe(404);
      const { ESCROW_ACCESS_TOKEN: accessToken, ESCROW_API_KEY: apiKey } = REAL;
      const { status } = await deploy({ sandbox: { url: child.url, accessToken, apiKey } }, testnetBody());
      expect(status).toBe(201);
    } finally {
      child.process.kill('SIGTERM');
      const { code, stdout, stderr } = await child.exited;
      await rpc.close();
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(
        /^Escrow service ready on Testnet \(test tokens, worth nothing\): http:\/\/127\.0\.0\.1:\d+ - Stellar RPC of 127\.0\.0\.1:\d+\n$/,
      );
      for (const secret of [key, REAL.ESCROW_ACCESS_TOKEN, REAL.ESCROW_API_KEY]) expect(stdout).not.toContain(secret);
      expect(await readdir(data)).toEqual([]);
    }
  });

  test('names the public network and real money when it is ready there', async () => {
    const rpc = await startRpcStandIn({ getNetwork: [getNetwork(NETWORKS.public.passphrase)] });
    const child = await startCli([], { ...REAL, STELLAR_NETWORK: 'public', STELLAR_RPC_URL: rpc.url });
    child.process.kill('SIGTERM');
    expect((await child.exited).stdout).toContain('ready on Public network (real money): http://127.0.0.1:');
    await rpc.close();
  });

  test.each(['--ledger-port', '--data-dir'])('refuses %s, which is for the embedded ledger', async (name) => {
    const at = { ...REAL, STELLAR_RPC_URL: 'http://127.0.0.1:9/' };
    await fails([name, '0'], new RegExp(`^${name} is for the embedded ledger`), at);
  });

  test('ends in one line when its RPC is not there, without the key in its address', async () => {
    const at = { ...REAL, STELLAR_RPC_URL: 'http://127.0.0.1:9/0123456789abcdef0' };
    await fails(
      ['--port', '0'],
      /^SETTING_INVALID: STELLAR_RPC_URL does not serve as a Stellar RPC(?!.*0123456789)/,
      at,
    );
  });
});
