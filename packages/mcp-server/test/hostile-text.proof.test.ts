/** A model meets strangers' texts only as values of labelled data, never in a sentence of ours. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Desk } from '@countersign/core';
import { NETWORKS } from '@countersign/core/network';
import { createSecretScanner } from '@countersign/core/secrets';
import {
  endsOf,
  envelopesOf,
  errorsOf,
  preparedOf,
  replacingOf,
  settlementsOf,
  statusesOf,
} from '@countersign/testkit/fixtures/hostile-scenes';
import { ALL_HOSTILE, EVIL, HOSTILE } from '@countersign/testkit/fixtures/hostile-text';
import { textsWithin, unfit, unfitWithin } from '@countersign/testkit/fixtures/text-properties';
import { call, callRefused, startHost } from '@countersign/testkit/mcp/host';
import { REQUEST, SIGNER } from '@countersign/testkit/mcp/request';
import { startService } from '@countersign/testkit/mcp/service';
import { answer } from '@countersign/testkit/service/stand-in';
import { expect, test } from 'vitest';
import { createCallTool } from '../src/handlers/call-tool.ts';
import { deployEscrow } from '../src/tools/deploy-escrow.ts';
import { getEscrow } from '../src/tools/escrows.ts';
import { explainXdr } from '../src/tools/explain-xdr.ts';
import { submitSignedXdr } from '../src/tools/outcomes.ts';
import type { Tool } from '../src/tools/tool.ts';

const PROOF = 'Hostile text';
/** Where a result may hold a stranger's text: an escrow's texts, and fields described as data. */
const DATA =
  /^\.(?:summary\.(?:engagementId|title|description|milestones\.\*\.description|warnings\.\*)|(?:replaces\.)?(?:differences|changedSince)\.\*\.(?:asked|found)|detail|escrow\..*|unsignedXdr|transactionHash)$/s;

/** A result as a host gets it from the real call handling. */
async function replyOf(tool: Tool, result: () => unknown) {
  const give = async () => result();
  const callTool = createCallTool({
    openDesk: async () => ({ prepare: give, submit: give, lookUp: give, discard: give }) as unknown as Desk,
    findTool: async () => tool,
    network: NETWORKS.sandbox,
    feeStop: 2_000,
    readOnly: false,
    scanner: createSecretScanner(),
    log: () => {},
  });
  return await callTool(tool.name, tool === getEscrow ? { id: 'a' } : {}, {});
}

const SCENES: readonly (readonly [Tool, (text: string) => unknown[]])[] = [
  [deployEscrow, (text) => [preparedOf(text), preparedOf(text.slice(0, 500), 10), replacingOf(text)]],
  [submitSignedXdr, settlementsOf],
  [getEscrow, (text) => [...statusesOf(text), ...endsOf(text)]],
];

test.each(SCENES.map(([tool, scene]) => [tool.name, tool, scene] as const))(
  '%s: a text changes nothing outside its data fields, and the text block is the same data',
  async (_, tool, scene) => {
    const ours = (result: unknown) => textsWithin(result).filter(({ way }) => !DATA.test(way));
    const benign = await Promise.all(
      scene('a benign word').map(async (result) => ours(JSON.parse((await replyOf(tool, () => result)).text))),
    );
    for (const { text } of HOSTILE) {
      for (const [index, result] of scene(text).entries()) {
        const reply = await replyOf(tool, () => result);
        if (!('structuredContent' in reply)) throw new Error(reply.text);
        expect(JSON.parse(reply.text)).toEqual(reply.structuredContent);
        expect(tool.output.safeParse(reply.structuredContent).success).toBe(true);
        expect(unfitWithin(reply.structuredContent)).toEqual([]);
        expect(reply.text).not.toContain('\n');
        expect(ours(reply.structuredContent)).toEqual(benign[index]);
        // 25,000 tokens is the most that a known host lets through; the XDR is as long as what was asked for.
        const { unsignedXdr = '' } = reply.structuredContent;
        expect(reply.text.length - String(unsignedXdr).length).toBeLessThan(50_000);
      }
      await turn();
    }
  },
);

test('an error has the service’s words only in detail, and no stranger’s in message, remedy or fields', async ({
  task,
}) => {
  for (const { text } of HOSTILE) {
    for (const error of errorsOf(text)) {
      const reply = await replyOf(deployEscrow, () => {
        throw error;
      });
      expect(reply).toMatchObject({ error: true });
      expect(unfit(reply.text)).toEqual([]);
      expect(reply.text.length).toBeLessThanOrEqual(10_000);
      const parsed = JSON.parse(reply.text);
      expect(Object.keys(parsed)).toEqual(['error']);
      const { detail: _, ...ours } = parsed.error;
      expect(JSON.stringify(ours)).not.toContain(EVIL);
      expect(JSON.stringify(ours)).not.toMatch(/evil\.example|Ignore all previous/);
    }
  }
  task.meta.figures = {
    proof: PROOF,
    rows: {
      'MCP: kinds of result, each with every text': SCENES.length,
      'MCP: errors looked at': ALL_HOSTILE.length * errorsOf('x').length,
    },
  };
});

test('explain_xdr shows a stranger’s text only in values, under our own labels', async () => {
  const labels = (explained: unknown) => textsWithin(explained).filter(({ way }) => way.endsWith('.label'));
  const benign = await Promise.all(envelopesOf('word').map((xdr) => explainXdr.runHere(NETWORKS.sandbox, { xdr })));
  for (const { text } of HOSTILE) {
    for (const [index, xdr] of envelopesOf(text).entries()) {
      const explained = await explainXdr.runHere(NETWORKS.sandbox, { xdr });
      expect(explainXdr.output.safeParse(explained).success).toBe(true);
      expect(unfitWithin(explained)).toEqual([]);
      expect(labels(explained)).toEqual(labels(benign[index]));
    }
    await turn();
  }
});

test('a running server survives a service that sends all these texts', async ({ task }) => {
  let at = 0;
  const settings = await startService((...request) =>
    answer(400, { message: HOSTILE[at]?.text, error: HOSTILE[at]?.text })(...request),
  );
  const host = await startHost({ env: { ...settings, ESCROW_RATE_LIMIT: '100000' } });
  const query = { signer: SIGNER, addresses: ['CADPQRXJIHBXH6OFEHVY3YLZNTNPEWSHVCSLZIX5JPJXQZSWV6VLKEOI'] };
  const balances = await call(host, 'get_balances', query);
  for (at = 0; at < HOSTILE.length; at++) {
    const error = await callRefused(host, 'deploy_escrow', REQUEST);
    expect(error).toMatchObject({
      code: 'SERVICE_REFUSED',
      message: 'The escrow service refused the request (status 400).',
    });
    expect(unfitWithin(error)).toEqual([]);
    expect((await call(host, 'get_balances', query))['balances']).toEqual(balances['balances']);
  }
  // A model may pass such texts on, in every text of a request.
  for (const { text } of HOSTILE) {
    const request = { ...REQUEST, title: text, signer: text, [text]: text };
    const error = await callRefused(host, 'deploy_escrow', request);
    expect(error.code).toMatch(/^(INPUT_INVALID|SECRET_REFUSED)$/);
    expect(unfitWithin(error)).toEqual([]);
    expect(JSON.stringify(error)).not.toMatch(/evil\.example|Ignore all/);
  }
  expect(host.noise).toEqual([]);
  for (const line of host.stderr().split('\n').filter(Boolean)) {
    expect(unfit(line)).toEqual([]);
    expect(() => JSON.parse(line)).not.toThrow();
  }
  task.meta.figures = { proof: PROOF, rows: { 'MCP: calls to a running server': 3 * ALL_HOSTILE.length } };
});
