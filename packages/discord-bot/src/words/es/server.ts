/** The settings of a server. */
import type { Act, DefaultName, Outcome } from '../keys.ts';

export const HEADING: string = 'Ajustes de este servidor';
export const INTRO: string =
  'Solo los miembros con “Gestionar servidor” los ven y los cambian. Un cambio vale enseguida. Restringen más lo que permite la persona que administra este bot.';
export const ROLES: string = '### Roles\nSi no se elige ninguno, puede todo el que pueda usar el bot.';
export const CHANNELS: string =
  '### Canales\nSi no se elige ninguno, el bot se puede usar en todos. Un hilo cuenta como su canal.';
export const LANGUAGE: string =
  '### Idioma\nDe lo que se publica para todos. A cada persona se le responde en el idioma de su propio Discord.';
export const AS_IN_DISCORD: string = 'El que este servidor tiene en Discord';
export const DEFAULTS: string = '### Valores por defecto\nSe completan cuando un borrador o un archivo no los da.';
export const LIMITS: string = '### Límites\nMás allá de ellos no se prepara nada aquí, lo pida quien lo pida.';
export const RETENTION: string =
  '### Historial\nLo que quedó registrado se olvida tras tantos días. En el libro mayor sigue, y cualquiera puede leerlo.';
export const AS_INSTALLED: string = 'Tanto como lo guarda este bot.';
export const days = (count: number): string => (count === 1 ? 'un día' : `${count} días`);
export const CHANGE_RETENTION: string = 'Cambiar historial';
export const DAYS: string = 'Días';
export const DAYS_HOW: string = 'De 1 a 3650; no más de lo que lo guarda este bot. Vacío: tanto como él.';
export const NO_DAYS: string = 'no es un número entero de días de 1 a 3650';
export const LOG: string =
  '### Registro\nUna línea por lo que los miembros preparan, confirman o envían aquí; la ve quien lea ese canal.';
export const NO_LOG: string = 'No se cuenta en ningún lado.';
export const LOG_HERE: string = 'Registrar en este canal';
export const NO_MORE_LOG: string = 'Terminar el registro';
export const LOG_ELSEWHERE: string = 'Abra /escrow ajustes en un canal donde usted y el bot puedan escribir.';
export const logBegins = (who: string): string =>
  `${who} hace que en este canal se cuente lo que los miembros preparan, confirman o envían con el bot.`;
export const settingsChanged = (who: string): string => `${who} cambió los ajustes de este servidor.`;
export const logEnded = (channel: string): string =>
  `El bot ya no puede escribir en ${channel}, así que el registro terminó. Pulse “Registrar en este canal” donde pueda.`;
/** What a line of the log says became of it. */
export const LOG_STATES: Readonly<Record<Exclude<Outcome, 'unsent' | 'given-up'>, string>> = {
  prepared: 'por firmar',
  'to-confirm': 'por confirmar',
  'partly-signed': 'firmada en parte',
  expired: 'vencida',
  displaced: 'otra transacción se adelantó',
  sending: 'enviándose',
  settled: 'registrada',
  taken: 'dirección ocupada',
  rejected: 'rechazada',
  accepted: 'aceptada por el servicio',
  unknown: 'sin resultado conocido',
  superseded: 'reemplazada',
  declined: 'no aceptada',
  discarded: 'descartada',
};
export const CHANGE_DEFAULTS: string = 'Cambiar valores';
export const CHANGE_LIMITS: string = 'Cambiar límites';
export const MAY: Readonly<Record<Act, string>> = {
  prepare: 'Roles que pueden preparar depósitos',
  fund: 'Roles que pueden preparar pagos a depósitos',
  steps: 'Roles que pueden informar, aprobar, pagar, disputar, decidir',
};
export const USABLE_IN: string = 'Canales donde se puede usar el bot';
export const NONE_SET: string = 'No hay ninguno.';
export const AT_ONCE: string = 'Un depósito, pago o paso';
export const inOneDay = (whose: 'tenant' | 'person'): string =>
  `Un día (UTC), de un token, ${whose === 'tenant' ? 'todos los miembros juntos' : 'cada miembro'}`;
export const setBy = (who: string): string => `En unidades del token. Lo fijó ${who}.`;

export const DEFAULT_NAMES: Readonly<Record<DefaultName, string>> = {
  platformAddress: 'dirección de la plataforma',
  platformFee: 'comisión de la plataforma',
  token: 'token',
  disputeResolver: 'árbitro',
};
export const fromServer = (names: string): string => `De los ajustes de este servidor: ${names}.`;

export const CANNOT_BE_CHOSEN: string = 'Esto no se puede elegir aquí. No se cambió nada.';
export const CHOOSE_AGAIN: string = 'Use /escrow ajustes otra vez.';
export const SELECT_OF_ANOTHER_VERSION: string = 'Este selector es de otra versión.';
export const ADDRESS_HOW: string = 'Una dirección, G… o C…. Vacío: sin valor por defecto.';
export const DEFAULTS_TITLE: string = 'Valores por defecto de este servidor';
export const PLATFORM_ADDRESS: string = 'Dirección de la plataforma';
export const FEE: string = 'Comisión de la plataforma en porcentaje';
export const FEE_HOW: string = '5 es 5 %. Vacío: sin valor por defecto.';
export const TOKEN: string = 'Token';
export const TOKEN_HOW: string = 'Su nombre si se conoce aquí, como USDC, o su contrato, C…. Vacío: sin valor.';
export const RESOLVER: string = 'Árbitro';
export const LIMITS_TITLE: string = 'Límites de este servidor';
export const AMOUNT_HOW: string = 'En unidades del token, como 150. Vacío: sin límite.';
export const MOST_AT_ONCE: string = 'Lo máximo de una vez';
export const MOST_IN_A_DAY: string = 'Lo máximo en un día (UTC), de un token';
export const DAY_COUNTS_FOR: string = 'El límite del día cuenta para';
export const ALL_TOGETHER: string = 'Todos los miembros de este servidor juntos';
export const EACH: string = 'Cada miembro por separado';
export const limitRemedy = (whose: 'tenant' | 'person', who: string): string =>
  `Este límite es uno de los ajustes de este servidor; el de un día cuenta para ${whose === 'tenant' ? 'todos los miembros de este servidor juntos' : 'cada miembro de este servidor'}. Lo fijó el miembro con el id ${who}. Los miembros con “Gestionar servidor” pueden cambiarlo con /escrow ajustes.`;
