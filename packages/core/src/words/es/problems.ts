/** What is wrong with a field of an input or a transaction, in Spanish. Each sentence follows the field’s name. */
import type { DamagedPart, JsonType, WantedAddress } from '../../errors/problems.ts';
import { quoted } from '../../text/text.ts';
import { problemTextBy } from '../errors.ts';
import { transactionProblems } from './errors.ts';
import { ROLE_WORDS } from './words.ts';

const GIVE: Readonly<Record<WantedAddress, string>> = {
  account: 'indique la dirección de una cuenta (G…, 56 caracteres)',
  contract: 'indique la dirección de un contrato (C…, 56 caracteres)',
  either: 'indique la dirección de una cuenta (G…) o de un contrato (C…), de 56 caracteres',
};

const JSON_TYPES: Readonly<Record<JsonType, string>> = {
  object: 'un objeto',
  list: 'una lista',
  text: 'un texto',
  number: 'un número',
  integer: 'un número entero',
  flag: 'true o false',
};

const TOO_MUCH = {
  characters: 'caracteres',
  special: 'caracteres fuera de ASCII simple',
  fields: 'campos y elementos de listas',
} as const;

const CHOICES: ReadonlyMap<string, string> = new Map([
  ['multi', 'multi (cada hito se paga por separado)'],
  ['single', 'single (todo de una vez)'],
  ['escrow', 'escrow (su contrato rechaza condiciones cambiadas)'],
  ['transfer', 'transfer (un pago simple)'],
]);

const oneOf = (values: readonly string[]): string => {
  const words = values.map((value) => CHOICES.get(value) ?? value);
  return words.length === 2 ? words.join(' o ') : `uno de ${words.join(', ')}`;
};
const closeTo = (names: readonly string[]): string => (names.length === 0 ? '' : `; parecidos: ${names.join(', ')}`);
const milestones = (count: number): string => (count === 1 ? '1 hito' : `${count} hitos`);
const number = (count: number): string => count.toLocaleString('en');

export const problemText = problemTextBy({
  // Of any field
  EMPTY: () => 'está vacío',
  NOT_VALID: () => 'no es válido',
  WRONG_TYPE: ({ wanted }) => `debe ser ${JSON_TYPES[wanted]}`,
  NUMBER_OR_DECIMAL: () => 'debe ser un número, como 10.5',
  LESS_THAN: ({ least }) => `debe ser ${least} o más`,
  MORE_THAN: ({ most }) => `debe ser ${most} o menos`,
  NOT_ONE_OF: ({ values }) => `debe ser ${oneOf(values)}`,
  CHOICE_MISSING: ({ values }) => `falta; indique ${oneOf(values)}`,
  NOT_EXACTLY_ONE: ({ fields, given }) =>
    `debe tener exactamente uno de ${fields.join(', ')}; se ${given === 1 ? 'indicó 1' : `indicaron ${given}`}`,
  UNKNOWN_FIELD: ({ of, meant }) =>
    `no es un dato de ${of === 'call' ? 'esta llamada' : 'la solicitud'}; ${meant === undefined ? 'corrija su nombre o no lo ponga' : `el dato se llama ${meant}`}`,
  UNKNOWN_STEP_FIELD: ({ step, takes }) => `no es un dato de ${step}, que admite ${takes.join(', ')}`,
  READ_FROM_LEDGER: () => 'se lee del libro mayor; no lo indique',
  SET_BY_CONTRACT: () => 'lo fija después el contrato, y no la creación; quítelo',
  ROLE_TWICE: ({ other }) => `no coincide con “${other}”, que nombra el mismo papel; indique uno solo`,
  MORE_PROBLEMS: ({ count }) => `y ${count} problemas más`,

  // Of the whole input
  TOO_DEEP: () => 'tiene demasiados niveles',
  TOO_MUCH: ({ most, of }) =>
    `es más de lo que se lee: como máximo ${number(most)} ${TOO_MUCH[of]} en total; quite lo que no corresponde`,
  SECRET: () => 'contiene un secreto',
  PHRASE: () =>
    'puede ser una frase de recuperación; si es una lista de palabras comunes, añada una palabra a cada línea',
  SECRET_NAME: () => 'tiene un secreto por nombre',
  SECRET_IN_PARTS: () => 'contienen un secreto, cortado en partes',
  NOT_PAGE_JSON: () => 'no es JSON como lo escribe una página',

  // Of texts
  TOO_LONG: ({ length, most }) => `tiene ${length} caracteres; se admiten como máximo ${most}`,
  LONGER_THAN: ({ most }) => `tiene más de ${most} caracteres`,
  TOO_MANY_WORDS: ({ most }) => `tiene más de ${most} palabras; indique unas pocas que importen`,
  HALF_CHARACTER: () => 'contiene medio carácter; escríbalo de nuevo',
  CONTROL_CHARACTERS: () => 'contiene caracteres de control; quítelos',
  STACKED_MARKS: () => 'apila marcas sobre una letra, que taparían otras líneas; quítelas',
  INVISIBLE_CHARACTERS: ({ found }) => `contiene caracteres invisibles (${found.join(', ')}); quítelos`,
  TEXTS_TOO_LONG: ({ length, most, why }) => {
    const room =
      why?.reports === undefined
        ? 'para una transacción de Stellar'
        : `para dejar lugar a los informes de ${milestones(why.reports)}`;
    const excess = why === undefined ? '' : `todos los textos juntos tienen ${why.excess} de más ${room}; `;
    return `tiene ${length} caracteres; ${excess}acorte este a ${most}`;
  },
  NOT_A_TIME: () => 'no es una fecha ni una hora; escriba 2026-11-15 o 2026-11-15T09:00:00Z',

  // Of amounts, fees and units
  UNSAFE_NUMBER: () => 'tiene más cifras de las que un número guarda con seguridad; escríbalo como texto',
  NOT_A_DECIMAL: () => 'no es un número decimal; escríbalo como 10.5',
  TWO_READINGS: ({ thousands, decimal }) => `puede significar ${thousands} o ${decimal}; escriba el que corresponda`,
  CURRENCY_SIGN: ({ sign }) =>
    `lleva ${sign}, que ningún token tiene; escriba solo el monto, o con el token, como 150 USDC`,
  OTHER_UNIT: () => 'nombra algo distinto del token de este depósito; escriba solo el monto',
  PERCENT_AS_AMOUNT: () => 'es un porcentaje; escriba el monto en tokens',
  NOT_A_WHOLE_NUMBER: () => 'no es un número entero de 0 o más',
  NOT_AN_AMOUNT: () => 'no es un monto en unidades del token, como 150 o 0.5',
  NEGATIVE: () => 'es negativo',
  ZERO_AMOUNT: () => 'es cero; el contrato rechaza un hito sin monto',
  TOO_MANY_DECIMALS: ({ decimals, cut }) =>
    `tiene más decimales que el token (${decimals})${cut === undefined ? '' : `; ${cut} estaría bien`}`,
  TOO_LARGE: () => 'es más de lo que el contrato puede guardar',
  SUM_TOO_LARGE: () => 'suman más de lo que el contrato puede guardar',
  ASSET_TOO_LARGE: ({ most }) => `es más de lo que una cuenta puede tener de un activo de Stellar, ${most}`,
  ASSET_SUM_TOO_LARGE: ({ most }) => `suman más de lo que una cuenta puede tener de un activo de Stellar, ${most}`,
  NOT_THE_TOTAL: () => 'no es el total que se muestra',
  FEE_NEGATIVE: () => 'es negativa; una comisión es un porcentaje de 0 a 99',
  FEE_TOO_FINE: () => 'es más fina que 0.01 %, lo mínimo que guarda el contrato; indique como máximo dos decimales',
  FEE_FAR_TOO_HIGH: () => 'supera por mucho 99 %, lo máximo que admite el contrato',
  FEE_TOO_HIGH: ({ fee, meant }) =>
    `es ${fee} %, más que 99 %, lo máximo que admite el contrato${meant === undefined ? '' : `; si quiso decir ${fee} puntos básicos, son ${meant}`}`,
  NOT_A_MULTIPLIER: () => 'no es un multiplicador de unidades; indique 10000000 para un token con 7 decimales',
  NOT_A_POWER_OF_TEN: () =>
    'no es una potencia de diez de hasta 1000000000; indique 10000000 para un token con 7 decimales',
  DECIMALS_AS_MULTIPLIER: ({ decimals, multiplier }) =>
    `es un multiplicador de unidades, no un número de decimales; para un token con ${decimals} decimales escriba ${multiplier}`,
  OTHER_DECIMALS: ({ given, decimals, code = 'el token mismo', multiplier }) =>
    `es ${given}, pero ${code} tiene ${decimals} decimales; ${multiplier === undefined ? 'un depósito en garantía no puede ser de un token tan fino' : `escriba ${multiplier}`}`,
  DECIMALS_OF_SERVICE: ({ given, decimals, multiplier }) =>
    `es ${given}, pero este servicio solo admite tokens con ${decimals} decimales; escriba ${multiplier}, o elija otro token`,
  MEMO_TOO_LARGE: ({ most }) => `es más que ${most}, el memo más grande que cabe en un depósito en garantía`,
  MEMO_NOT_TAKEN: () => 'no se le puede dar a este servicio; no la indique',

  // Of addresses and tokens
  ADDRESS_EMPTY: ({ wanted }) => `está vacío; ${GIVE[wanted]}`,
  NOT_AN_ADDRESS: ({ wanted }) => `no es una dirección de Stellar; ${GIVE[wanted]}`,
  SEED_AS_ADDRESS: ({ wanted }) => `es una clave secreta, que no se debe dar nunca a nadie; ${GIVE[wanted]}`,
  ACCOUNT_AS_ADDRESS: ({ wanted }) => `es una cuenta (G…); ${GIVE[wanted]}`,
  CONTRACT_CANNOT_SIGN: ({ wanted }) => `es un contrato (C…), y solo una cuenta puede firmar; ${GIVE[wanted]}`,
  FEDERATED_ADDRESS: ({ wanted }) =>
    `es una dirección federada (nombre*dominio), y su dominio puede indicar otra cuenta en cualquier momento; ${GIVE[wanted]}`,
  MUXED_ADDRESS: () =>
    'es una dirección M…, que el depósito en garantía no puede guardar; indique la dirección G de su cuenta',
  ADDRESS_IN_SPACE: () => 'tiene espacios alrededor; indíquelo sin ellos',
  ADDRESS_IN_LOWER_CASE: () =>
    'está en minúsculas; las direcciones van en mayúsculas: cópiela otra vez de la billetera',
  ADDRESS_CHECKSUM: () =>
    'no tiene la suma de control que le corresponde: hay al menos un carácter equivocado; cópiela otra vez de la billetera',
  OWN_ACCOUNT_MISSING: () => 'falta; indique la dirección G de su propia cuenta',
  UNKNOWN_ISSUER: ({ network, known }) =>
    `es un emisor que no se conoce en la red ${network}; indique el contrato del token (C…). Conocidos aquí: ${known.map(({ code, address }) => `${code} ${address}`).join(', ')}`,
  UNKNOWN_TOKEN: ({ known, close }) =>
    `no es un token conocido en esta red (conocidos: ${known.join(', ')}); indique el contrato del token${closeTo(close)}`,
  UNNAMED_ASSET: ({ code }) =>
    `es ${code}, y no se sabe cómo lo nombra este servicio; elija un token que emitió una cuenta`,
  UNKNOWN_ASSET_CONTRACT: () =>
    'no es el contrato de un activo de Stellar cuyo código y emisor se conozcan aquí, y este servicio necesita los dos; elija un token que emitió una cuenta',
  UNKNOWN_ASSET_ISSUER: () =>
    'es un emisor cuyo token no se conoce aquí; indique el contrato del token (C…), del que se conocen el código y el emisor',
  NO_ASSET_CONTRACT: ({ network }) =>
    `no es el contrato de un token que una cuenta emitió en la red ${network}, así que no tiene línea de confianza`,
  ISSUER_GONE: ({ issuer }) =>
    `es de un emisor que ya no existe (${issuer}), así que la red rechazaría una línea de confianza`,
  NEEDS_NO_TRUSTLINE: ({ code }) => `es ${code}, que no necesita línea de confianza`,
  ISSUER_NEEDS_NO_TRUSTLINE: () => 'es de quien firma, y un emisor no necesita línea de confianza para su token',

  // Of names
  UNKNOWN_NAME: ({ close }) => `no es una dirección ni un nombre que se conozca aquí${closeTo(close)}`,
  NAME_WITHOUT_ADDRESS: () => 'no tiene una dirección válida en la agenda; quite el nombre y vuelva a agregarlo',
  NOT_IN_ADDRESS_BOOK: () => 'no está en la agenda',
  ADDRESS_BOOK_FULL: ({ most }) => `no se puede agregar: la agenda ya tiene ${most} nombres`,
  LOOKS_LIKE_NAME: ({ name, isRemoved }) =>
    `es el nombre ${quoted(name)}${isRemoved ? ', que se quitó en los últimos 7 días' : ''}, o se le parece; elija otro`,
  NAME_LOOK_ALIKES: () => 'contiene caracteres que se parecen a otros; escriba letras comunes',
  NAME_OTHER_SIGN: () => 'contiene un signo que se parece a otro; escriba letras comunes',
  NAME_LETTERS: () => 'debe empezar con una letra, y contener solo letras, cifras, espacios simples y . - _ ’',
  NAME_INVISIBLE: () => 'contiene un carácter que no se ve; escríbalo de nuevo sin él',
  NAME_SPACES: () => 'contiene varios espacios seguidos',
  NAME_IS_OURS: () =>
    'es, o parece, una palabra con la que las frases de Countersign llaman a alguien; elija otro nombre',
  NAME_LIKE_ADDRESS: () => 'parece parte de una dirección',
  NAME_ALPHABETS: () =>
    'mezcla letras de varios alfabetos, o contiene una que no está en ningún nombre usual; escríbalo en uno solo',

  // Of lists
  NO_MILESTONES: () => 'necesita al menos un hito',
  NO_ADDED_MILESTONES: () => 'necesita al menos un hito; no lo indique para no agregar ninguno',
  TOO_MANY_MILESTONES: ({ most }) => `tiene demasiados hitos; el contrato admite como máximo ${most}`,
  NO_ROOM_FOR_MILESTONES: ({ count, most, single }) =>
    `tiene ${milestones(count)}; en una transacción de Stellar caben ${most}, con textos cortos${single ? '; en un depósito que se paga de una vez (single) caben más' : ''}`,
  NO_SHARES: () => 'necesita al menos una parte',
  TOO_MANY_SHARES: ({ most }) => `tiene demasiadas partes; el contrato paga como máximo ${most} a la vez`,
  SHARE_TWICE: () => 'está dos veces; sume las dos partes',
  NO_ADDRESSES: () => 'necesita al menos la dirección de un depósito en garantía',
  TOO_MANY_ADDRESSES: ({ most }) => `tiene más de ${most} direcciones; consulte por partes`,
  NO_ESCROWS: () => 'necesita al menos un depósito en garantía',
  TOO_MANY_ESCROWS: ({ most }) => `tiene más de ${most} depósitos en garantía; siga los demás con otra llamada`,

  // Of an escrow and what is done with it
  ANOTHER_RECEIVER: ({ of }) =>
    of === 'single'
      ? 'nombra a otra persona, pero un depósito que se paga de una vez le paga a una sola; indique una, o elija el pago hito por hito'
      : 'nombra a otra persona, pero el servicio de aquí le paga todos los hitos a una sola; indique una, o cree un depósito para cada una',
  KIND_NOT_MADE: ({ kind }) => `es ${kind}, y el servicio de aquí solo crea depósitos que se pagan hito por hito`,
  ESCROW_RENEWED: ({ now }) =>
    `es una dirección anterior de un depósito en garantía que se preparó de nuevo; su dirección ahora es ${now}. Vuelva a pedirlo con esa dirección`,
  NO_CONTRACT_THERE: ({ network }) =>
    `es una dirección en la que no hay ningún contrato en la red ${network}, o hay uno archivado`,
  ESCROW_UNREAD: () => 'no se pudo leer del libro mayor; páguelo por la vía transfer',
  STEPS_UNKNOWN: () => 'es un depósito de un tipo cuyos pasos no se pueden preparar aquí',
  ESCROW_TWICE: () => 'ya indica el depósito; indique solo uno de los dos',
  ESCROW_ITSELF: () => 'es el propio depósito en garantía',
  PAYEE_IS_TOKEN: () => 'es el contrato del token, que no puede volver a pagar nada; indique la billetera que cobra',
  PAYEE_IS_FACTORY: () =>
    'es el contrato que crea los depósitos, que no puede volver a pagar nada; indique la billetera que cobra',
  PAYS_NO_WALLET: ({ address }) =>
    `pagaría a ${address}, un contrato que no puede volver a pagar nada; antes, su plataforma debe indicar una billetera en su lugar`,
  OTHER_TOKEN: ({ token }) => `es un token distinto del que usa el depósito, que es ${token}; se puede omitir`,
  NOT_OWN_TOKEN: ({ token }) => `no es el token del depósito, ${token}`,
  TRANSFER_ALONE: () => 'debe ser transfer: no consta que el contrato de este depósito compare sus condiciones',
  HELD_UNKNOWN: () => 'falta, y no se pudo saber cuánto tiene el depósito en garantía',
  NOTHING_NEEDED: ({ held, needed, unit }) =>
    `falta, y el depósito no necesita nada más: tiene ${held} ${unit}, y necesita ${needed}`,
  PAYER_HOLDS_LESS: ({ held, unit }) =>
    `es más de lo que tiene quien paga${held === undefined ? ` en ${unit}` : `: ${held} ${unit}`}`,
  PAYER_WITHOUT_TRUSTLINE: ({ unit }) =>
    `no tiene línea de confianza para ${unit}; agréguela en la billetera, o pague desde otra cuenta`,
  SIGNER_MISSING: ({ parties }) =>
    `falta; es una de estas direcciones: ${parties.map(({ role, address }) => `${ROLE_WORDS[role]} ${address}`).join(', ')}`,
  NOT_A_MILESTONE: () => 'debe ser el número de un hito, contado desde 1',
  MILESTONE_TWICE: () => 'está dos veces; indique cada hito una sola vez',
  ONE_MILESTONE: ({ step, several }) =>
    `es solo para ${several.join(' y ')}; ${step} admite un hito a la vez, en el campo milestone`,
  MILESTONE_OR_SEVERAL: () => 'no se puede indicar junto con milestone; indique uno de los dos',
  MILESTONE_MISSING: ({ count }) => `falta; indique uno de 1 a ${count}`,
  NO_SUCH_MILESTONE: ({ count }) => `debe ser de 1 a ${count}`,
  PAID_AT_ONCE: () => 'no se indica: este depósito se paga de una vez',
  DAYS: ({ most }) => `debe ser un número de días, de 1 a ${most}`,
  OWN_AMOUNT_MISSING: () => 'falta: cada hito se paga por separado',
  AMOUNT_OF_EACH_MILESTONE: () => 'no se indica: cada hito tiene el suyo',
  AMOUNT_OF_ALL_MILESTONES: () => 'no se indica: este depósito tiene un solo monto para todos los hitos',
  RECEIVER_OF_ALL_MILESTONES: () => 'no se indica: en este depósito cobra uno solo, que está entre sus papeles',
  RECEIVER_OF_EACH_MILESTONE: () => 'no se indica: cada hito dice quién lo cobra',
  EVIDENCE_OF_REPORT: () => 'solo se indica con change-status',
  ID_ALONE: () =>
    'renueva lo que se preparó con él, y va solo: no indique los demás datos. Para una solicitud nueva o corregida, indique todos los datos, sin el id',
  ID_IS_ADDRESS: () =>
    'es una dirección; un id es lo que se recibió al preparar algo aquí. Ponga la dirección de un depósito en el campo que le corresponde',
  DAMAGED_PART: ({ id, part }) => `${id} está dañado: ${DAMAGED_PARTS[part]}`,
  ID_OF_ANOTHER: ({ id, isElsewhere }) =>
    `es el id de otro depósito que el de esta transacción${id === undefined ? '' : ` (${id})`}${isElsewhere ? ' (preparada en otro lugar)' : ''}`,

  ...transactionProblems,
});

/** What is wrong with a stored record, after its id. */
export const DAMAGED_PARTS: Readonly<Record<DamagedPart, string>> = {
  request: 'no se puede leer su solicitud',
  transaction: 'no se puede leer su transacción',
  mismatch: 'su solicitud y su transacción no coinciden',
  warnings: 'no se pueden leer sus advertencias',
  terms: 'no se pueden leer los términos que aceptó una billetera',
  names: 'no se pueden leer sus nombres',
  state: 'no se puede leer su estado',
  outcome: 'no se puede leer su resultado',
  times: 'no se pueden leer sus fechas',
};
