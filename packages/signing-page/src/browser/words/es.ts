/** Everything that a page says in Spanish: its own words, and core's. */
import type { PageWords } from './en.ts';
import { afterwards } from './es/afterwards.ts';
import { escrows } from './es/escrows.ts';
import { prove } from './es/prove.ts';
import { deal, signers, status } from './es/sign.ts';

export * as core from '@countersign/core/words/es';

const page: PageWords['page'] = {
  copied: 'Copiado',
  copyRefused: 'No se permitió',
  away: 'Countersign no responde a esta página en este momento. Sigue intentándolo.',
  gone: 'Aquí no hay nada que firmar',
  notShown: 'Esto no se puede mostrar ahora',
  lost: 'Su firma no se entregó, y esta pestaña la olvidó.',
  forgotten:
    'Esta pestaña olvidó su firma. Si Countersign ya la tiene, se envía de todos modos, y esta página lo dirá.',
  noLongerUsed: 'Ya no se puede usar.',
  notInTime: 'Su firma no se pudo entregar antes de que venciera. No se envió nada.',
  readTheNewer: 'No se creó nada. Ya hay preparada una transacción más reciente: lea esa y después fírmela.',
  unreachable: 'Esta página no pudo comunicarse con Countersign.',
  silent: 'Countersign no respondió.',
  another: (status) => `Otro programa respondió en lugar de Countersign, con el estado ${status}.`,
  checkItRuns: 'Revise su conexión y que Countersign siga funcionando donde se abrió esta página.',
  field: (name, asked, found) => `${name}: se pidió ${asked}, se encontró ${found}`,
  saidBy: {
    reason: 'El motivo que se dio:',
    why: 'Por qué:',
    service: 'El servicio dijo:',
    stellar: 'Stellar respondió:',
  },
  remedies: {
    again: 'Firme una vez más: se prepara de nuevo a partir de la misma solicitud.',
    displaced: 'Prepárela de nuevo a partir de la misma solicitud, y firme esa.',
    notFound:
      'Terminó o se descartó, el enlace está incompleto, o es de Countersign en otra computadora o con otra carpeta de datos: allí funciona mientras Countersign esté en marcha. Pida un enlace nuevo donde obtuvo este.',
    truncated:
      'Cópiela de nuevo con el botón de copiar de la billetera y péguela aquí directamente desde la billetera: los chats acortan los textos largos.',
    damaged: 'Cópiela de nuevo con el botón de copiar de la billetera y péguela aquí directamente desde la billetera.',
    paste: 'Fírmela en su billetera y pegue lo que esta muestra: un texto largo que empieza con AAAA.',
    wait: 'Espere el resultado o pregunte otra vez arriba.',
  },
  decline: {
    button: 'Rechazar',
    title: 'No firmar: esto no es lo que quiero',
    lead: 'No se firmará ni se enviará nada, y el enlace ya no servirá para firmar.',
    label: '¿Qué está mal? (opcional)',
    hint: 'Lo lee quien lo pidió, también un asistente. Nunca escriba una clave secreta.',
    end: 'Terminar esta oferta',
  },
  names: {
    title: 'Dar un nombre a una dirección',
    lead: 'Usted y un asistente podrán usar el nombre. Hágalo solo si su dueño le dijo que la dirección es suya.',
    whose: '¿De quién es la dirección?',
    name: 'Nombre',
    save: 'Guardar el nombre',
  },
  delivery: {
    title: 'Firmada, aún sin entregar',
    lateTitle: 'Firmada, no entregada a tiempo',
    kept: 'Su firma se guarda en esta pestaña hasta que Countersign la tenga.',
    waiting: (why) => `${why} Su firma se guarda en esta pestaña, así que déjela abierta.`,
    held: (why) =>
      `${why} Entretanto su firma se guarda en esta pestaña; la página vuelve a intentarlo solo cuando usted presione el botón.`,
    late: 'No fue posible comunicarse con Countersign antes de que su firma venciera. Si llegó, esta página lo dirá en cuanto Countersign responda. Hasta entonces no firme otra transacción para este depósito en garantía.',
    offline: 'Este dispositivo no tiene conexión.',
    reload: 'Este navegador no guarda nada de esta página: si la recarga, la firma se pierde.',
    trying: (seconds) => `Nuevo intento en ${seconds} s.`,
    now: 'Entregándola ahora…',
    tryNow: 'Intentar ahora',
    copy: 'Copiar la transacción firmada',
    forget: 'No enviarla',
  },
};

const panel: PageWords['panel'] = {
  title: 'Firmar',
  next: 'Su billetera se lo muestra una vez más antes de que usted confirme. Después Countersign lo compara otra vez, lo envía, y esta página le dice cuándo se completó.',
  nextAsDemo:
    'Una cuenta de prueba firma enseguida: su clave es pública y no tiene nada de valor. Después esta página le dice cuándo se completó.',
  signWith: (wallet) => `Firmar con ${wallet}`,
  signAsDemo: (account) => `Firmar como la cuenta de prueba “${account}”`,
  more: 'Más billeteras',
  notFound: 'no se encontró en este navegador',
  signing: 'Firmando…',
  waitingFor: (wallet) => `Esperando a ${wallet}: confírmelo allí.`,
  preparing: 'Preparándola de nuevo a partir de la misma solicitud…',
  sending: 'Enviando…',
  stop: 'Dejar de esperar',
  prepareAgain: 'Prepararla de nuevo',
  showNewer: 'Mostrar la transacción más reciente',
  newer:
    'En otro lugar se preparó una transacción más reciente para la misma solicitud: en otra pestaña o por un asistente. En lo que está leyendo no cambió nada. En la más reciente:',
  changedReview:
    'Esta es una transacción más reciente para la misma solicitud, comparada otra vez. Todavía no se firmó nada. Lea lo nuevo y después firme:',
  changedSame:
    'Preparada de nuevo a partir de la misma solicitud, con las mismas condiciones y la misma dirección, y comparada otra vez. Lo nuevo:',
  before: 'antes',
  fields: {
    'Look twice': 'Mírelo dos veces',
    'Escrow address': 'Dirección del depósito en garantía',
    'Network fee': 'Comisión de la red',
    'Factory contract': 'Contrato de fábrica',
    'Contract code': 'Código del contrato',
    'What you do': 'Lo que usted hace',
    'What it changes': 'Lo que cambia',
    'Money that moves': 'Dinero que se mueve',
    'Once it has settled': 'Cuando se complete',
    'Not verified': 'Sin verificar',
    'Valid until': 'Válida hasta',
    'Transaction hash': 'Hash de la transacción',
  },
  nothing: 'nada',
  none: 'nada',
  paid: (amount, to) => `${amount} a ${to}`,
  unknownAccount: 'una cuenta desconocida',
  left: (amount) => `queda: ${amount}`,
  pasteWithin: (time) => `Péguela de vuelta en menos de ${time}.`,
  pasteOver: 'Su tiempo terminó. Descárguela de nuevo.',
  emptyPaste: 'Todavía no se pegó nada.',
  wordsAlone: 'Esto son palabras, no una transacción firmada. No se enviaron a ninguna parte.',
  bar: { sign: 'Firmar', choose: 'Elegir cómo firmar', review: 'Ver lo nuevo', confirm: 'Leer y confirmar' },
  confirmTitle: 'Confírmelo usted',
  typeTotal: 'Si lo quiere de todos modos, escriba el total exactamente como se muestra: ',
  confirm: 'Leí esto y lo quiero de todos modos',
  notTheTotal: 'Este no es el total que se muestra. No se confirmó nada.',
  typeAsShown: 'Escríbalo exactamente como se muestra.',
  moreAgainst: {
    message:
      'Se preparó de nuevo, y las razones para no firmar ya no son las mismas. Aún no se muestra nada para firmar.',
    remedy: 'Lea las razones de nuevo. Si aún lo quiere, escriba el total otra vez.',
  },
  download: (file: string) => `Descargar ${file}`,
};

const ways: PageWords['ways'] = {
  refusals: {
    absent: (wallet, site) => ({
      message: `${wallet} no responde en este navegador.`,
      remedy: `Instálela o desbloquéela (${site}), vuelva a cargar esta página o firme en otra billetera más abajo.`,
    }),
    locked: (wallet) => ({
      message: `${wallet} está bloqueada o aún no tiene ninguna cuenta.`,
      remedy: `No se envió nada. Desbloquee ${wallet} y vuelva a intentarlo.`,
    }),
    declined: (wallet) => ({
      message: `${wallet} no firmó: la solicitud se rechazó allí.`,
      remedy: 'No se envió nada. Pulse de nuevo el botón cuando quiera firmar.',
    }),
    network: (wallet) => ({
      message: `${wallet} está en otra red.`,
      remedy: 'No se envió nada. Elija esta red en la billetera y vuelva a intentarlo.',
    }),
    account: (wallet) => ({
      message: `${wallet} tiene seleccionada otra cuenta.`,
      remedy: 'No se envió nada. Elija en la billetera la cuenta del firmante y vuelva a intentarlo.',
    }),
    silent: (wallet) => ({
      message: `${wallet} no respondió a tiempo.`,
      remedy: 'No se envió nada. Abra la billetera y vuelva a intentarlo, o firme en otra billetera más abajo.',
    }),
    blocked: (wallet) => ({
      message: `El navegador bloqueó la ventana de ${wallet}.`,
      remedy: 'No se envió nada. Permita las ventanas emergentes de esta página y pulse de nuevo el botón.',
    }),
    closed: (wallet) => ({
      message: `La ventana de ${wallet} se cerró antes de firmar.`,
      remedy: 'No se envió nada. Pulse de nuevo el botón cuando quiera firmar.',
    }),
    unable: (wallet) => ({
      message: `${wallet} no firmó: se rechazó allí, o no tiene la cuenta del firmante en esta red.`,
      remedy: 'No se envió nada. Añada a la billetera la cuenta del firmante y esta red, y vuelva a intentarlo.',
    }),
    noDevice: (wallet) => ({
      message: `No hay ningún ${wallet} conectado a esta página.`,
      remedy:
        'No se envió nada. Conéctelo con el cable, desbloquéelo, abra su aplicación Stellar, cierre los demás programas que lo usen, pulse de nuevo el botón y elíjalo.',
    }),
    noApp: (wallet) => ({
      message: `La aplicación Stellar no está abierta en el ${wallet}.`,
      remedy: 'No se envió nada. Abra la aplicación Stellar en el dispositivo y vuelva a intentarlo.',
    }),
    noAccount: (wallet) => ({
      message: `La cuenta del firmante no está entre las cinco primeras de este ${wallet}.`,
      remedy: 'No se envió nada. Conecte el dispositivo que la tiene o firme en otra billetera más abajo.',
    }),
    hashSigning: (wallet) => ({
      message: `El ${wallet} no puede mostrar entera esta transacción, y la firma de hashes está desactivada.`,
      remedy:
        'No se envió nada. Active la firma de hashes en los ajustes de su aplicación Stellar, vuelva a intentarlo y compare el hash del dispositivo con el de esta página.',
    }),
    other: (wallet) => ({
      message: `${wallet} no firmó.`,
      remedy: 'No se envió nada. Elija en la billetera la cuenta del firmante y esta red, y vuelva a intentarlo.',
    }),
  },
  said: (words) => `Respondió: ${words}`,
  selected: (address) => `Es ${address}.`,
  signedWithAnother: (wallet, address) => `${wallet} firmó con otra cuenta, ${address}.`,
  notLoaded: {
    message: 'No se pudo cargar la parte de esta página que hace falta para esto.',
    remedy: 'Compruebe su conexión, vuelva a cargar la página y vuelva a intentarlo.',
  },
  elsewhere: {
    title: 'Firmar en otra billetera',
    take: 'Lleve la transacción sin firmar a su billetera.',
    download: (file) => `Descargar ${file}`,
    copy: 'Copiar la transacción',
    openInApp: 'Abrir en una aplicación de billetera de este dispositivo',
    openInAppHint: 'Si no ocurre nada, ninguna aplicación de este dispositivo abre esos enlaces.',
    message: (hash) => `De Countersign. Hash de la transacción: ${hash}`,
    laboratory: 'Firmar en Stellar Lab: sale de esta página y entrega la transacción a lab.stellar.org',
    albedo: 'Firmar en el sitio de Albedo: sale de esta página y entrega la transacción a albedo.link',
    sign: 'Fírmela allí, como el firmante de arriba, para esta red:',
    paste: 'Pegue aquí la transacción firmada.',
    noSecret: 'Nunca pegue una clave secreta: aquí no hace falta ninguna.',
    submit: 'Enviar la transacción firmada',
  },
  phone: {
    title: 'Firmar en el teléfono',
    scan: 'Escanee este código con su teléfono: allí se abre esta página.',
    code: (address) => `Código QR de la dirección de esta página: ${address}`,
    notReached:
      'Un teléfono no puede abrir esta página: solo la alcanza esta computadora. Descargue o copie la transacción.',
  },
};

export const es: PageWords = { afterwards, deal, escrows, page, panel, prove, signers, status, ways };
