/** A proxy before an honest service that dies, lies or lags, for one request at a time. */
import { decodeTree, encodeTree } from '../mutation/rust-codec.ts';
import { answer, forward, initOf, refusal, reset, type Scene, startStandIn } from './stand-in.ts';

/** What it does in place of building a transaction. */
export const BUILD_STUMBLES = ['dies', 'fails', 'refuses', 'knows no key', 'says nonsense', 'lies', 'lags'] as const;
/** What it does in place of sending one. */
export const SEND_STUMBLES = [
  'dies before it sends',
  'dies after it sent',
  'refuses and sends nothing',
  'refuses and sends',
  'says success and sends nothing',
  'refuses and sends later',
] as const;

export type Stumble = (typeof BUILD_STUMBLES)[number] | (typeof SEND_STUMBLES)[number];

const isBuild = (url: string) => url.startsWith('/deployer/') || url.startsWith('/escrow/');
const isOfSending = (stumble: Stumble): boolean => (SEND_STUMBLES as readonly string[]).includes(stumble);

export async function startStumblingService(service: string) {
  const held: (() => Promise<Response>)[] = [];
  let built = 0;
  const { url, close } = await startStandIn(async (response, request) => {
    const pass = () => fetch(`${service}${request.url}`, initOf(request));
    const changedBy = async (change: (tx: Plain) => Plain) => answer(201, changed(await (await pass()).text(), change));
    const play: Readonly<Record<Stumble, () => Scene | Promise<Scene>>> = {
      dies: () => reset,
      fails: () => answer(500, { message: 'Internal server error', statusCode: 500 }),
      refuses: () => refusal('The milestone is already in dispute'),
      'knows no key': () => answer(401, { message: 'Unauthorized', statusCode: 401 }),
      'says nonsense': () => answer(201, '<html>'),
      lies: () => changedBy((tx) => ({ ...tx, memo: { text: 'a trap' } })),
      lags: () => changedBy(behind),
      'dies before it sends': () => reset,
      'dies after it sent': async () => pass().then(() => reset),
      'refuses and sends nothing': () => refusal('tx_bad_auth'),
      'refuses and sends': async () => pass().then(() => refusal('tx_bad_seq')),
      'says success and sends nothing': () =>
        answer(201, { status: 'SUCCESS', message: 'The transaction has been successfully sent' }),
      'refuses and sends later': () => {
        held.push(pass);
        return refusal('tx_bad_auth');
      },
    };
    const { stumble } = own;
    const isSpoilt = stumble !== undefined && (isOfSending(stumble) ? request.url === SEND : isBuild(request.url));
    if (isSpoilt) return (await play[stumble]())(response, request);
    const honest = await pass();
    if (isBuild(request.url) && honest.ok) built += 1;
    return forward(response, honest);
  });
  const own = {
    url,
    /** How it spoils requests from now on: as long as it is set, each of its kind. */
    stumble: undefined as Stumble | undefined,
    /** How many requests for a transaction it answered as it should. */
    built: () => built,
    /** Sends what it held back. */
    async release() {
      for (const pass of held.splice(0)) await pass();
    },
    close,
  };
  return own;
}

const SEND = '/helper/send-transaction';

type Plain = Readonly<Record<string, unknown>>;

/** An account's sequence number as it was a transaction ago. */
const behind = (tx: Plain): Plain => ({ ...tx, seq_num: `${BigInt(String(tx['seq_num'])) - 1n}` });

/** The same answer with another transaction in it; a refusal as it is. */
function changed(text: string, change: (tx: Plain) => Plain): string {
  const said = JSON.parse(text) as { unsignedTransaction?: string };
  if (said.unsignedTransaction === undefined) return text;
  const tree = decodeTree(said.unsignedTransaction);
  const envelope = tree['tx'] as { readonly tx: Plain };
  const unsignedTransaction = encodeTree({ ...tree, tx: { ...envelope, tx: change(envelope.tx) } });
  return JSON.stringify({ ...said, unsignedTransaction });
}
