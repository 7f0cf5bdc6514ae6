/**
 * What is wrong with a field of an input. It is found in English, where the field is read; the sentences that people meet
 * most have their Spanish here, and every other one is quoted as it is.
 */
const ADDRESSES: Readonly<Record<string, string>> = {
  'an account address (G…, 56 characters)': 'la dirección de una cuenta (G…, 56 caracteres)',
  'a contract address (C…, 56 characters)': 'la dirección de un contrato (C…, 56 caracteres)',
  'an account (G…) or contract (C…) address of 56 characters':
    'la dirección de una cuenta (G…) o de un contrato (C…), de 56 caracteres',
};

const SENTENCES: Readonly<Record<string, string>> = {
  'is missing': 'falta',
  'is empty': 'está vacío',
  'must be an object': 'debe ser un objeto',
  'must be a list': 'debe ser una lista',
  'must be a text': 'debe ser un texto',
  'must be a number or a decimal string like "10.5"': 'debe ser un número o un texto decimal como "10.5"',
  'is not a field of the request; remove it': 'no es un campo del pedido; quítelo',
  'add up to more than the contract can hold': 'suman más de lo que el contrato puede tener',
  'is negative': 'es negativo',
  'is zero; the contract refuses a milestone without an amount': 'es cero; el contrato rechaza un hito sin monto',
  'needs at least one milestone': 'necesita al menos un hito',
  'is negative; a fee is a percentage from 0 to 99': 'es negativa; una comisión es un porcentaje de 0 a 99',
  'is far above 99 %, the most the contract takes': 'supera por mucho 99 %, lo máximo que toma el contrato',
  'is finer than a basis point (0.01 %), the finest fee the contract stores; give at most two decimals':
    'es más fina que 0.01 %, lo más fino que guarda el contrato; dé como máximo dos decimales',
  'is not an amount in token units, like 150 or 0.5': 'no es un monto en unidades del token, como 150 o 0.5',
  'is not in the address book': 'no está en la libreta de direcciones',
  'is not a whole number of 0 or more': 'no es un número entero de 0 o más',
  'has white space around it; give it without': 'tiene espacios alrededor; délo sin ellos',
  'is written in lower case; addresses are all upper case, so copy it again from the wallet':
    'está en minúsculas; las direcciones van en mayúsculas, así que cópiela otra vez de la billetera',
  'has a wrong checksum, so at least one character is wrong; copy it again from the wallet':
    'tiene mal la suma de control, así que al menos un carácter está mal; cópiela otra vez de la billetera',
  'is a muxed address (M…), which the escrow cannot hold; give the G address of its account':
    'es una dirección multiplexada (M…), que el depósito no puede tener; dé la dirección G de su cuenta',
};

/** With an address that is wanted at their end. */
const WANTED: readonly (readonly [begins: string, spanish: string])[] = [
  ['is empty; give ', 'está vacío; dé '],
  ['is not a Stellar address; give ', 'no es una dirección de Stellar; dé '],
  ['is an account (G…); give ', 'es una cuenta (G…); dé '],
  [
    'is a contract (C…), but only an account can sign; give ',
    'es un contrato (C…), y solo una cuenta puede firmar; dé ',
  ],
  [
    'is a secret seed, which must never be given to anyone; give ',
    'es una clave secreta, que nunca debe darse a nadie; dé ',
  ],
];

/** With one or two numbers. */
const NUMBERED: readonly (readonly [said: RegExp, spanish: (one: string, other?: string) => string])[] = [
  [/^is longer than (\d{1,6}) characters$/, (most) => `tiene más de ${most} caracteres`],
  [
    /^has (\d{1,9}) characters; at most (\d{1,6}) are allowed$/,
    (count, most) => `tiene ${count} caracteres; se permiten como máximo ${most}`,
  ],
  [
    /^has too many milestones; the contract takes at most (\d{1,3})$/,
    (most) => `tiene demasiados hitos; el contrato toma como máximo ${most}`,
  ],
  [
    /^is (\d{1,6}(?:\.\d{1,9})?) %, above 99 %, the most the contract takes$/,
    (percent) => `es ${percent} %, más de 99 %, lo máximo que toma el contrato`,
  ],
];

export function problemText(problem: string): string {
  const whole = SENTENCES[problem];
  if (whole !== undefined && Object.hasOwn(SENTENCES, problem)) return whole;
  for (const [said, spanish] of NUMBERED) {
    const [, one, other] = said.exec(problem) ?? [];
    if (one !== undefined) return spanish(one, other);
  }
  for (const [begins, spanish] of WANTED) {
    const wanted = problem.startsWith(begins) ? ADDRESSES[problem.slice(begins.length)] : undefined;
    if (wanted !== undefined) return `${spanish}${wanted}`;
  }
  return `“${problem.replaceAll(/[“”]/g, '’')}”`;
}
