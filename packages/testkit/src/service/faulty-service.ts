/** A proxy before an honest service that dies, lies or lags where a test says so. */
import { decodeTree, encodeTree } from '../mutation/rust-codec.ts';
import {
  answer,
  forward,
  initOf,
  type ReceivedRequest,
  type Responder,
  refusal,
  reset,
  startStandIn,
} from './stand-in.ts';

type Pass = () => Promise<Response>;
/** What becomes of one request, which `pass` sends on. */
type Fault = (pass: Pass, keep: (pass: Pass) => void) => Responder | Promise<Responder>;

/** In place of building a transaction. */
const BUILDING = {
  dies: () => reset,
  fails: () => answer(500, { message: 'Internal server error', statusCode: 500 }),
  refuses: () => refusal('The milestone is already in dispute'),
  'knows no key': () => answer(401, { message: 'Unauthorized', statusCode: 401 }),
  'says nonsense': () => answer(201, '<html>'),
  lies: (pass) => changed(pass, (tx) => ({ ...tx, memo: { text: 'a trap' } })),
  // The account's sequence number as it was a transaction ago.
  lags: (pass) => changed(pass, (tx) => ({ ...tx, seq_num: `${BigInt(String(tx['seq_num'])) - 1n}` })),
} satisfies Record<string, Fault>;

/** In place of sending one. */
const SENDING = {
  'dies before it sends': () => reset,
  'dies after it sent': async (pass) => pass().then(() => reset),
  'refuses and sends nothing': () => refusal('tx_bad_auth'),
  'refuses and sends': async (pass) => pass().then(() => refusal('tx_bad_seq')),
  'says success and sends nothing': () =>
    answer(201, { status: 'SUCCESS', message: 'The transaction has been successfully sent' }),
  'refuses and sends later': (pass, keep) => {
    keep(pass);
    return refusal('tx_bad_auth');
  },
} satisfies Record<string, Fault>;

type SendFault = keyof typeof SENDING;
export type Stumble = keyof typeof BUILDING | SendFault;
export const BUILD_STUMBLES = Object.keys(BUILDING) as readonly Stumble[];
export const SEND_STUMBLES = Object.keys(SENDING) as readonly Stumble[];

/** Sends it on when that has come, or drops it then. */
export const held =
  (until: Promise<unknown>, isDropped = false): Fault =>
  async (pass) => {
    await until;
    if (isDropped) return reset;
    const reply = await pass();
    return (response) => forward(response, reply);
  };

const SEND = '/helper/send-transaction';
const isBuild = (url: string) => url.startsWith('/deployer/') || url.startsWith('/escrow/');

export type FaultyService = Awaited<ReturnType<typeof startFaultyService>>;

/** @param note called with each request as it comes by */
export async function startFaultyService(service: string, note: (request: ReceivedRequest) => void = () => {}) {
  const kept: Pass[] = [];
  let built = 0;
  const faultOf = ({ url }: ReceivedRequest): Fault | undefined => {
    const { stumble = '', faults } = own;
    if (isBuild(url)) return (BUILDING as Record<string, Fault>)[stumble];
    if (url !== SEND) return undefined;
    const next = (SENDING as Record<string, Fault>)[stumble] ?? faults.shift();
    return typeof next === 'string' ? SENDING[next] : next;
  };
  const { url, close } = await startStandIn(async (response, request) => {
    own.asked.push(request.url.replace(/\?.*/, ''));
    note(request);
    const pass = () => fetch(`${service}${request.url}`, initOf(request));
    const fault = faultOf(request);
    if (fault !== undefined) return (await fault(pass, (each) => kept.push(each)))(response, request);
    const honest = await pass();
    if (isBuild(request.url) && honest.ok) built += 1;
    return forward(response, honest);
  });
  const own = {
    url,
    asked: [] as string[],
    /** What becomes of the next sendings, one each. */
    faults: [] as (SendFault | Fault)[],
    /** How it spoils each request of a kind, as long as this is set. */
    stumble: undefined as Stumble | undefined,
    /** How many requests for a transaction it answered honestly. */
    built: () => built,
    async release() {
      for (const pass of kept.splice(0)) await pass();
    },
    close,
  };
  return own;
}

type Plain = Readonly<Record<string, unknown>>;

/** The honest answer with another transaction in it; a refusal as it is. */
async function changed(pass: Pass, change: (tx: Plain) => Plain): Promise<Responder> {
  const text = await (await pass()).text();
  const answered = JSON.parse(text) as { unsignedTransaction?: string };
  if (answered.unsignedTransaction === undefined) return answer(201, text);
  const tree = decodeTree(answered.unsignedTransaction);
  const envelope = tree['tx'] as { readonly tx: Plain };
  const unsignedTransaction = encodeTree({ ...tree, tx: { ...envelope, tx: change(envelope.tx) } });
  return answer(201, { ...answered, unsignedTransaction });
}
