/** What people and programs write every day, and what holds no secret: the same texts in every run. */
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { Keypair, StrKey } from '@stellar/stellar-sdk/base';
import { parseDeployRequest } from '../src/escrow/index.ts';
import { buildDeploy, requestInput, sign } from './deploy-fixture.ts';
import { createRandom } from './mutation/random.ts';

const random = createRandom(4_711);
const bytes = (length: number) => Uint8Array.from({ length }, () => random.below(256));
const word = () => random.pick(wordlist);
const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const hex = (length: number) => Buffer.from(bytes(length)).toString('hex');
const base64 = (length: number) => Buffer.from(bytes(length)).toString('base64');

/** Places for words of BIP-39's list, between what every sentence needs and the list does not hold. */
const SENTENCES = [
  'The _ and the _ are ready, but a _ was missing from the _.',
  'We’re going to _ the _ before it’s _ again, as agreed with the _ of your _.',
  'Please _ each _ by Friday; the _ is paid from the _ account.',
  'It was _, it is _, and it won’t be _ until the _ has been _ twice.',
  'After the _ _ we had _ for the _ _ of his _ _.',
  '_ _ _ _ _ _: this is the _ list for the _.',
  '(1) _ the _; (2) _ the _; (3) _ it.',
  'SHOULD THE _ BE _, THEN THE _ OF A _ _ IS TO BE _.',
  'Is “_ _ _ _” the name of a _? I’d say it’s the _’s.',
];
const sentence = () => capital(random.pick(SENTENCES).replace(/_/g, word));

/** Other languages, some of whose words stand in the list as well. */
const OTHERS = [
  'La entrega del diseño final se hará antes del viernes; el pago sale del hotel y del taxi.',
  'Das Museum zahlt nach jedem Abschnitt: Plan, Entwurf, Abnahme. Garage, Hotel, Radio und Radar inklusive.',
  'Le client approuve la page, le logo et la version finale du site avant le paiement.',
  'O cliente aprova o projeto; a loja de café paga em três partes, com nota fiscal.',
  'Il cliente approva il disegno, la casa e la pizza, poi paga in tre rate.',
  'Заказчик одобряет макет, затем сайт, затем запуск. Оплата по этапам, через эскроу.',
  'お客様はデザインを承認し、三回に分けて支払います。最後の支払いは公開後です。',
  '客户确认设计之后付款。第一阶段是草图，第二阶段是网站，第三阶段是发布。',
  'يوافق العميل على التصميم ثم يدفع على ثلاث مراحل بعد إطلاق الموقع.',
  '고객이 디자인을 승인하면 세 번에 나누어 지급합니다. 마지막은 공개 후입니다.',
  'ग्राहक डिज़ाइन को मंज़ूरी देता है और तीन किस्तों में भुगतान करता है।',
  'Zákazník schválí návrh, potom web, a zaplatí po částech. Žluťoučký kůň úpěl ďábelské ódy.',
];
const EMOJI = ['🚀', '👩‍👩‍👧‍👦', '🏳️‍🌈', '❤️', '👍🏽', '🇩🇪', '1️⃣', '🏴󠁧󠁢󠁷󠁬󠁳󠁿'];

const account = () => Keypair.fromRawEd25519Seed(bytes(32)).publicKey();
const contract = () => StrKey.encodeContract(bytes(32));
const muxed = () => StrKey.encodeMed25519PublicKey(bytes(40));
const address = () => random.pick([account, contract, muxed])();
const uuid = () => hex(16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
const title = () =>
  times(1 + random.below(6), word)
    .map(capital)
    .join(' ');

function request(): Record<string, unknown> {
  return requestInput({
    engagementId: `ENG-${random.below(10_000)}-${hex(3)}`,
    title: title().slice(0, 100),
    description: times(1 + random.below(3), sentence)
      .join('\n')
      .slice(0, 500),
    milestones: times(1 + random.below(10), (at) => ({
      description: `${at + 1}: ${sentence()}`,
      amount: `${at + 1}.5`,
    })),
  });
}

function transaction(signed: boolean): string {
  const xdr = buildDeploy(parseDeployRequest(request()));
  if (!signed) return xdr;
  const key = Keypair.fromRawEd25519Seed(bytes(32));
  return sign(xdr, [key], () => bytes(32));
}

/** A seed with one letter changed, so that its checksum is wrong. */
function brokenSeed(): string {
  const seed = Keypair.fromRawEd25519Seed(bytes(32)).secret();
  const at = 2 + random.below(50);
  return seed.slice(0, at) + (seed[at] === 'Q' ? 'R' : 'Q') + seed.slice(at + 1);
}

const KINDS: Readonly<Record<string, readonly [count: number, make: (at: number) => string]>> = {
  sentence: [2_500, sentence],
  paragraph: [800, () => times(2 + random.below(8), sentence).join(' ')],
  'sentence in capitals': [300, () => times(3, sentence).join(' ').toUpperCase()],
  'other language': [600, (at) => `${OTHERS[at % OTHERS.length]} ${sentence()}`],
  title: [800, title],
  'up to 11 words of the list': [1_100, (at) => times((at % 11) + 1, word).join(random.pick([' ', ', ', '\n', '-']))],
  'words of the list between figures': [
    200,
    () => times(20, () => `"${word()}_${word()}": ${1_000 + random.below(9_000)}`).join(',\n  '),
  ],
  address: [600, address],
  'up to 20 addresses': [200, () => times(1 + random.below(20), address).join(random.pick([' ', ', ', '\n']))],
  hash: [300, () => random.pick([hex(32), hex(20), `0x${hex(32)}`])],
  'unsigned XDR': [150, () => transaction(false)],
  'signed XDR': [150, () => transaction(true)],
  base64: [600, () => base64(60 + random.below(600))],
  'base32 in groups': [
    200,
    () => times(20, () => Buffer.from(bytes(5)).toString('hex').toUpperCase().slice(0, 8)).join('-'),
  ],
  UUID: [300, uuid],
  URL: [400, () => `https://${word()}.example/${word()}/${uuid()}?q=${encodeURIComponent(sentence())}&t=${base64(32)}`],
  'JSON request': [300, () => JSON.stringify(request(), null, random.pick([0, 2]))],
  'YAML request': [
    200,
    () =>
      Object.entries(request())
        .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
        .join('\n'),
  ],
  emoji: [200, () => `${times(12, () => random.pick(EMOJI)).join('')} ${sentence()} ${random.pick(EMOJI)}`],
  'seed with a wrong letter': [300, brokenSeed],
  'log line': [
    200,
    () =>
      JSON.stringify({
        time: '2026-11-21T12:00:00.000Z',
        level: 'info',
        message: sentence(),
        id: hex(16),
        ms: random.below(1_000),
      }),
  ],
  'web token': [200, () => times(3, () => Buffer.from(bytes(60)).toString('base64url')).join('.')],
};

/** What people call the parts of their work when they are brief; nearly all of it stands in the list. */
const BRIEF =
  'Design Build Launch Test Review Draft Sketch Start Finish Setup Training Support Install Report Release Upgrade Update ' +
  'Paint Clean Model Frame Pilot Plan Survey Vote Video Audio Script Story Cover Track Machine Engine Battery Light Roof ' +
  'Wood Glass Logo Kitchen Garden Photo Music Market Legal Travel Sound House Final Delivery';
const briefWords = BRIEF.split(' ');
const brief = () => times(1 + random.below(2), () => random.pick(briefWords)).join(' ');

/** Whole requests, each text a few sentences; `isBrief`: a word or two. */
export function ordinaryRequests(count: number, isBrief: boolean): Record<string, unknown>[] {
  return times(count, () =>
    isBrief
      ? requestInput({
          engagementId: `ENG-${random.below(10_000)}`,
          title: brief(),
          description: brief(),
          milestones: times(1 + random.below(10), (at) => ({ description: brief(), amount: `${at + 1}` })),
        })
      : request(),
  );
}

export function* ordinaryTexts(): Generator<{ readonly kind: string; readonly text: string }> {
  for (const [kind, [count, make]] of Object.entries(KINDS)) {
    for (let at = 0; at < count; at++) yield { kind, text: make(at) };
  }
}
