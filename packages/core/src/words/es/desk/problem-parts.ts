/** The parts of English field problems, with their Spanish translations. */
import type { RoleName } from '../../../escrow/roles.ts';
import { ROLE_WORDS as ENGLISH_ROLES } from '../../en/words.ts';
import { ROLE_WORDS } from '../words.ts';

export const PROBLEMS_AS_WRITTEN: ReadonlyMap<string, string> = new Map([
  // Of any field.
  ['is missing', 'falta'],
  ['is empty', 'está vacío'],
  ['remove it', 'quítelo'],
  ['remove them', 'quítelos'],
  ['is not a field of the request', 'no es un dato de la solicitud'],
  ['is not a field of this call', 'no es un dato de esta llamada'],
  ['is set by the contract later, not by a deploy', 'lo fija después el contrato, y no la creación'],
  ['give one of them', 'indique uno solo'],
  ['must be an object', 'debe ser un objeto'],
  ['must be a list', 'debe ser una lista'],
  ['must be a text', 'debe ser un texto'],
  ['must be a number', 'debe ser un número'],
  ['must be a number or a decimal string like "10.5"', 'debe ser un número, como 10.5'],
  ['is read from the ledger: leave it out', 'se lee del libro mayor: no lo indique'],
  // Texts.
  ['holds half of a character (a lone surrogate)', 'contiene medio carácter'],
  ['write it again', 'escríbalo de nuevo'],
  ['holds control characters', 'contiene caracteres de control'],
  [
    'stacks marks on a letter, which would cover other lines',
    'apila marcas sobre una letra, que taparían otras líneas',
  ],
  // Amounts, fees, units.
  ['has more digits than a number carries safely', 'tiene más cifras de las que un número guarda con seguridad'],
  ['write it as a string', 'escríbalo como texto'],
  ['is not a decimal number', 'no es un número decimal'],
  ['write it like "10.5"', 'escríbalo como 10.5'],
  ['is not a whole number of 0 or more', 'no es un número entero de 0 o más'],
  ['is not an amount in token units, like 150 or 0.5', 'no es un monto en unidades del token, como 150 o 0.5'],
  ['is negative', 'es negativo'],
  ['a fee is a percentage from 0 to 99', 'una comisión es un porcentaje de 0 a 99'],
  ['give 0 to 30', 'indique de 0 a 30'],
  ['is far above 99 %, the most the contract takes', 'supera por mucho 99 %, lo máximo que admite el contrato'],
  [
    'is finer than a basis point (0.01 %), the finest fee the contract stores',
    'es más fina que 0.01 %, lo mínimo que guarda el contrato',
  ],
  ['give at most two decimals', 'indique como máximo dos decimales'],
  ['is zero', 'es cero'],
  ['the contract refuses a milestone without an amount', 'el contrato rechaza un hito sin monto'],
  ['add up to more than the contract can hold', 'suman más de lo que el contrato puede guardar'],
  ['is larger than the contract can hold', 'es más de lo que el contrato puede guardar'],
  ['is not a unit multiplier', 'no es un multiplicador de unidades'],
  ['is a unit multiplier, not a number of decimals', 'es un multiplicador de unidades, no un número de decimales'],
  ['is not a power of ten up to 1000000000', 'no es una potencia de diez de hasta 1000000000'],
  ['give 10000000 for a token with 7 decimals', 'indique 10000000 para un token con 7 decimales'],
  ['an escrow cannot be of a token as fine as that', 'un depósito en garantía no puede ser de un token tan fino'],
  ['is not the total that is shown', 'no es el total que se muestra'],
  // Addresses and tokens.
  ['give an account address (G…, 56 characters)', 'indique la dirección de una cuenta (G…, 56 caracteres)'],
  ['give a contract address (C…, 56 characters)', 'indique la dirección de un contrato (C…, 56 caracteres)'],
  [
    'give an account (G…) or contract (C…) address of 56 characters',
    'indique la dirección de una cuenta (G…) o de un contrato (C…), de 56 caracteres',
  ],
  ['is a secret seed, which must never be given to anyone', 'es una clave secreta, que no se debe dar nunca a nadie'],
  [
    'is a muxed address (M…), which the escrow cannot hold',
    'es una dirección M…, que el depósito en garantía no puede guardar',
  ],
  ['give the G address of its account', 'indique la dirección G de su cuenta'],
  ['give the G address of your own account', 'indique la dirección G de su propia cuenta'],
  ['is a contract (C…), but only an account can sign', 'es un contrato (C…), y solo una cuenta puede firmar'],
  ['is an account (G…)', 'es una cuenta (G…)'],
  ['has white space around it', 'tiene espacios alrededor'],
  ['give it without', 'indíquelo sin ellos'],
  ['is written in lower case', 'está en minúsculas'],
  [
    'addresses are all upper case, so copy it again from the wallet',
    'las direcciones van en mayúsculas: cópiela otra vez de la billetera',
  ],
  [
    'has a wrong checksum, so at least one character is wrong',
    'su suma de control no coincide: hay al menos un carácter equivocado',
  ],
  ['copy it again from the wallet', 'cópiela otra vez de la billetera'],
  ['is not a Stellar address', 'no es una dirección de Stellar'],
  [
    'is the signer’s own, and an issuer needs no trustline for it',
    'es de quien firma, y un emisor no necesita línea de confianza para su token',
  ],
  ['give the token’s contract', 'indique el contrato del token'],
  // Names.
  ['is neither an address nor a name that is known here', 'no es una dirección ni un nombre que se conozca aquí'],
  ['has no valid address in the address book', 'no tiene una dirección válida en la agenda'],
  ['remove the name and add it again', 'quite el nombre y vuelva a agregarlo'],
  ['is not in the address book', 'no está en la agenda'],
  ['holds characters that look like other ones', 'contiene caracteres que se parecen a otros'],
  ['holds a sign that looks like another one', 'contiene un signo que se parece a otro'],
  ['write plain letters', 'escriba letras comunes'],
  [
    'must begin with a letter, and hold letters, digits, single spaces and . - _ ’ alone',
    'debe empezar con una letra, y contener solo letras, cifras, espacios simples y . - _ ’',
  ],
  ['holds a character that cannot be seen', 'contiene un carácter que no se ve'],
  ['write it anew without', 'escríbalo de nuevo sin él'],
  ['holds several spaces in a row', 'contiene varios espacios seguidos'],
  ['looks like a part of an address', 'parece parte de una dirección'],
  [
    'mixes letters of several alphabets, or holds one that is in no usual name',
    'mezcla letras de varios alfabetos, o contiene una que no está en ningún nombre usual',
  ],
  ['write it in one', 'escríbalo en uno solo'],
  // Lists.
  ['needs at least one milestone', 'necesita al menos un hito'],
  ['leave it out to add none', 'no lo indique para no agregar ninguno'],
  ['has too many milestones', 'tiene demasiados hitos'],
  ['needs at least one share', 'necesita al menos una parte'],
  ['has too many shares', 'tiene demasiadas partes'],
  ['stands twice', 'está dos veces'],
  ['add the two shares up', 'sume las dos partes'],
  ['needs at least one escrow address', 'necesita al menos la dirección de un depósito en garantía'],
  ['ask in several calls', 'consulte por partes'],
  ['give a few that matter', 'indique unas pocas que importen'],
  // What is paid, and steps.
  [
    'must be multi (each milestone is paid by itself) or single (all at once)',
    'debe ser multi (cada hito se paga por separado) o single (todo de una vez)',
  ],
  [
    'must be escrow (its contract refuses changed terms) or transfer (a plain payment)',
    'debe ser escrow (su contrato rechaza condiciones cambiadas) o transfer (un pago simple)',
  ],
  [
    'must be transfer: the contract of this escrow is not known to compare its terms',
    'debe ser transfer: no consta que el contrato de este depósito compare sus condiciones',
  ],
  ['could not be read from the ledger', 'no se pudo leer del libro mayor'],
  ['pay it by the way transfer', 'páguelo por la vía transfer'],
  ['stands for the escrow: leave one of the two out', 'ya indica el depósito: indique solo uno de los dos'],
  [
    'is missing, and what the escrow holds could not be told',
    'falta, y no se pudo saber cuánto tiene el depósito en garantía',
  ],
  ['it can be left out', 'se puede omitir'],
  [
    'is a contract that is not an escrow of a known kind',
    'es un contrato, pero no un depósito de un tipo que se conozca aquí',
  ],
  [
    'is an escrow of a kind whose steps cannot be prepared here',
    'es un depósito de un tipo cuyos pasos no se pueden preparar aquí',
  ],
  ['must be the number of a milestone, counted from 1', 'debe ser el número de un hito, contado desde 1'],
  ['must be left out: this escrow is paid out at once', 'no se indica: este depósito se paga de una vez'],
  ['is the escrow itself', 'es el propio depósito en garantía'],
  ['is missing: each milestone is paid by itself', 'falta: cada hito se paga por separado'],
  [
    'must be left out: this escrow has one receiver, among its roles',
    'no se indica: en este depósito cobra uno solo, que está entre sus papeles',
  ],
  ['must be left out: each milestone names its own receiver', 'no se indica: cada hito dice quién lo cobra'],
  ['must be left out: each milestone has its own', 'no se indica: cada hito tiene el suyo'],
  [
    'must be left out: this escrow has one amount for all milestones',
    'no se indica: este depósito tiene un solo monto para todos los hitos',
  ],
  // Searches and references.
  ['is not a date or time', 'no es una fecha ni una hora'],
  ['write 2026-11-15 or 2026-11-15T09:00:00Z', 'escriba 2026-11-15 o 2026-11-15T09:00:00Z'],
  ['is the id of another escrow than this transaction’s', 'es el id de otro depósito que el de esta transacción'],
]);

const roleText = (english: string): string => {
  const role = (Object.keys(ENGLISH_ROLES) as RoleName[]).find((name) => ENGLISH_ROLES[name] === english);
  return role === undefined ? english : ROLE_WORDS[role];
};

type WithValues = readonly [pattern: RegExp, text: (...values: string[]) => string];

/** Linear regular expressions: each value ends where one of our words begins. */
export const PROBLEMS_WITH_VALUES: readonly WithValues[] = [
  [/^has (\d+) characters$/, (count) => `tiene ${count} caracteres`],
  [/^at most (\d+) are allowed$/, (most) => `se admiten como máximo ${most}`],
  [
    /^all texts together have (\d+) too many for one Stellar transaction$/,
    (excess) => `todos los textos juntos tienen ${excess} de más para una transacción de Stellar`,
  ],
  [
    /^all texts together have (\d+) too many to leave room for reports on (\d+) milestones$/,
    (excess, count) =>
      `todos los textos juntos tienen ${excess} de más para dejar lugar a los informes de ${count} hitos`,
  ],
  [/^shorten this one to (\d+)$/, (most) => `acorte este a ${most}`],
  [/^has (\d+) milestones$/, (count) => `tiene ${count} hitos`],
  [
    /^one Stellar transaction has room for (\d+), with short texts$/,
    (most) => `en una transacción de Stellar caben ${most}, con textos cortos`,
  ],
  [/^has more than (\d+) characters$/, (most) => `tiene más de ${most} caracteres`],
  [/^is longer than (\d+) characters$/, (most) => `tiene más de ${most} caracteres`],
  [/^has more than (\d+) words$/, (most) => `tiene más de ${most} palabras`],
  [/^has more than (\d+) addresses$/, (most) => `tiene más de ${most} direcciones`],
  [/^holds invisible characters \(([^)]*)\)$/, (found) => `contiene caracteres invisibles (${found})`],
  [
    /^is more than an account can hold of a Stellar asset, ([\d.]+)$/,
    (most) => `es más de lo que una cuenta puede tener de un activo de Stellar, ${most}`,
  ],
  [
    /^add up to more than an account can hold of a Stellar asset, ([\d.]+)$/,
    (most) => `suman más de lo que una cuenta puede tener de un activo de Stellar, ${most}`,
  ],
  [/^and (\d+) more problems$/, (more) => `y ${more} problemas más`],
  [/^is not one of ([^;]*)$/, (names) => `no es uno de ${names}`],
  [/^must be one of ([^;]*)$/, (names) => `debe ser uno de ${names}`],
  [/^it is one of ([\w, -]*)$/, (names) => `es uno de ${names}`],
  [
    /^disagrees with (\S*), which names the same role$/,
    (other) => `no coincide con “${other}”, que nombra el mismo papel`,
  ],
  [
    /^is (\w*), and the escrow service here makes multi-release escrows alone$/,
    (kind) => `es ${kind}, y el servicio de aquí solo crea depósitos que se pagan hito por hito`,
  ],
  [/^is no field of ([\w-]*), which takes ([^;]*)$/, (step, names) => `no es un dato de ${step}, que admite ${names}`],
  [/^the contract takes at most (\d+)$/, (most) => `el contrato admite como máximo ${most}`],
  [/^no contract takes more than (\d+)$/, (most) => `ningún contrato admite más de ${most}`],
  [/^the contract pays at most (\d+) at once$/, (most) => `el contrato paga como máximo ${most} a la vez`],
  [
    /^is (\S*) %, above 99 %, the most the contract takes$/,
    (fee) => `es ${fee} %, más que 99 %, lo máximo que admite el contrato`,
  ],
  [
    /^if (\S*) basis points were meant, that is (\S*)$/,
    (points, fee) => `si quiso decir ${points} puntos básicos, son ${fee}`,
  ],
  [/^has more decimals than the token has \((\d+)\)$/, (decimals) => `tiene más decimales que el token (${decimals})`],
  [/^(\S*) would do$/, (amount) => `${amount} estaría bien`],
  [
    /^for a token with (\d+) decimals write (\d+)$/,
    (decimals, multiplier) => `para un token con ${decimals} decimales escriba ${multiplier}`,
  ],
  [/^is above (\d+), the largest memo id$/, (most) => `es más que ${most}, el memo más grande`],
  [
    /^is (\d+), but (.*) has (\d+) decimals$/,
    (given, token, own) =>
      `es ${given}, pero ${token === 'the token itself' ? 'el token mismo' : token} tiene ${own} decimales`,
  ],
  [/^write (\d+)$/, (multiplier) => `escriba ${multiplier}`],
  [/^is an issuer that is not known on (\w*)$/, (network) => `es un emisor que no se conoce en la red ${network}`],
  [
    /^give the token’s contract \(C…\)\. Known here: (.*)$/,
    (known) => `indique el contrato del token (C…). Conocidos aquí: ${known}`,
  ],
  [
    /^is not a token known on (?:the )?(?:sandbox|testnet|public network) \(known: ([^)]*)\)$/,
    (known) => `no es un token conocido en esta red (conocidos: ${known})`,
  ],
  [/^close to it: (.*)$/, (names) => `parecidos: ${names}`],
  [
    /^is an address at which no contract stands on (\w*), or one that is archived$/,
    (network) => `es una dirección en la que no hay ningún contrato en la red ${network}, o hay uno archivado`,
  ],
  [
    /^is not the contract of an asset that somebody issued on (\w*), so there is no trustline for it$/,
    (network) =>
      `no es el contrato de un token que alguien emitió en la red ${network}, así que no tiene línea de confianza`,
  ],
  [
    /^is of an issuer that does not exist any more \((\w*)\), so the network would refuse a trustline$/,
    (issuer) => `es de un emisor que ya no existe (${issuer}), así que la red rechazaría una línea de confianza`,
  ],
  [/^is (\w*), which needs no trustline$/, (code) => `es ${code}, que no necesita línea de confianza`],
  [/^is more than the payer holds: (\S*) (\S*)$/, (held, unit) => `es más de lo que tiene quien paga: ${held} ${unit}`],
  [
    /^has no trustline for (\S*), so it holds none: add it in the wallet, or pay from another account$/,
    (unit) => `no tiene línea de confianza para ${unit}: agréguela en la billetera, o pague desde otra cuenta`,
  ],
  [
    /^is missing, and the escrow needs nothing more: it holds (\S*) (\S*), and needs (\S*)$/,
    (held, unit, needed) => `falta, y el depósito no necesita nada más: tiene ${held} ${unit}, y necesita ${needed}`,
  ],
  [
    /^is another token than the escrow’s, which is (\S*)$/,
    (token) => `es un token distinto del que usa el depósito, que es ${token}`,
  ],
  [/^is not the escrow’s own token, (\w*)$/, (token) => `no es el token del depósito, ${token}`],
  [/^name one from 1 to (\d+)$/, (count) => `indique uno de 1 a ${count}`],
  [/^must be from 1 to (\d+)$/, (count) => `debe ser de 1 a ${count}`],
  [/^must be a number of days, from 1 to (\d+)$/, (most) => `debe ser un número de días, de 1 a ${most}`],
  [/^it is one of these: (.*)$/, (parties) => `es una de estas direcciones: ${partiesText(parties)}`],
  [
    /^is the id of another escrow than this transaction’s \(([^)]*)\)$/,
    (whose) =>
      `es el id de otro depósito que el de esta transacción (${whose === 'prepared elsewhere' ? 'preparada en otro lugar' : whose})`,
  ],
];

/** “Approver G…, Receiver C…” */
const partiesText = (parties: string): string =>
  parties
    .split(', ')
    .map((party) => {
      const end = party.lastIndexOf(' ');
      return `${roleText(party.slice(0, end))} ${party.slice(end + 1)}`;
    })
    .join(', ');
