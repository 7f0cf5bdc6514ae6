import type { PageWords } from '../en.ts';

export const page: PageWords['page'] = {
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
  saidBy: { reason: 'El motivo que se dio:', why: 'Por qué:', service: 'El servicio dijo:' },
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
