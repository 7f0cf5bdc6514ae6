/** What is to be signed: cards, their buttons and warnings. */

export const TOKENS: string = 'tokens';
export const READ_FIRST: string = 'Lea esto primero';
export const MORE: (left: number) => string = (left) => `y ${left} más`;

export const IF_SETTLED: string = 'si esta transacción queda registrada';
export const until = (time: string): string => `Se puede firmar hasta ${time}; después pulse Renovar.`;
export const MATCHES: string =
  'Cada campo se leyó de la transacción y coincide con el pedido. Compruebe que es lo que usted quiere.';
export const MATCHES_CHANGED: string =
  'La transacción coincide con el pedido, pero las condiciones del depósito cambiaron. Compárelas.';
export const MATCHES_ONE_SOURCE: string =
  'Cada campo se leyó de la transacción y coincide con el pedido. **Las condiciones del depósito vienen de un solo RPC de Stellar:** compárelas con lo acordado.';
export const partlyVerified = (reasons: string): string => `**Verificada solo en parte.** ${reasons}`;
export const I_HAVE_READ: string = 'Ya lo leí';
export const DISCARD: string = 'Descartar';
export const RENEW: string = 'Renovar';
export const ASK_FOR_SIGNATURE: string = 'Pedir la firma';
export const READ_AND_SIGN: string = 'Leer y firmar';
export const PAGE_HERE_ALONE: string = 'La página se abre solo en la computadora que ejecuta este bot.';
export const pageThere = (url: string): string =>
  `La página se abre solo en la computadora que ejecuta este bot: ${url}`;
export const ANY_WALLET: string = 'Cualquier billetera puede firmar este archivo: después use /escrow enviar.';
export const idText = (id: string): string => `Id ${id}`;
export const SIGNER: string = 'Firmante';
export const YOU: string = 'usted';

export const STOP_UNCONFIRMED: string = 'Alto. No hay nada que firmar hasta que usted confirme esto';
export const STOP_CONFIRMED: string = 'Usted confirmó esto. Léalo otra vez antes de firmar';
export const WILL_REPLACE: string = 'Reemplazará su versión anterior. Qué es distinto';
export const REPLACES: string = 'Reemplaza su versión anterior. Qué es distinto';
export const LOOK_TWICE: string = 'Mire dos veces';
export const GOOD_TO_KNOW: string = 'Bueno saberlo';
export const STOP: string = 'Alto';
export const CHANGED: string = 'Cambió';
export const NOW: string = 'ahora';
export const BEFORE: string = 'antes';
export const AFTER: string = 'después';
export const CHECK_TEXTS: string = 'Revise estos textos con cuidado';

export const READY: string = 'Listo para firmar';
export const forMilestones = (amount: string, count: number): string =>
  `**${amount}** por ${count === 1 ? 'un hito' : `${count} hitos`}`;
export const TOTAL: string = 'Total';
export const PLATFORM_FEE: string = 'Comisión de la plataforma';
export const ENGAGEMENT: string = 'Acuerdo';
export const TITLE: string = 'Título';
export const DESCRIPTION: string = 'Descripción';
export const ESCROW: string = 'Depósito en garantía';
export const ESCROW_ADDRESS: string = 'Dirección del depósito';
export const NETWORK: string = 'Red';
export const NETWORK_FEE: string = 'Tarifa de la red';
export const atMost = (amount: string): string => `como máximo ${amount}`;
export const TOKEN: string = 'Token';
export const RECEIVER_MEMO: string = 'Memo de quien cobra';
export const TRANSACTION: string = 'Transacción';
export const CHECKED: string = 'Comprobación';
export const CHECKED_AS: Readonly<Record<'verified' | 'one-source' | 'partly', string>> = {
  verified: 'verificada',
  'one-source': 'verificada, con condiciones de un solo RPC de Stellar',
  partly: 'en parte',
};
export const SIGN_UNTIL: string = 'Se puede firmar hasta';
export const milestone = (number: number): string => `Hito ${number}`;

export const PAYMENT_TO_SIGN: string = 'Un pago por firmar';
export const intoEscrow = (amount: string): string => `**${amount}** a este depósito en garantía`;
export const PAYER: string = 'Quien paga';
export const HOW_PAID: string = 'Cómo se paga';
export const WAYS: Readonly<Record<'escrow' | 'transfer', string>> = {
  escrow: 'por el contrato del depósito, que rechaza el pago si se cambiaron las condiciones',
  transfer: 'una simple transferencia del token',
};
export const thisPayment = (amount: string): string => `este pago de ${amount}`;
export const qrText = (what: string): string =>
  `Código QR. Escanéelo con el teléfono que tiene su billetera: abre ${what} en su página de firma.`;

export const trustlineFor = (token: string): string => `una línea de confianza para ${token}`;
/** @param name of whose account it is for */
export const addTrustline = (name: string | undefined): string =>
  name === undefined ? 'Preparar línea de confianza' : `Preparar línea de confianza: ${name}`;
export const ACCOUNT: string = 'Cuenta';
export const OWNER_SIGNS: string = 'Solo el dueño de esta cuenta puede firmarla.';
export const GIVE_TO_OWNER: string = `No es la cuenta que usted guardó. Solo su dueño puede firmar: use **${ASK_FOR_SIGNATURE}** o envíele la página.`;
export const issuedBy = (token: string, issuer: string): string => `${token}, emitido por ${issuer}`;
export const NO_MONEY: string = 'No se mueve dinero.';
export const HELD_BACK: string = 'Quedan retenidos';
export const whileItStands = (amount: string): string => `${amount}, mientras exista la línea de confianza`;

export const TO_SIGN: string = 'Por firmar';
export const ofEscrow = (title: string): string => `Del depósito en garantía ${title}`;
export const CHANGES_NOTHING: string = '**Qué cambia** nada de las condiciones, del estado ni del dinero';
export const WHAT_CHANGES: string = 'Qué cambia';
export const noMoneyMoves = (left: string): string => `**No se mueve dinero.** El depósito tiene ${left}.`;
export const MONEY_MOVES: string = 'Dinero que se mueve';
export const pays = (amount: string, isAbout: boolean, to: string): string =>
  `**${isAbout ? 'unos ' : ''}${amount}** a ${to}`;
export const totalAndLeft = (total: string, left: string): string =>
  `**Total** ${total}, comisiones incluidas; en el depósito quedan ${left}`;
export const LEFT_IN_ESCROW: string = 'Queda en el depósito';
export const NOT_KNOWN: string = 'no se sabe';
export const THE_RECEIVER: string = 'quien cobra';
export const THE_PLATFORM: string = 'la plataforma, su comisión:';
export const NO_ROLE_HERE: string = 'alguien sin rol aquí:';
export const NEXT: string = 'Sigue';
export const PARTS_CUT: string = 'Está cortado donde hay “…” o “más”. Este archivo lo tiene completo:';
