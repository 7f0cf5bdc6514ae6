/**
 * What a host can read without calling a tool. Each is one call to the desk, which scans its input for secrets and
 * redacts its result, as for a tool.
 */
import { CountersignError } from '@countersign/core/errors';
import { type Network, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { CARD_META, CARD_TYPE, CARD_URI } from '../tools/card.ts';
import { type Call, Refusal, toRefusal } from './call.ts';
import type { CallToolParts } from './call-tool.ts';
import type { OwnEscrows } from './own-escrows.ts';
import { SKILL_CONTENTS, SKILL_RESOURCE, SKILL_URI } from './skills.ts';

/** An escrow by its request, or the transaction to sign of it. */
const ESCROW = /^countersign:\/\/escrow\/([\w-]{1,100})(\/unsigned\.xdr)?$/;

const TEMPLATE_URI = 'countersign://template/escrow';
const ESCROW_URI = 'countersign://escrow/{id}';
const UNSIGNED_XDR_URI = `${ESCROW_URI}/unsigned.xdr`;

const JSON_TYPE = 'application/json';
const TEXT_TYPE = 'text/plain';

const TEMPLATES = [
  {
    uriTemplate: ESCROW_URI,
    name: 'escrow',
    title: 'A prepared escrow',
    description:
      'The whole of an escrow that was prepared here: terms, state, money, and who reports them; by its handle.',
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: UNSIGNED_XDR_URI,
    name: 'unsigned-xdr',
    title: 'The transaction to sign',
    description:
      'The unsigned transaction (XDR, base64) of a prepared escrow, prepared again where it expired. Not given while the person has stops to confirm.',
    mimeType: TEXT_TYPE,
  },
];

const TEMPLATE = {
  uri: TEMPLATE_URI,
  name: 'escrow-request',
  title: 'A request to fill in',
  description:
    'A request as deploy_escrow takes it. The sandbox’s demo accounts stand in it where this is the sandbox.',
  mimeType: JSON_TYPE,
};

type ResourcesSetup = Omit<CallToolParts, 'findTool' | 'feeStop'> & { readonly own: OwnEscrows };

export type Resources = ReturnType<typeof createResources>;

export function createResources({ openDesk, own, network, publicUrl, readOnly, scanner, log }: ResourcesSetup) {
  const refusing = <T>(work: Promise<T>): Promise<T> =>
    work.catch((thrown) => {
      throw toRefusal(thrown, scanner.redact, log);
    });
  const list = async () => ({
    // Only the newest; any other can be read by its id.
    resources: readOnly ? [] : [SKILL_RESOURCE, TEMPLATE, ...(await own.newest()).map(describeEscrow)],
  });
  const read = async (uri: string, { signal, meta }: Call) => {
    const [, id, xdr] = ESCROW.exec(uri) ?? [];
    if (id === undefined && uri !== TEMPLATE_URI) {
      throw new Refusal('nothing-there', 'There is no such resource. resources/templates/list says what can be read.');
    }
    if (readOnly) throw new CountersignError('READ_ONLY');
    if (id === undefined) return [JSON_TYPE, JSON.stringify(requestTemplate(network), undefined, 2)] as const;
    const desk = await openDesk();
    const options = { signal, alsoScanned: { _meta: meta } };
    if (xdr === undefined) return [JSON_TYPE, JSON.stringify(await desk.get({ id }, options))] as const;
    const { unsignedXdr, signUrl } = await desk.renew(id, options);
    if (unsignedXdr === undefined) {
      const needed = new CountersignError('CONFIRMATION_NEEDED');
      throw signUrl === undefined ? needed : needed.withSignUrl(signUrl);
    }
    return [TEXT_TYPE, unsignedXdr] as const;
  };
  return {
    list: () => refusing(list()),
    /** Whether it is the same for everybody, until the server is updated or has other settings. */
    isConstant: (uri: string) => uri === TEMPLATE_URI || uri === SKILL_URI,
    templates: () => ({ resourceTemplates: readOnly ? [] : TEMPLATES }),
    read: async ({ uri }: { readonly uri: string }, call: Call) => {
      if (uri === CARD_URI) {
        const { cardHtml } = await import('@countersign/signing-page/card');
        return { contents: [{ uri, mimeType: CARD_TYPE, text: await cardHtml(publicUrl), _meta: CARD_META }] };
      }
      if (uri === SKILL_URI && !readOnly) return SKILL_CONTENTS;
      const [mimeType, text] = await refusing(read(uri, call));
      return { contents: [{ uri, mimeType, text }] };
    },
  };
}

function describeEscrow({ id, title, status }: Awaited<ReturnType<OwnEscrows['newest']>>[number]) {
  return { uri: ESCROW_URI.replace('{id}', id), name: id, title: `${title} (${status})`, mimeType: JSON_TYPE };
}

/** A request for deploy_escrow to fill in: complete in the sandbox, elsewhere without addresses. */
export function requestTemplate({ name, tokens }: Network) {
  const addressOf = (account: string) =>
    name === 'sandbox' ? (SANDBOX_ACCOUNTS.find((known) => known.name === account)?.address ?? '') : 'G…';
  return {
    signer: addressOf('client'),
    engagementId: 'order-1',
    title: 'What is made',
    description: 'What was agreed, in a sentence',
    roles: {
      approver: addressOf('client'),
      serviceProvider: addressOf('provider'),
      platformAddress: addressOf('platform'),
      releaseSigner: addressOf('client'),
      disputeResolver: addressOf('arbiter'),
      receiver: addressOf('provider'),
    },
    platformFee: '1',
    milestones: [
      { description: 'The first part', amount: '10' },
      { description: 'The rest', amount: '20' },
    ],
    trustline: { address: tokens[0]?.address ?? 'C…' },
  };
}
