/** What an installation over HTTP needs, which scope each message needs, and how a refusal is worded: one line for each. */
import { failure } from '@countersign/testkit/desk/failure';
import { createPart } from '@countersign/testkit/record/part';
import { expect, test } from 'vitest';
import { EVERY_TOOL } from '../tools/tools-for.ts';
import type { Message } from '../transport/message.ts';
import { planHttp } from './plan.ts';
import { audiencesAt, insufficientScope, resourceAt, unauthorized } from './replies.ts';
import { areRequired, createScopeRules, isGranted, scopeFor, scopeText } from './scopes.ts';

const LOCAL = '0123456789abcdef'.repeat(4);
const OWN = 'https://escrow.example.org/mcp';

test('says what an installation over HTTP lacks, what each message needs, and how a refusal is worded, as recorded', async () => {
  const part = createPart();
  const http = {
    oauthIssuer: 'https://id.example',
    oauthAudience: undefined,
    oauthScopes: [],
    httpToken: undefined,
    allowedOrigins: [],
  };
  const publicUrl = 'https://escrow.example.org/pay/';
  for (const host of ['127.0.0.1', 'localhost', '::1', '0.0.0.0', '::', 'escrow.internal'])
    for (const settings of [
      { http },
      { http, publicUrl },
      { http: { ...http, oauthIssuer: undefined } },
      { http: { ...http, oauthIssuer: undefined, httpToken: LOCAL } },
      { http: { ...http, httpToken: LOCAL } },
      { http: { ...http, httpToken: LOCAL }, publicUrl },
    ]) {
      const {
        http: { oauthIssuer, httpToken },
        ...rest
      } = settings;
      const set = [oauthIssuer && 'issuer', httpToken && 'token', 'publicUrl' in rest && 'public address']
        .filter(Boolean)
        .join(', ');
      const plan = async () =>
        planHttp({ publicUrl: undefined, ...settings } as Parameters<typeof planHttp>[0], { host, port: 5 });
      const outcome = await plan().then(
        ({ address, port, publicUrl: url }) => `listens on ${address} ${port}, public ${url}`,
        () => undefined,
      );
      part.note(`${host} with ${set || 'nothing'}: ${outcome ?? (await failure(plan())).message}`);
    }
  for (const url of [undefined, new URL('https://escrow.example.org'), new URL(publicUrl)])
    part.note(`public ${url}: ${resourceAt(url, 'localhost:1')}`, audiencesAt(url, 3_419).join(' '));

  const call = (name: unknown, input?: unknown): Message => ({
    jsonrpc: '2.0',
    method: 'tools/call',
    params: { name, arguments: input },
  });
  const methods = [
    ...['initialize', 'ping', 'server/discover', 'tools/list', 'prompts/list', 'prompts/get', 'resources/list'],
    ...['resources/templates/list', 'resources/read', 'skills/list', 'skills/get', 'subscriptions/listen'],
    ...['completion/complete', 'tasks/get', 'tasks/cancel', 'notifications/initialized', 'notification', 'x'],
  ];
  for (const message of [
    { jsonrpc: '2.0', id: 1 } as const,
    ...methods.map((method) => ({ jsonrpc: '2.0', method }) as const),
  ])
    part.note(`${'method' in message ? message.method : 'a response'} needs ${scopeFor(message)}`);
  for (const uri of ['countersign://escrow/a', 'countersign://escrow/a/unsigned.xdr', '/unsigned.xdr.txt'])
    part.note(`reading ${uri} needs ${scopeFor({ jsonrpc: '2.0', method: 'resources/read', params: { uri } })}`);
  const earlier = ['add_trustline', 'fund_escrow', 'end_escrow', 'get_transaction'];
  for (const name of [...EVERY_TOOL.map((tool) => tool.name), 'nothing', 5, ...earlier])
    part.note(`${name} needs ${scopeFor(call(name))}`);
  for (const input of [{ id: 'a' }, { id: 'a', title: 'x' }])
    part.note(
      `deploy_escrow, update_escrow ${JSON.stringify(input)} need ${scopeFor(call('deploy_escrow', input))}, ${scopeFor(call('update_escrow', input))}`,
    );

  for (const configured of [
    [],
    ['offline_access'],
    ['escrow:read', 'offline_access'],
    ['api://x/escrow:read', 'api://x/escrow:submit'],
    ['xescrow:read'],
  ]) {
    const { granted, toAskFor } = createScopeRules(configured);
    part.note(
      `configured ${configured.join(' ') || 'nothing'}: ${areRequired(configured) ? 'required' : 'not required'}`,
    );
    for (const claims of [
      {},
      { scope: 'escrow:read' },
      { scope: 'openid escrow:submit' },
      { scp: ['escrow:prepare', 5] },
      { scp: 'api://x/escrow:read' },
      { scope: 'y/escrow:read' },
      { scope: 'escrow:read', scp: 'escrow:submit' },
      { scope: {} },
    ]) {
      const found = granted(claims);
      part.note(
        `  ${JSON.stringify(claims)}: ${[...found].join(' ') || 'none'}; needs prepare: ask for ${toAskFor(found, 'escrow:prepare').join(' ')}; needs any: ${isGranted(found, undefined) ? 'granted' : `ask for ${toAskFor(found, undefined).join(' ')}`}; reads: ${isGranted(found, 'escrow:read')}`,
      );
    }
  }
  const shown = async (title: string, response: Response) =>
    part.note(`${title}: ${response.status}`, {
      ...Object.fromEntries(response.headers),
      ...((await response.json()) as object),
    });
  const refused = (why: 'missing' | 'expired' | 'unreachable') => ({ why, text: 'Why.' });
  for (const why of ['missing', 'expired', 'unreachable'] as const)
    for (const [resource, scopes] of [
      [undefined, ['a']],
      [OWN, []],
      [OWN, ['a', 'b']],
    ] as const)
      await shown(
        `${why} for ${resource} with ${scopes.join(' ') || 'no scope'}`,
        unauthorized(refused(why), resource, scopes),
      );
  await shown('insufficient', insufficientScope(scopeText('escrow:read', 'https://id.example'), OWN, ['a', 'b']));
  part.note(scopeText(undefined, 'https://id.example'));
  await expect(part.text()).toMatchFileSnapshot('recorded/http-rules.txt');
});
