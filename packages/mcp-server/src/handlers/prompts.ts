/** Prompts that a host transactions by name: a new escrow, and what is pending. */
import { CountersignError, fieldProblem } from '@countersign/core/errors';
import { type Network, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { refuseSecrets } from '@countersign/core/secrets';
import { spokenView } from '@countersign/core/words/problems';
import { Refusal, toRefusal } from './call.ts';
import type { CallToolParts } from './call-tool.ts';

const NEW_ESCROW = {
  name: 'new_escrow',
  title: 'New escrow',
  description: 'Prepare an escrow from what was agreed.',
  arguments: [
    { name: 'agreed', description: 'What was agreed: who does what, in which steps, for how much', required: true },
    { name: 'signer', description: 'Who signs and pays: an address (G…); in the sandbox a demo account' },
  ],
};

const PENDING = {
  name: 'pending_escrows',
  title: 'What is pending',
  description: 'What was prepared here, and what each waits for.',
  arguments: [{ name: 'id', description: 'Handle of one escrow, to ask about that one alone' }],
};

type PromptRequest = { readonly name: string; readonly arguments?: Readonly<Record<string, string>> | undefined };

export type Prompts = ReturnType<typeof createPrompts>;

export function createPrompts({
  network,
  readOnly,
  scanner,
  log,
}: Pick<CallToolParts, 'network' | 'readOnly' | 'scanner' | 'log'>) {
  const textOf = ({ name, arguments: fields = {} }: PromptRequest): string => {
    refuseSecrets({ ...fields }, scanner);
    if (name !== NEW_ESCROW.name && name !== PENDING.name) {
      throw new Refusal('invalid', `Unknown prompt. The prompts are: ${NEW_ESCROW.name}, ${PENDING.name}.`);
    }
    if (readOnly) throw new CountersignError('READ_ONLY');
    if (name === PENDING.name) return pending(fields['id']?.trim() || undefined);
    const agreed = fields['agreed']?.trim() ?? '';
    if (agreed === '') {
      const error = new CountersignError('INPUT_INVALID', { fields: [fieldProblem('agreed', 'MISSING')] });
      throw new Refusal('invalid', '`agreed` is missing: say what was agreed.', spokenView(error, 'en'));
    }
    return newEscrow(agreed, fields['signer']?.trim() ?? '', network);
  };
  return {
    list: () => ({ prompts: readOnly ? [] : [NEW_ESCROW, PENDING] }),
    get: async (request: PromptRequest) => {
      try {
        return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text: textOf(request) } }] };
      } catch (thrown) {
        throw toRefusal(thrown, scanner.redact, log);
      }
    },
  };
}

function newEscrow(agreed: string, signer: string, network: Network): string {
  const account = network.name === 'sandbox' ? SANDBOX_ACCOUNTS.find(({ name }) => name === signer) : undefined;
  return [
    'Prepare a milestone escrow with Countersign.',
    `This is what was agreed, in my words:\n${agreed}`,
    ...(signer === '' ? [] : [`I sign with ${account === undefined ? signer : `${signer}: ${account.address}`}`]),
    'Ask me for whatever is missing. Copy every address whole, and never guess one. Then call deploy_escrow, and show me its summary, its judgement and signUrl, where I read and sign. get_escrow with the id shows you the outcome.',
  ].join('\n\n');
}

function pending(id: string | undefined): string {
  const wanted = 'in one line: what it is, its state, who reports it, and what it waits for.';
  return id === undefined
    ? `Call find_escrows with status open, then with status sent. Tell me of each ${wanted}`
    : `Call get_escrow with escrow ${id}. Tell me ${wanted}`;
}
