/**
 * What our own sentences call people and things, in every language. A person with such a name would make them say
 * something else: “You pay out”, “Approver approves”.
 */
import { lookOf } from './look.ts';

const WHO =
  'you, your, yours, yourself, anyone, anybody, someone, somebody, everyone, everybody, no one, none, nobody, nothing, ' +
  'another, another person, other, others, the other side, stranger, unknown, the person, people, them, ' +
  'usted, ustedes, tú, tuyo, suyo, alguien, cualquiera, todos, nadie, ninguno, otro, otra persona, otros, ' +
  'desconocido, la persona, me, myself, yo, ' +
  'address below, this address, address, dirección más abajo, esta dirección, dirección, ' +
  'the one who approves, the one who does the work, the one who releases it, the one who decides disputes, ' +
  'the one who is paid, quien libera el dinero';
const ROLES =
  'approver, service provider, provider of the service, worker, platform, platform address, release signer, ' +
  'dispute resolver, resolver, arbiter, receiver, recipient, payee, payer, signer, owner, admin, administrator, ' +
  'observer, operator, fee account, the service’s fee account, ' +
  'aprobador, aprobadora, quien aprueba, proveedor del servicio, quien hace el trabajo, plataforma, ' +
  'firmante, quien firma, firmante de liberación, quien libera los fondos, árbitro, árbitra, resolutor, ' +
  'receptor, receptora, destinatario, beneficiario, quien cobra, quien paga, pagador, dueño, administrador, ' +
  'observador, operador, cuenta de comisiones, la cuenta de comisiones del servicio';
const THINGS =
  'escrow, contract, milestone, service, ledger, wallet, your wallet, your own wallet, ' +
  'Countersign, Stellar, Trustless Work, sandbox, testnet, ' +
  'depósito, depósito en garantía, contrato, servicio, libro mayor, billetera, su billetera';

/** With an article, and in the plural, they are the same words. */
const ARTICLES = ['', 'the ', 'a ', 'an ', 'el ', 'la ', 'los ', 'las ', 'un ', 'una ', 'al ', 'del '];
const ENDINGS = ['', 's', 'es'];

const OWN_WORDS: ReadonlySet<string> = new Set(
  [WHO, ROLES, THINGS]
    .flatMap((words) => words.split(', '))
    .flatMap((word) => ARTICLES.flatMap((article) => ENDINGS.map((ending) => lookOf(`${article}${word}${ending}`)))),
);

/** Also as “Approver 2”, and in letters that look like ours. */
export function isOwnWord(name: string): boolean {
  const characters = [...name];
  const last = characters.findLastIndex((character) => !/[\p{Nd} .'’_-]/u.test(character));
  return OWN_WORDS.has(lookOf(characters.slice(0, last + 1).join('')));
}
