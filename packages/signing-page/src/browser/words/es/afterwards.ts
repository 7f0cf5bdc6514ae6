import type { PageWords } from '../en.ts';

const yours = (who: string | undefined, does: string, youDo: string): string =>
  who === undefined ? `Es su turno: ${youDo}.` : `${who} ${does}.`;

export const afterwards: PageWords['afterwards'] = {
  title: 'Qué sigue ahora',
  asItStood: 'Así estaba el depósito en ese momento. Pregunte donde lo pidió a quién le toca ahora.',
  payment:
    'Pida que le preparen el pago donde pidió el depósito en garantía: solo ese pago se rechaza si las condiciones cambian entretanto.',
  finished: 'Todo está pagado. No queda nada por hacer.',
  archived:
    'La red ha puesto este depósito en reposo. No se ha perdido nada: el próximo paso lo reactiva, por una pequeña comisión.',
  marks: { done: 'Hecho', now: 'Ahora', later: 'Después' },
  life: {
    'set-up': 'El depósito en garantía está creado',
    money: 'El dinero está en el depósito',
    payout: 'El depósito está pagado',
    rest: 'Se retira lo que queda en el depósito',
  },
  payIn: (amount) => `Pagar ${amount} al depósito`,
  holds: (amount) => `Ahora contiene ${amount}.`,
  milestone: (number, description) => `Hito ${number}: ${description}`,
  roles: {
    approver: 'Quien aprueba',
    serviceProvider: 'Quien presta el servicio',
    platformAddress: 'La plataforma',
    releaseSigner: 'Quien libera los pagos',
    disputeResolver: 'El árbitro',
    receiver: 'Quien recibe el pago',
    anyone: 'Cualquiera que tenga el token',
  },
  turns: {
    fund: (who) => yours(who, 'puede hacer este pago', 'haga este pago, o deje que lo haga otra persona'),
    'change-status': (who) => yours(who, 'avisa cuando el trabajo está terminado', 'avise cuando termine el trabajo'),
    approve: (who) => yours(who, 'revisa el trabajo y lo aprueba', 'revise el trabajo y apruébelo si está bien'),
    release: (who) => yours(who, 'libera el pago', 'libere el pago'),
    resolve: (who) =>
      yours(who, 'decide la disputa', 'decida la disputa. Diga cómo repartir el dinero donde pidió esto'),
    withdraw: (who) => yours(who, 'lo retira', 'retírelo. Diga para quién donde pidió esto'),
    other: (who) => yours(who, 'da el siguiente paso', 'dé el siguiente paso donde pidió esto'),
  },
  buttons: {
    fund: 'Preparar el pago',
    'change-status': (number) => `Avisar que el hito ${number} está terminado`,
    approve: (number) => `Aprobar el hito ${number}`,
    release: (number) => (number === undefined ? 'Liberar el pago' : `Liberar el pago del hito ${number}`),
  },
  preparing: 'Preparando…',
  notSignedYet: 'Lo leerá y firmará en la página siguiente.',
  evidence: 'Pruebas, si las tiene',
  evidenceHint: 'Un enlace o unas palabras. Todos podrán leerlas en la red, para siempre.',
  send: (who) => `Envíe esto a ${who}:`,
  them: 'esa persona',
  ask: {
    fund: 'por favor, haga el pago',
    'change-status': 'por favor, avise cuando termine el trabajo',
    approve: 'por favor, revise el trabajo y apruébelo si está bien',
    release: 'por favor, libere el pago aprobado',
    resolve: 'por favor, decida la disputa',
    withdraw: 'por favor, retire lo que queda',
    other: 'por favor, dé el siguiente paso',
  },
  message: (title, asks, milestone, network, address) =>
    `Le toca a usted en el depósito en garantía «${title}»${milestone === undefined ? '' : `, hito ${milestone}`}: ${asks}. ` +
    `El depósito es ${address}, red: ${network}.`,
  copy: 'Copiar',
  copyAddress: 'Copiar dirección',
  copied: 'Copiado',
  notAllowed: 'No se permite',
  told: 'Un asistente que espera esto se entera solo, y también la tarjeta en Discord. Si el suyo no dice nada, dígale «listo».',
  address: 'Dirección del depósito',
  hash: 'Hash de la transacción',
  elsewhere: 'Consultar en otro sitio',
  leaves: 'Estos enlaces salen de esta página. Lo que muestran lo dicen otros.',
  links: {
    transaction: 'Transacción en stellar.expert',
    contract: 'Depósito en stellar.expert',
    viewer: 'Depósito en el visor de Trustless Work',
  },
  notify: {
    offer: 'Avisarme cuando pase algo',
    means:
      'Su navegador le pregunta si esta página puede hacerlo. Funciona mientras esta pestaña siga abierta, también en segundo plano.',
    on: 'Su navegador le avisa mientras esta pestaña siga abierta.',
    off: 'No avisarme más',
    denied: 'Su navegador no permite que esta página le avise. Puede cambiarlo en los ajustes de este sitio.',
    title: 'Novedades de un depósito en garantía',
    news: 'La página dice qué pasó.',
  },
  networks: {
    sandbox: 'Sandbox: simulada, sin valor',
    testnet: 'Testnet: tokens de prueba, sin valor',
    public: 'Red pública: dinero real',
  },
};
