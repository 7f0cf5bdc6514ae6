import type { Desk } from '@countersign/core';
import { CountersignError } from '@countersign/core/errors';
import { NETWORKS } from '@countersign/core/network';
import { createSecretScanner } from '@countersign/core/secrets';
import { buildDeploy, request } from '@countersign/testkit/fixtures/deploy-fixture';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TOOLS } from '../tools/index.ts';
import { InputRequired } from './ask.ts';
import { type CallToolParts, createCallTool, type ToolReply } from './call-tool.ts';

const BALANCES = { network: 'sandbox', asOf: '2026-11-21T10:00:00.000Z', balances: [] } as const;

/** A desk with only the operations that the test writes. */
function deskWith(part: Partial<Desk>): Desk {
  return part as Desk;
}

function setUp(desk: Partial<Desk>, parts: Partial<CallToolParts> = {}) {
  const lines: string[] = [];
  const callTool = createCallTool({
    openDesk: async () => deskWith(desk),
    findTool: async (name) => TOOLS.find((tool) => tool.name === name) as (typeof TOOLS)[number],
    network: NETWORKS.sandbox,
    feeStop: 2_000,
    readOnly: false,
    scanner: createSecretScanner(['our-own-credential']),
    log: (level, message, fields) => lines.push(`${level} ${message} ${JSON.stringify(fields)}`),
    ...parts,
  });
  return { callTool, lines };
}

const codeOf = (reply: ToolReply) => JSON.parse(reply.text).error?.code;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('passes a question for the person on to the host, and logs it', async () => {
  const asking = new InputRequired('confirm', { mode: 'url', message: 'Open it', url: 'https://example.org' }, {});
  const [tool] = TOOLS.filter((each) => 'run' in each);
  const run = () => Promise.reject(asking);
  const { callTool, lines } = setUp({}, { findTool: async () => ({ ...tool, run }) as never });
  await expect(callTool('x', {}, {})).rejects.toBe(asking);
  expect(lines).toEqual([expect.stringMatching(/^info tool call .*the host asks the person/)]);
});

test('an unexpected error is logged with its stack and reported as INTERNAL', async () => {
  const { callTool, lines } = setUp({
    balances: async () => {
      throw new Error('Bearer abc');
    },
  });
  const reply = await callTool('get_balances', {}, {});
  expect(codeOf(reply)).toBe('INTERNAL');
  expect(reply.text).not.toContain('Bearer');
  expect(lines.find((line) => line.startsWith('error'))).toContain('Bearer abc');
});

test('a desk that fails to open fails the call, and the next call tries again', async () => {
  let tries = 0;
  const { callTool } = setUp(
    {},
    {
      openDesk: async () => {
        tries += 1;
        if (tries === 1) throw new CountersignError('STORE_UNUSABLE');
        return deskWith({ balances: async () => BALANCES as never });
      },
    },
  );
  expect(codeOf(await callTool('get_balances', {}, {}))).toBe('STORE_UNUSABLE');
  expect(await callTool('get_balances', {}, {})).toHaveProperty('structuredContent');
});

test.each([
  ['was sent in a call that timed out', 45_000, expect.stringContaining('again with the id')],
  ['never left', 0, expect.not.stringContaining('again with the id')],
])('says what to do after a submission that %s', async (_, ms, remedy) => {
  const { callTool } = setUp({
    submit: async () => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      throw new CountersignError('SERVICE_TIMEOUT', { message: 'So it is.' });
    },
  });
  const reply = callTool('submit_signed_xdr', { signedXdr: 'x' }, {});
  await vi.advanceTimersByTimeAsync(ms);
  expect(JSON.parse((await reply).text).error).toMatchObject({ code: 'SERVICE_TIMEOUT', message: 'So it is.', remedy });
});

test('a desk that never opens is given up on, and a caller need not wait for it', async () => {
  const { callTool } = setUp({}, { openDesk: () => new Promise(() => {}) });
  const caller = new AbortController();
  const cancelled = callTool('get_balances', {}, { signal: caller.signal });
  caller.abort();
  expect(codeOf(await cancelled)).toBe('CANCELLED');
  const reply = callTool('get_balances', {}, {});
  await vi.advanceTimersByTimeAsync(45_000);
  expect(codeOf(await reply)).toBe('SERVICE_TIMEOUT');
});

test('a secret is refused even where no desk checks the input', async () => {
  const input = { note: 'our-own-credential' };
  const closed = setUp({}, { openDesk: () => Promise.reject(new CountersignError('STORE_UNUSABLE')) });
  expect(codeOf(await closed.callTool('get_balances', input, {}))).toBe('SECRET_REFUSED');
  const readOnly = setUp({}, { readOnly: true });
  expect(codeOf(await readOnly.callTool('deploy_escrow', input, {}))).toBe('SECRET_REFUSED');
  for (const step of [{ step: 'fund' }, { step: 'end', escrow: 'Logo' }, { id: 'a', title: 'x' }])
    expect(codeOf(await setUp({}).callTool('prepare_step', { ...step, ...input }, {}))).toBe('SECRET_REFUSED');
});

test('metadata sent with the input reaches the desk, which scans it', async () => {
  const { callTool } = setUp({
    balances: async (_, options) => {
      expect(options?.alsoScanned).toEqual({ progressToken: 7 });
      return BALANCES as never;
    },
  });
  expect(await callTool('get_balances', {}, {}, { progressToken: 7 })).toHaveProperty('structuredContent');
});

test('a finished call leaves no timer behind', async () => {
  const { callTool } = setUp({ balances: async () => BALANCES as never });
  await callTool('get_balances', {}, {});
  expect(vi.getTimerCount()).toBe(0);
});

test('explain_xdr warns of a fee above the limit in the settings', async () => {
  const xdr = buildDeploy(request({ platformFee: 10 }));
  const reportOf = async (feeStop: number) => (await setUp({}, { feeStop }).callTool('explain_xdr', { xdr }, {})).text;
  expect(await reportOf(750)).toContain('The platform fee is 10 % of each payment, more than 7.5 %.');
  expect(await reportOf(2_000)).not.toContain('The platform fee is');
});
