import type { PageWords } from '../en.ts';

export const prove: PageWords['prove'] = {
  title: 'Pruebe que esta billetera es suya',
  loading: 'Leyendo el texto…',
  lead: 'Alguien dijo que esta billetera es suya. Si usted es la persona que el texto nombra, haga que su billetera lo firme. Si no lo es, cierre esta página: quien le envió el enlace quiere pasar por el dueño de la billetera de usted.',
  opens: {
    title: 'Muestre primero que esta billetera es suya',
    lead: 'Una transacción espera a esta billetera. Se muestra cuando la billetera haya firmado el texto de abajo, para que otra persona con este enlace no vea nada. Si su billetera no puede firmar un texto, abra el enlace que le muestra su asistente.',
  },
  wallet: 'Billetera',
  textTitle: 'Lo que firma su billetera',
  means:
    'Firmar no cuesta nada, no mueve dinero y no da a nadie el derecho de firmar por usted. Solo muestra de quién es esta billetera.',
  sign: 'Firmar el texto',
  elsewhere: {
    title: 'Firmarlo en otra billetera',
    take: 'Firme este texto con una billetera o herramienta que firme mensajes según SEP-53.',
    copy: 'Copiar el texto',
    paste: 'Pegue aquí la firma, en base64 o hexadecimal.',
    submit: 'Probarla',
    checking: 'Comprobando la firma…',
    notOne: {
      message: 'Lo que pegó no es una firma. No se envió a ninguna parte.',
      remedy: 'Copie solo la firma: 64 bytes, en base64 o hexadecimal.',
    },
  },
  proven: {
    title: 'Está probado que esta billetera es suya',
    next: 'Puede cerrar esta página y volver a donde recibió el enlace.',
  },
};
