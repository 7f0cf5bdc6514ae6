/** What is announced of an escrow, and what following it answers. */

export const SHOW: string = 'Mostrar';
export const followedHere = (title: string): string =>
  `${title} se sigue aquí: dinero, informes, aprobaciones, pagos y disputas.`;
export const nothingSince = (when: string): string => `No pasó nada desde ${when}.`;
export const interrupted = (holds: string): string =>
  `El bot se interrumpió aquí, así que esto es como está ahora. ${holds}`;
export const HELD_NOT_KNOWN: string = 'No se sabe cuánto tiene.';
export const holds = (amount: string): string => `Tiene ${amount}.`;
export const TURN_NOT_TOLD: string = 'No se pudo saber a quién le toca.';
export const NOTHING_MORE: string = 'No queda nada por hacer.';
export const andMore = (left: number): string => `Y ${left} más: abra el depósito para verlos.`;
export const outside = (who: string): string =>
  `${who} guardó la billetera a la que le toca, y no está en este hilo. Déjela entrar solo si la conoce.`;
export const LET_IN: string = 'Dejar entrar';
export const SNOOZE: string = 'Aplazar 7 días';

export const NO_CHANNEL: string = 'Discord no dijo qué canal es este. Indíquelo con canal:.';
export const TEXT_CHANNEL: string = 'Elija un canal de texto o un hilo.';
export const CANNOT_WRITE: string = 'Usted no puede escribir en ese canal, así que el bot no escribe allí por usted.';
export const NOT_ON_LEDGER: string = 'Aún no está en el libro mayor.';
export const ONCE_SETTLED: string = 'Sígalo cuando su tarjeta diga que quedó registrado.';

export const FOLLOWED: string = 'Se sigue';
export const announcedIn = (title: string, channel: string): string =>
  `Lo que el libro mayor diga de ${title} se cuenta en ${channel}. Lo ve quien lea ese canal.`;
export const FOLLOWED_ALREADY: string = 'Ya se sigue';
export const isFollowed = (escrow: string, channel: string): string => `${escrow} se sigue en ${channel}.`;
export const TOO_MANY: string = 'Demasiados';
export const tooMany = (most: number): string =>
  `Este servidor sigue ${most} depósitos, que es el máximo. Termine uno con /escrow dejar-de-seguir.`;
export const NOT_FOLLOWED: string = 'No se sigue';
export const botCannotWrite = (channel: string): string =>
  `El bot no puede escribir en ${channel}. Permítale ver ese canal y enviar mensajes allí.`;
export const isLocked = (thread: string): string =>
  `El hilo ${thread} está bloqueado. Pida a un moderador que lo desbloquee, o use otro.`;
export const isNotFollowed = (escrow: string, channel: string): string => `${escrow} no se sigue en ${channel}.`;
export const NO_LONGER_FOLLOWED: string = 'Ya no se sigue';
export const noLongerAnnounced = (escrow: string, channel: string): string =>
  `No se cuenta nada más de ${escrow} en ${channel}.`;

export const NOTHING_TO_PUT_OFF: string = 'Nada que aplazar';
export const HAPPENED_SINCE: string = 'Algo pasó desde entonces, o ya no se sigue aquí.';
export const FOR_SOMEBODY_ELSE: string =
  'Este recordatorio es para otra persona: no le toca a la billetera que usted guardó.';
export const PUT_OFF: string = 'Aplazado';
export const NOT_PUT_OFF: string = 'No se aplazó';
export const CANNOT_SAY_SO: string =
  'El bot no puede cambiar este recordatorio para decir quién lo aplazó, así que el próximo llega cuando correspondía.';
export const putOffBy = (who: string, until: string): string =>
  `${who} aplazó el próximo recordatorio hasta: ${until}.`;
export const nextReminder = (when: string): string => `El próximo recordatorio llega ${when}, si antes no pasa nada.`;

export const NOBODY_TO_LET_IN: string = 'Nadie a quien dejar entrar';
export const NOT_FOLLOWED_HERE: string = 'Ya no se sigue aquí.';
export const NOT_THEIR_TURN: string = 'Ya no le toca, o guardó otra billetera.';
export const NOT_LET_IN: string = 'No pudo entrar';
export const cannotLetIn = (who: string): string =>
  `${who} no ve el canal de este hilo, o el bot no puede dejar entrar a nadie aquí.`;
export const LET_IN_DONE: string = 'Entró';
export const isInThread = (who: string): string => `${who} ya está en este hilo.`;

export const cannotAnnounce = (escrow: string, why: string): string =>
  `No se pudo contar algo de ${escrow}. ${why} El bot lo sigue igual e intenta de nuevo, al menos una vez por hora, hasta que usted use /escrow dejar-de-seguir.`;
export const channelGone = (escrow: string): string =>
  `${escrow} ya no se sigue en un canal o hilo que se eliminó. Sígalo en otro con /escrow seguir.`;
export const notTaken = (escrow: string, channel: string): string =>
  `Discord no aceptó un anuncio sobre ${escrow} en ${channel}. El bot publica en su lugar el estado actual y lo sigue igual.`;
