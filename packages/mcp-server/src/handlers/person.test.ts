/** What a host asks its person, what it gets for each reply, and what it reads of resources and prompts, in both eras. */
import { encodeStrKey } from '@countersign/core/escrow';
import { ASKING_HOSTS, type Asked, type AskingOptions, HOSTS } from '@countersign/testkit/mcp/hosts';
import { REQUEST } from '@countersign/testkit/mcp/request';
import { endClock, passTime, restartClock } from '@countersign/testkit/record/fixed-clock';
import { createPart } from '@countersign/testkit/record/part';
import { afterEach, expect, test } from 'vitest';

afterEach(endClock);

type Fields = Record<string, unknown>;
type Reply = Awaited<ReturnType<AskingOptions['answer']>>;

const STRANGER = encodeStrKey('account', new Uint8Array(32).fill(5));
const { signer: _s, platformFee: _f, trustline: _t, ...REST } = REQUEST;
const { approver: _a, ...OTHER_ROLES } = REQUEST.roles;
const LACKING = { ...REST, roles: OTHER_ROLES };
const TYPED = { signer: 'client', approver: ' client ', platformFee: 5, token: 'USDC' };
const accept = (content: Record<string, string | number | boolean> = {}): Reply => ({ action: 'accept', content });
const BOTH = { form: {}, url: {} };

/** What the host declares, what is called, and what its person replies in turn. */
const SCENES: Readonly<Record<string, readonly [AskingOptions['elicitation'], string, Fields, ...Reply[]]>> = {
  'a form, filled in': [{ form: {} }, 'deploy_escrow', LACKING, accept(TYPED)],
  'a form, filled in with a list of roles and of tokens': [
    ...([{ form: {} }, 'deploy_escrow'] as const),
    { ...LACKING, signer: 'client', roles: [OTHER_ROLES], trustline: [{ decimals: 10_000_000 }] },
    accept(TYPED),
  ],
  'a form for every role': [
    ...([{ form: {} }, 'deploy_escrow', { ...LACKING, roles: undefined }] as const),
    accept({ ...TYPED, receiver: 'provider', serviceProvider: 'provider', platformAddress: 'platform' }),
  ],
  'a form, left empty, then filled in': [
    { form: {} },
    'deploy_escrow',
    LACKING,
    accept({ signer: ' ' }),
    accept(TYPED),
  ],
  'a form, left empty twice': [{ form: {} }, 'deploy_escrow', LACKING, accept(), accept()],
  'a form, with a name that is unknown, then corrected': [
    ...([{ form: {} }, 'deploy_escrow', LACKING] as const),
    ...[accept({ ...TYPED, approver: 'nobody', platformFee: '101' }), accept({ approver: 'client', platformFee: '5' })],
  ],
  'a form, with more than was asked for': [
    { form: {} },
    'deploy_escrow',
    LACKING,
    accept({ ...TYPED, receiver: STRANGER, title: 'X', disputeResolver: true }),
  ],
  'a form, declined': [{ form: {} }, 'deploy_escrow', LACKING, { action: 'decline' }],
  'a form, closed': [{ form: {} }, 'deploy_escrow', LACKING, { action: 'cancel' }],
  'a form, declined at the second time': [{ form: {} }, 'deploy_escrow', LACKING, accept(), { action: 'decline' }],
  'no form where a text is missing too': [{ form: {} }, 'deploy_escrow', { ...LACKING, title: '' }],
  'no form for another tool': [{ form: {} }, 'prepare_step', { step: 'fund', escrow: 'none' }],
  'no form for links alone': [{ url: {} }, 'deploy_escrow', LACKING],
  'a form, then the page, declined': [BOTH, 'deploy_escrow', LACKING, accept(TYPED), { action: 'decline' }],
  'the page, opened': [BOTH, 'deploy_escrow', REQUEST, accept()],
  'the page, declined': [BOTH, 'deploy_escrow', REQUEST, { action: 'decline' }],
  'the page, closed': [{ url: {} }, 'deploy_escrow', REQUEST, { action: 'cancel' }],
  'the page of what must be confirmed': [
    BOTH,
    'deploy_escrow',
    { ...REQUEST, roles: { ...REQUEST.roles, receiver: STRANGER, approver: STRANGER } },
    { action: 'cancel' },
  ],
  'no page for the transaction itself': [BOTH, 'deploy_escrow', { ...REQUEST, includeXdr: true }],
  'no page for a form alone': [{ form: {} }, 'deploy_escrow', REQUEST],
  'no page for another tool': [BOTH, 'find_escrows', {}],
};

test.each(Object.entries(ASKING_HOSTS))(
  '%s asks its person, and gets for each reply what is recorded',
  async (_, start) => {
    restartClock();
    const part = createPart();
    for (const [title, [elicitation, tool, input, ...replies]] of Object.entries(SCENES)) {
      const left = [...replies];
      const answer = (): Reply => left.shift() ?? { action: 'cancel' };
      const host = await start({ elicitation, patienceMs: 300, answer });
      part.note(title);
      const { status, next, summary, outcome, error, escrows } = await host.call(tool, input);
      for (const { mode, message, url, requestedSchema } of host.asked as Asked[])
        part.note('  asked', { mode, message, url, requestedSchema });
      const { title: ofEscrow, parties, platformFeePercent } = (summary ?? {}) as Fields;
      part.note('  result', { status, next, ofEscrow, parties, platformFeePercent, outcome, error, escrows });
      part.note(`  replies left: ${left.length}`);
    }
    await expect(part.text()).toMatchFileSnapshot('recorded/person.txt');
  },
);

const URIS = [
  'countersign://template/escrow',
  'countersign://template/other',
  'countersign://escrow/none',
  'countersign://escrow/',
  'countersign://escrow/a/b',
  `countersign://escrow/${'a'.repeat(100)}`,
  `countersign://escrow/${'a'.repeat(101)}`,
  'skill://countersign/OTHER.md',
  'https://x.example',
];
const PROMPTS: readonly (readonly [name: string, ...inputs: (Record<string, string> | undefined)[]])[] = [
  ['pending_escrows', undefined, { id: ' ' }, { id: ' abc ' }],
  ['new_escrow', undefined, { agreed: ' ' }, { agreed: ' A logo ' }],
  ['new_escrow', { agreed: 'A logo', signer: ' provider ' }, { agreed: 'A logo', signer: 'GABC' }],
  ['x', undefined],
];

test.each(['a client of 2025', 'a client of 2026 that speaks nothing else'])(
  '%s reads resources, prompts and completions as recorded',
  async (name) => {
    for (const env of [{}, { COUNTERSIGN_READ_ONLY: 'true' }]) {
      restartClock();
      const part = createPart();
      const host = await HOSTS[name]?.({ env });
      if (host === undefined) throw new Error(name);
      const { client, callTool } = host;
      const note = async (title: string, work: Promise<unknown>) =>
        part.note(title, await work.catch(({ code, message, data }) => ({ code, message, data })));
      const { structuredContent } = await callTool('deploy_escrow', REQUEST);
      passTime(1);
      const stopped = await callTool('deploy_escrow', {
        ...REQUEST,
        engagementId: 'ENG-2',
        roles: { ...REQUEST.roles, receiver: STRANGER, approver: STRANGER },
      });
      const ids = [structuredContent, stopped.structuredContent].flatMap(
        (each) => (each as { id?: string } | undefined)?.id ?? [],
      );
      await note('resources/list', client.listResources());
      await note('resources/templates/list', client.listResourceTemplates());
      await note('prompts/list', client.listPrompts());
      for (const uri of [
        ...URIS,
        ...ids.flatMap((id) => [`countersign://escrow/${id}`, `countersign://escrow/${id}/unsigned.xdr`]),
      ])
        await note(`resources/read ${uri}`, client.readResource({ uri }));
      for (const [prompt, ...inputs] of PROMPTS)
        for (const input of inputs) {
          const got = client.getPrompt({ name: prompt, ...(input && { arguments: input }) });
          await note(`prompts/get ${prompt} ${JSON.stringify(input)}`, got);
        }
      const ref = { type: 'ref/prompt' as const, name: 'new_escrow' };
      for (const [argument, value] of [
        ['signer', ''],
        ['signer', 'p'],
        ['signer', 'x'],
        ['agreed', ''],
        ['id', ''],
        ['id', 'zz'],
        ['id', ids[0]?.slice(0, 9) ?? ''],
      ] as const)
        await note(
          `completion/complete ${argument} “${value.length === 9 ? 'the begin of an id' : value}”`,
          client.complete({ ref, argument: { name: argument, value } }),
        );
      const ofUri = { type: 'ref/resource' as const, uri: 'countersign://escrow/{id}' };
      const beginning = ids[0]?.slice(0, 4) ?? '';
      await note(
        'completion/complete of a resource',
        client.complete({ ref: ofUri, argument: { name: 'id', value: beginning } }),
      );
      const era = name.includes('2025') ? '2025' : '2026';
      await expect(part.text()).toMatchFileSnapshot(
        `recorded/resources-${era}${'COUNTERSIGN_READ_ONLY' in env ? '-read-only' : ''}.txt`,
      );
    }
  },
);
